import { sql } from 'kysely';
import type { SqlPart } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import type { Buyer } from '~/modules/sales/documents/taxation.rules';

/** Undefined is the customer's default, null is none. */
export type AddressChoice = number | null | undefined;

/** A customer as tax sees it; null where there is none. */
export async function findTaxParty(
  trx: Transaction,
  id: number,
  { billing, shipping }: { billing: AddressChoice; shipping: AddressChoice },
): Promise<Buyer | null> {
  const result = await sql<Buyer>`select c.gst_category, c.gstin, c.state_code,
      ${addressOf(billing, sql`a.is_billing`)} as billing,
      ${addressOf(shipping, sql`a.is_shipping`)} as shipping
    from customers c where c.id = ${id}`.execute(trx);
  return result.rows[0] ?? null;
}

function addressOf(choice: AddressChoice, isDefault: SqlPart): SqlPart {
  if (choice === null) return sql`null::json`;
  const isIt = choice === undefined ? isDefault : sql`a.id = ${choice}`;
  return sql`(select json_build_object('id', a.id, 'gstin', a.gstin, 'state_code', a.state_code)
    from customer_addresses a where a.customer_id = c.id and ${isIt})`;
}
