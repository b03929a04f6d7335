import type { TaxMode } from '../../src/modules/organization/company/settings.fields';
import type { Figure } from '../figures';
import type { Plan } from './plan';
import { breakUnder } from './rounds';
import { onStage, postmasterOf } from './stage';

/** Server and database killed in turns under mixed work (`kill -9`). */
export const killPart = killsUnder('single', 'server and database killed (kill -9) in turns');

/** The same while invoices by GST are issued: each is issued and kept, or a draft still. */
export const issuingPart = killsUnder('gst', 'the same while invoices by GST are issued');

function killsUnder(taxMode: TaxMode, what: string) {
  return ({ rounds }: Plan): Promise<Figure[]> =>
    onStage({}, async (stage) => {
      const { product } = stage;
      const server = { begin: () => product.end('SIGKILL'), end: () => product.restart() };
      const database = { begin: () => process.kill(postmasterOf(product), 'SIGKILL') };
      const faults = [
        { name: 'server', seconds: 0, ...server },
        { name: 'database', seconds: 0.1, ...database },
      ];
      const often = { turns: Math.ceil(rounds / 2), faultsPerLook: 10 };
      return [await breakUnder({ what, ...stage, ...often, taxMode, serverDies: true, faults })];
    });
}
