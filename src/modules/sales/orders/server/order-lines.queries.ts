import { sql } from 'kysely';
import type { SqlPart } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import { picked } from '~/kit/shared/fields/picked';
import {
  documentLines,
  taxedLine,
} from '~/modules/sales/documents/lines/server/line-writing.service';
import type { OrderItem } from '../orders.fields';
import { invoicing, returning } from './invoicing.service';

export const orderLines = documentLines({
  documents: 'orders',
  table: 'order_lines',
  key: 'order_id',
  columns: [...taxedLine, 'notes'],
  label: 'Items and Services',
  shown: ['description', 'quantity', 'unit_price', 'line_total', 'notes'],
});

/** What the lines of orders are read with besides: how far they are invoiced, delivered and came back. */
export const followed = () => ({
  items: sql`${invoicing.get().invoicedQuantity} as invoiced_quantity,
      ${returning.get().returnedQuantity} as returned_quantity, l.delivered_quantity, l.closed_quantity,
      l.quantity - l.delivered_quantity - l.closed_quantity as open_quantity`,
  services: sql`${invoicing.get().invoicedQuantity} as invoiced_quantity`,
});

/** SQL: what the line `l` of an order that reserves has reserved, as `heldBy` says. */
export function reservedQuantity(): SqlPart {
  return sql`greatest(l.quantity - l.closed_quantity
    - greatest(l.delivered_quantity, ${returning.get().returnedQuantity}), 0)`;
}

/** SQL: what of the line `l` was delivered and did not come back, as `heldBy` says. */
export function outQuantity(): SqlPart {
  return sql`greatest(l.delivered_quantity - ${returning.get().returnedQuantity}, 0)`;
}

/** Notes the delivered and closed quantities of lines. */
export async function writeDelivered(
  trx: Transaction,
  items: readonly Pick<OrderItem, 'id' | 'delivered_quantity' | 'closed_quantity'>[],
): Promise<void> {
  if (items.length === 0) return;
  const records = items.map((item) =>
    picked(item, ['id', 'delivered_quantity', 'closed_quantity']),
  );
  await sql`update order_lines l set delivered_quantity = w.delivered_quantity, closed_quantity = w.closed_quantity
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as w (id integer, delivered_quantity numeric,
      closed_quantity numeric) where l.id = w.id`.execute(trx);
}
