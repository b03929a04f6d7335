import { type Figure, printLine } from '../figures';
import { fuzz } from './fuzz';
import type { Plan } from './plan';
import { onStage } from './stage';

/** Hostile requests against the built product with sample data. */
export async function fuzzPart(plan: Plan): Promise<Figure[]> {
  const result = await onStage({}, (stage) => fuzz(stage, plan), { args: ['--demo'] });
  const { statuses, refused, done, compared, fault } = result;
  if (fault !== null) printLine(`fault: ${fault}`);
  const each = [...new Set(statuses)]
    .sort((one, other) => one - other)
    .map((status) => {
      const times = statuses.filter((one) => one === status).length;
      return `${times} × ${status}`;
    });
  printLine(`answers: ${each.join(', ')}`);
  return [
    {
      name: `hostile requests, seed ${plan.seed}`,
      value: `${statuses.length} sent; ${refused} refused, ${done} done; ${compared} refused batches compared; ${fault === null ? 'no' : 'a'} fault`,
      mark: 'no fault: no 5xx, no hang, a declared code, nothing changed by a refusal',
      holds: fault === null && statuses.length > 0,
    },
  ];
}
