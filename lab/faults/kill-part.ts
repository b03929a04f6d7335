import type { TaxMode } from '../../src/modules/organization/company/settings.fields';
import type { Part } from './plan';
import { breakUnder } from './rounds';
import { onStage, postmasterOf } from './stage';

/** Server and database killed in turns under mixed work (`kill -9`). */
export const killPart = killsUnder('single', 'server and database killed (kill -9) in turns');

/** The same while invoices by GST are issued: each is issued and kept, or a draft still. */
export const issuingPart = killsUnder('gst', 'the same while invoices by GST are issued');

function killsUnder(taxMode: TaxMode, what: string): Part {
  return {
    minutes: ({ rounds }) => 0.5 + rounds * 0.08,
    run: ({ rounds, seed }) =>
      onStage({}, async (stage) => [
        await breakUnder({
          what,
          ...stage,
          seed,
          taxMode,
          serverDies: true,
          turns: Math.ceil(rounds / 2),
          faultsPerLook: 10,
          beforeMs: [150, 700],
          faults: [
            {
              name: 'server',
              seconds: 0,
              begin: () => stage.product.end('SIGKILL'),
              end: () => stage.product.restart(),
            },
            {
              name: 'database',
              seconds: 0.1,
              begin: () => process.kill(postmasterOf(stage.product), 'SIGKILL'),
            },
          ],
        }),
      ]),
  };
}
