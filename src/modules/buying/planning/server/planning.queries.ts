import { sql } from 'kysely';
import { type Db, findJson, type SqlPart } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import type { Reader } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { readable } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { reservedQuantity } from '~/modules/sales/orders/server/orders.service';
import type { PlannedProduct } from '../planning.fields';

/** SQL: what of the line `l` of a purchase order is to come, in the product's unit. */
const openQuantity = sql`greatest(l.quantity - l.received_quantity - l.closed_quantity, 0)`;
const openStock = sql`trim_scale(round(l.stock_quantity * ${openQuantity} / l.quantity, 3))`;

/** SQL: the active products `p` that a vendor sells, and those of which more is reserved than there is. */
const isPlanned = sql`p.is_active and (p.stock_quantity - p.held_quantity - p.reserved_quantity < 0
  or exists (select from vendor_products t join vendors v on v.id = t.vendor_id where t.product_id = p.id and v.is_active))`;

/** The products that planning looks at, by name; `ids` of these alone. */
export async function listPlanned(
  db: Db,
  person: Reader,
  ids?: readonly number[],
): Promise<PlannedProduct[]> {
  const among = ids ? sql`p.id = any (${ids}::integer[])` : isPlanned;
  const found = await findJson<{ rows: PlannedProduct[] }>(
    db,
    sql`with planned as materialized (
        select p.id, p.product_name, p.sku_code, p.unit_of_measure, u.decimals, p.cost_price, p.stock_quantity, p.held_quantity,
          p.reserved_quantity, p.reorder_level
        from products p join units u on u.code = p.unit_of_measure where p.is_active and ${among}
      ), needed as (${needs(person)}), coming as (${supplies(person)}), sold as (${terms})
      select coalesce(json_agg(json_build_object(
          'product_id', p.id, 'product_name', p.product_name, 'sku_code', p.sku_code, 'unit_of_measure', p.unit_of_measure,
          'unit_decimals', p.decimals, 'cost_price', p.cost_price, 'on_hand', p.stock_quantity, 'held', p.held_quantity,
          'reserved', p.reserved_quantity, 'reorder_level', p.reorder_level, 'needs', coalesce(n.all, '[]'),
          'supplies', coalesce(s.all, '[]'), 'terms', coalesce(t.all, '[]'))
          order by p.product_name, p.id), '[]') as rows
      from planned p left join needed n on n.product_id = p.id left join coming s on s.product_id = p.id
        left join sold t on t.product_id = p.id`,
  );
  return found?.rows ?? [];
}

/** SQL: a reason by product, with those that the person does not read as one. */
function reasons(type: string, { rows, hidden }: { rows: SqlPart; hidden: string }): SqlPart {
  return sql`select product_id, json_agg(json_build_object('type', ${sql.lit(type)}, 'id', id, 'label', coalesce(label, ${sql.lit(hidden)}),
      'quantity', quantity, 'date', date) order by date, id) as all
    from (select product_id, case when is_read then id end as id, case when is_read then label end as label, sum(quantity) as quantity,
        case when is_read then date end as date
      from (${rows}) each group by 1, 2, 3, 5) summed group by product_id`;
}

function needs(person: Reader): SqlPart {
  return reasons('order', {
    hidden: 'Other orders',
    rows: sql`select l.product_id, t.id, t.order_number as label, t.delivery_date as date, ${reservedQuantity()} as quantity,
        ${readable(person, 'orders')} as is_read
      from planned p join order_lines l on l.product_id = p.id join orders t on t.id = l.order_id
        join customers c on c.id = t.customer_id
      where t.status in ('confirmed', 'processing') and ${reservedQuantity()} > 0`,
  });
}

function supplies(person: Reader): SqlPart {
  return reasons('purchase_order', {
    hidden: 'Purchase orders',
    rows: sql`select l.product_id, t.id, t.purchase_number as label, coalesce(l.expected_date, t.expected_date) as date,
        ${openStock} as quantity, ${readable(person, 'purchase_orders')} as is_read
      from purchase_orders t join purchase_order_lines l on l.purchase_order_id = t.id join planned p on p.id = l.product_id
      where t.status in ('draft', 'ordered') and ${openQuantity} > 0`,
  });
}

const terms = sql`select t.product_id, json_agg(json_build_object('vendor_id', t.vendor_id, 'vendor_name', v.company_name, 'unit', t.unit,
    'unit_decimals', coalesce(u.decimals, 3), 'factor', t.factor, 'price', t.price, 'min_quantity', t.min_quantity,
    'multiple', t.multiple, 'is_preferred', t.is_preferred) order by t.vendor_id) as all
  from planned p join vendor_products t on t.product_id = p.id join vendors v on v.id = t.vendor_id and v.is_active
    left join units u on u.code = t.unit
  group by t.product_id`;

/** Two plannings at once of one product: the later waits, and counts what the first ordered. */
export async function holdPlanned(trx: Transaction, ids: readonly number[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('planning'))`.execute(trx);
  await sql`select from products where id = any (${ids}::integer[]) order by id for key share`.execute(
    trx,
  );
}
