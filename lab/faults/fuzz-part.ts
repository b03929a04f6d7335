import { type Figure, printLine } from '../figures';
import { fuzz } from './fuzz';
import type { Plan } from './plan';
import { onStage } from './stage';

/** Hostile requests against the built product with sample data. */
export async function fuzzPart(plan: Plan): Promise<Figure[]> {
  const result = await onStage({}, (stage) => fuzz(stage, plan), { args: ['--demo'] });
  const { sent, refused, done, compared, fault } = result;
  if (fault !== null) printLine(`fault: ${fault}`);
  const statuses = [...result.statuses].sort(([one], [other]) => one - other);
  printLine(`answers: ${statuses.map(([status, times]) => `${times} × ${status}`).join(', ')}`);
  return [
    {
      name: `hostile requests, seed ${plan.seed}`,
      value: `${sent} sent; ${refused} refused, ${done} done; ${compared} refused batches compared; ${fault === null ? 'no' : 'a'} fault`,
      mark: 'no fault: no 5xx, no hang, a declared code, nothing changed by a refusal',
      holds: fault === null && sent > 0,
    },
  ];
}
