import { sql } from 'kysely';
import type { Write } from '~/kit/server/database/context';
import type { Transaction } from '~/kit/server/database/transaction';
import { companyClock } from '~/modules/organization/company/server/settings.service';
import type { Revalued } from '../revalued.fields';

/** From when on the values of a product may be others: by goods that were `entered` then, or by other prices of goods. */
interface Revaluation {
  product: number;
  at: string;
  entered: string | null;
}

const noted = new WeakMap<Transaction, Revaluation[]>();

export function noteRevalued(trx: Transaction, changes: readonly Revaluation[]): void {
  if (changes.length > 0) noted.set(trx, [...(noted.get(trx) ?? []), ...changes]);
}

/** A record with what the transaction changed of past values, if it did: goods of a past day change those that moved later. */
export async function withRevalued<Row extends object>(
  { trx, context: { now } }: Write,
  record: Row,
): Promise<Row & Revalued> {
  const changes = noted.get(trx) ?? [];
  if (changes.length === 0) return record;
  const { timeZone } = await companyClock({ db: trx, now });
  const found = await sql<{
    revalued_products: number;
    revalued_from: string;
  }>`select count(distinct c.product) as revalued_products,
      (min(c.at) at time zone ${timeZone})::date::text as revalued_from
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c (product integer, at timestamptz, entered timestamptz)
    where c.entered is null or exists (select from stock_movements m
      where m.product_id = c.product and m.created_at > c.at and m.entered_at is distinct from c.entered)`.execute(
    trx,
  );
  const [revalued] = found.rows;
  return revalued?.revalued_products ? { ...record, ...revalued } : record;
}
