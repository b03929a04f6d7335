import type { Write } from '~/kit/server/database/context';
import type { Transaction } from '~/kit/server/database/transaction';
import { companyClock } from '~/modules/organization/company/server/settings.service';
import type { Revalued } from '../revalued.fields';
import { findRevalued, type Revaluation } from './movements.queries';

const noted = new WeakMap<Transaction, Revaluation[]>();

export function noteRevalued(trx: Transaction, changes: readonly Revaluation[]): void {
  const own = noted.get(trx) ?? [];
  own.push(...changes);
  noted.set(trx, own);
}

/** A record with what the transaction changed of past values, if it did: goods of a past day change those that moved later. */
export async function withRevalued<Row extends object>(
  { trx, context: { now } }: Write,
  record: Row,
): Promise<Row & Revalued> {
  const changes = noted.get(trx) ?? [];
  if (changes.length === 0) return record;
  const { timeZone } = await companyClock({ db: trx, now });
  const revalued = await findRevalued(trx, changes, timeZone);
  return revalued?.revalued_products ? { ...record, ...revalued } : record;
}
