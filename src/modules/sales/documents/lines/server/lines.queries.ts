import type { Spread } from '../discounts.rules';
import type { LineTaxes } from '../../taxes/taxation.rules';
import { termColumns, termNames } from '../../taxes/server/taxation.service';
import { sql } from 'kysely';
import type { Person } from '~/kit/server/database/context';
import type { Transaction } from '~/kit/server/database/transaction';
import type { SqlPart } from '~/kit/server/database/db';
import type { documentLines } from '~/kit/server/database/document-lines';
import type { Product } from '~/modules/catalogue/products/catalogue/products.fields';
import { isSpread } from '~/modules/catalogue/products/stock/server/stock.service';
import { buying } from './buying.service';
import type { PlannedOrderLine } from '../order-lines.rules';

/** SQL: the columns `items` and `services` of the document `id`; `own` is what each is read with besides. */
export function itemsAndServices(
  lines: Pick<ReturnType<typeof documentLines>, 'json'>,
  id: SqlPart,
  own: { items: SqlPart; services: SqlPart },
): SqlPart {
  const priced = (total: string) => sql`l.description, l.quantity, l.unit_price,
    l.line_total as ${sql.ref(total)}, l.line_total - l.discount_share as taxable_value, ${termColumns}, l.notes`;
  const product = sql`l.id, l.product_id, p.product_name, p.sku_code, p.unit_of_measure,
    (select decimals from units where code = p.unit_of_measure) as unit_decimals, ${priced('line_total')}, ${own.items}`;
  const service = sql`l.id, l.service_id, s.service_name, ${priced('total_price')}, ${own.services}`;
  return sql`${lines.json(id, product, sql`join products p on p.id = l.product_id`)} as items,
    ${lines.json(id, service, sql`join services s on s.id = l.service_id`)} as services`;
}

export type Named<Line extends PlannedOrderLine> = Spread<Line> &
  LineTaxes & { description: string };
export type NamedLine = Named<PlannedOrderLine>;

export interface LockedReferences {
  customer: {
    id: number;
    company_name: string;
    is_active: boolean;
    workspace_id: number | null;
  } | null;
  products: {
    id: number;
    product_name: string;
    sku_code: string;
    is_active: boolean;
    stock_quantity: number;
    reserved_quantity: number;
    reorder_level: number;
    unit_of_measure: string;
    unit_decimals: number;
    tracking: Product['tracking'];
    is_spread: boolean;
  }[];
  services: { id: number; service_name: string; is_active: boolean }[];
}

export const nothingLocked: LockedReferences = { customer: null, products: [], services: [] };

export interface Pointers {
  customerId: number | null;
  /** Who chooses the customer, of those whom they may read; null for the customer of before. */
  chooser: Person | null;
  productIds: readonly number[];
  serviceIds: readonly number[];
  movesStock: boolean;
}

/**
 * Reads and locks the records that an order or a quotation refers to in one statement. Everyone locks in the same sequence (customer,
 * products by id, services by id), which avoids deadlocks between orders.
 */
export async function lockReferences(
  trx: Transaction,
  pointers: Pointers,
): Promise<LockedReferences> {
  const { customerId, chooser, productIds, serviceIds, movesStock } = pointers;
  const strength = movesStock ? sql`for no key update` : sql`for share`;
  const result = await sql<LockedReferences>`with
    customer as (${buying.get().lockCustomer(customerId, chooser)}),
    product as (select id, product_name, sku_code, is_active, stock_quantity, reserved_quantity,
        reorder_level, unit_of_measure, tracking, ${movesStock ? isSpread(sql`products.id`) : sql`false`} as is_spread,
        (select decimals from units where code = unit_of_measure) as unit_decimals
      from products
      where id = any (${productIds}::integer[]) order by id ${strength}),
    service as (select id, service_name, is_active from services
      where id = any (${serviceIds}::integer[]) order by id for share)
    select (select row_to_json(customer) from customer) as customer,
      (select coalesce(json_agg(product), '[]') from product) as products,
      (select coalesce(json_agg(service), '[]') from service) as services`.execute(trx);
  return result.rows[0] ?? nothingLocked;
}

/** The columns of a line that is taxed. */
export const taxedLine = [
  'product_id',
  'service_id',
  'description',
  'quantity',
  'unit_price',
  'line_total',
  ...termNames,
] as const;
