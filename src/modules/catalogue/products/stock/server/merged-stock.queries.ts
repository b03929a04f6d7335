import { sql } from 'kysely';
import { createdBy, type Write } from '~/kit/server/database/context';
import { fromPaise, toPaise } from '~/kit/shared/money/money';
import type { Product } from '../../catalogue/products.fields';

type Ledger = Pick<Product, 'id' | 'stock_value'>;

/** After the movements of the other moved to the first of merged products: its quantities, places and value follow. */
export async function joinStock(
  { trx, context }: Write,
  [first, other]: [Ledger, Ledger],
  reason: string,
): Promise<void> {
  const worth = fromPaise(toPaise(first.stock_value) + toPaise(other.stock_value));
  const { created_by, created_by_name } = createdBy(context);
  await sql`select join_stock(${first.id}, ${other.id}, ${worth}::numeric, ${reason}, ${created_by}::integer,
    ${created_by_name})`.execute(trx);
}

/** The same of products that are apart again, each with its movements. */
export async function partStock({ trx }: Write, ids: readonly number[]): Promise<void> {
  await sql`select part_stock(${ids}::integer[])`.execute(trx);
}

/** Movements are about to go to another product; `joinStock` or `partStock` follow. */
export async function openLedger({ trx }: Pick<Write, 'trx'>): Promise<void> {
  await sql`select set_config('stock.valuing', 'yes', true)`.execute(trx);
}
