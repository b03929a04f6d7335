import { sql } from 'kysely';
import type { Report } from '~/kit/server/reports/report';

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
  named: 'Purchase Order',
  columns: [
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
  // What went back is neither received nor, once it is credited, billed; goods and bills meet first to first.
  select: (_context, { group, to }) => sql`with came as (
      select l.purchase_line_id as id, sum(case d.kind when 'receipt' then l.quantity - l.rejected_quantity else -l.quantity end) as quantity
      from goods_receipt_lines l join goods_receipts d on d.id = l.goods_receipt_id
      where d.status = 'received' and d.receipt_date <= ${to}::date group by 1
    ), credited as (
      select l.of_line_id as id, sum(l.quantity) filter (where l.credit_reason = 'returned') as quantity,
        sum(l.line_total - l.discount_share) as value
      from bills t join bill_lines l on l.bill_id = t.id
      where t.kind = 'credit' and t.status not in ('draft', 'cancelled') and t.bill_date <= ${to}::date group by 1
    ), billed as (
      select l.purchase_line_id as id, l.quantity - coalesce(k.quantity, 0) as quantity,
        l.line_total - l.discount_share - coalesce(k.value, 0) as value,
        sum(l.quantity - coalesce(k.quantity, 0)) over (partition by l.purchase_line_id order by t.bill_date, t.id, l.id) as until
      from bills t join bill_lines l on l.bill_id = t.id left join credited k on k.id = l.id
      where t.kind = 'bill' and t.status not in ('draft', 'cancelled') and t.bill_date <= ${to}::date and l.purchase_line_id is not null
    ), charged as (
      select b.id, sum(b.quantity) as quantity, sum(round(b.value * greatest(0, least(b.quantity,
        b.until - coalesce(c.quantity, 0))) / nullif(b.quantity, 0), 2)) as missing
      from billed b left join came c on c.id = b.id group by 1
    ), matched as (
      select l.id, coalesce(c.quantity, 0) as received, coalesce(b.quantity, 0) as billed, b.missing,
        coalesce(c.quantity, 0) - coalesce(b.quantity, 0) as more
      from purchase_order_lines l left join came c on c.id = l.id left join charged b on b.id = l.id
      where l.product_id is not null
    )
    select o.purchase_number as name, v.company_name as vendor, l.description as item, m.received, m.billed,
      abs(m.more) as quantity, l.unit, ${
        group === 'billed'
          ? sql`m.missing`
          : sql`round((l.line_total - l.discount_share) * m.more / l.quantity, 2)`
      } as value, '/purchase-orders/' || o.id as link
    from matched m join purchase_order_lines l on l.id = m.id join purchase_orders o on o.id = l.purchase_order_id
      join vendors v on v.id = o.vendor_id
    where ${group === 'billed' ? sql`m.more < 0` : sql`m.more > 0`}
    order by o.order_date, o.id, l.position, l.id`,
};
