import { printLine } from '../figures';
import { fuzz } from './fuzz';
import type { Part } from './plan';
import { onStage } from './stage';

/** Hostile requests against the built product with sample data. */
export const fuzzPart: Part = {
  minutes: ({ requests }) => 0.5 + requests / 3500,
  run: (plan) =>
    onStage(
      {},
      async ({ product, query }) => {
        const result = await fuzz({ url: product.url, query }, plan);
        const { sent, refused, done, compared, fault } = result;
        if (fault !== null) printLine(`fault: ${fault}`);
        const statuses = [...result.statuses].sort(([one], [other]) => one - other);
        printLine(
          `answers: ${statuses.map(([status, times]) => `${times} × ${status}`).join(', ')}`,
        );
        return [
          {
            name: `hostile requests, seed ${plan.seed}`,
            value: `${sent} sent; ${refused} refused, ${done} done; ${compared} refused batches compared; ${fault === null ? 'no' : 'a'} fault`,
            mark: 'no fault: no 5xx, no hang, a declared code, nothing changed by a refusal',
            holds: fault === null && sent > 0,
          },
        ];
      },
      { args: ['--demo'] },
    ),
};
