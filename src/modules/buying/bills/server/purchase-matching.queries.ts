import { sql } from 'kysely';
import { groupColumn, type Report } from '~/kit/server/reports/report';

const groups = [
  { value: 'received', label: 'Received not billed' },
  { value: 'billed', label: 'Billed not received' },
] as const;

/**
 * Goods of orders that came without a bill, or that were billed and did not come, at the end of a day
 * (docs/product/reports.md#purchase-matching).
 */
export const purchaseMatchingReport: Report = {
  name: 'purchase-matching',
  title: 'Purchase Matching',
  about: 'Goods received and not billed, or billed and not received',
  right: 'bills.read',
  alsoNeeds: ['purchase_orders.read'],
  period: 'as of',
  groups,
  dependsOn: ['bills', 'goods_receipts', 'purchase_orders'],
  columns: (group) => [
    { ...groupColumn(groups, group), label: 'Purchase Order' },
    { key: 'vendor', label: 'Vendor', kind: 'text' },
    { key: 'item', label: 'Item', kind: 'text' },
    { key: 'received', label: 'Received', kind: 'quantity' },
    { key: 'billed', label: 'Billed', kind: 'quantity' },
    { key: 'quantity', label: 'Difference', kind: 'quantity' },
    { key: 'unit', label: 'Unit', kind: 'text' },
    { key: 'value', label: 'Value', kind: 'money' },
  ],
  summed: ['value'],
  chart: { x: 'name', y: 'value' },
  // What went back is neither received nor, once it is credited, billed.
  select: (_context, { group, to }) => sql`with came as (
      select l.purchase_line_id as id, sum(case d.kind when 'receipt' then l.quantity - l.rejected_quantity else -l.quantity end) as quantity
      from goods_receipt_lines l join goods_receipts d on d.id = l.goods_receipt_id
      where d.status = 'received' and d.receipt_date <= ${to}::date group by 1
    ), charged as (
      select l.purchase_line_id as id,
        sum(case when t.kind = 'bill' then l.quantity when l.credit_reason = 'returned' then -l.quantity else 0 end) as quantity,
        sum(case t.kind when 'bill' then 1 else -1 end * (l.line_total - l.discount_share)) as value
      from bills t join bill_lines l on l.bill_id = t.id
      where t.status not in ('draft', 'cancelled') and t.bill_date <= ${to}::date and l.purchase_line_id is not null group by 1
    ), matched as (
      select l.id, coalesce(c.quantity, 0) as received, coalesce(b.quantity, 0) as billed, b.value,
        coalesce(c.quantity, 0) - coalesce(b.quantity, 0) as more
      from purchase_order_lines l left join came c on c.id = l.id left join charged b on b.id = l.id
      where l.product_id is not null
    )
    select o.purchase_number as name, v.company_name as vendor, l.description as item, m.received, m.billed,
      abs(m.more) as quantity, l.unit, ${
        group === 'billed'
          ? sql`round(m.value * -m.more / nullif(m.billed, 0), 2)`
          : sql`round((l.line_total - l.discount_share) * m.more / l.quantity, 2)`
      } as value, '/purchase-orders/' || o.id as link
    from matched m join purchase_order_lines l on l.id = m.id join purchase_orders o on o.id = l.purchase_order_id
      join vendors v on v.id = o.vendor_id
    where ${group === 'billed' ? sql`m.more < 0` : sql`m.more > 0`}
    order by o.order_date, o.id, l.position, l.id`,
};
