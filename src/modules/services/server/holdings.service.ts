import type { Db } from '~/kit/server/database/db';
import type { Detail } from '~/kit/server/errors';
import type { Holdings } from '../holdings.rules';
import { countHoldings, type Held, listHoldings } from './holdings.queries';

/** How much stands on a record that is locked: whoever points at it meanwhile waits. */
export async function holdingsOf(trx: Db, held: Held): Promise<Holdings> {
  return countHoldings(trx, held);
}

/** The newest ten orders and invoices that stand on a record, for a refusal: `says` and their number. */
export async function holdingDetails(trx: Db, held: Held, says = 'Stands on'): Promise<Detail[]> {
  const holdings = await listHoldings(trx, held);
  return holdings.map((record) => ({ message: `${says} ${record.label}`, record }));
}
