import { openDatabase, startProduct, usualPassword } from '../../scripts/product';
import { describeRequest, fuzz } from './fuzz';
import type { Part } from './part';

const mostTold = 40;

/** Hostile requests against the built product with sample data. */
export const fuzzPart: Part = {
  minutes: ({ requests }) => 0.5 + requests / 3500,
  run: async ({ requests: count, from, seed }, tell) => {
    const product = await startProduct({ ADMIN_PASSWORD: usualPassword }, ['--demo']);
    const database = await openDatabase(product);
    try {
      const target = {
        url: product.url,
        query: <Row extends object>(text: string, values?: unknown[]) =>
          database.query<Row>(text, values),
      };
      const result = await fuzz(target, { seed, from, count, tell });
      for (const { what, request } of result.faults.slice(0, mostTold))
        tell(`fault: ${what}\n  ${describeRequest(request)}`);
      const { request: slowest } = result.slowest;
      if (slowest) tell(`slowest: ${describeRequest(slowest)}`);
      const statuses = [...result.statuses].sort(([one], [other]) => one - other);
      tell(`answers: ${statuses.map(([status, times]) => `${times} × ${status}`).join(', ')}`);
      const shown = [
        `${result.sent} sent and ${result.bytes} times bytes that are no request; ${result.refused} refused, ${result.done} done`,
        `${result.compared} refused batches compared`,
        `slowest ${result.slowest.ms.toFixed(0)} ms`,
        `${result.faults.length} faults`,
      ];
      return [
        {
          what: `hostile requests, seed ${seed}`,
          measured: shown.join('; '),
          mark: '0 faults: no 5xx, no hang, a declared code, nothing changed by a refusal',
          holds: result.faults.length === 0 && result.sent === count,
        },
      ];
    } catch (error) {
      tell(product.output().slice(-3000));
      throw error;
    } finally {
      await database.end();
      await product.stop();
    }
  },
};
