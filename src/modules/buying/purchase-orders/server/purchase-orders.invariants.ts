import { sql } from 'kysely';
import type { Check } from '~/kit/server/checks/checks';

export const purchaseOrderChecks: readonly Check[] = [
  {
    name: 'Purchase order totals match their lines',
    faults: sql`select concat(o.purchase_number, ': ', o.item_count, ' items, subtotal ', o.subtotal,
        '; its lines: ', coalesce(l.lines, 0), ', ', coalesce(l.subtotal, 0)) as what
      from purchase_orders o left join (
        select purchase_order_id, count(*) as lines, sum(line_total - discount_share) as subtotal,
          sum(discount_share) as discount,
          bool_and(line_total = round(quantity * unit_price, 2) - discount_amount) as fits
        from purchase_order_lines group by 1
      ) l on l.purchase_order_id = o.id
      where o.item_count <> coalesce(l.lines, 0) or o.subtotal <> coalesce(l.subtotal, 0)
        or not coalesce(l.fits, false) or o.discount_amount <> coalesce(l.discount, 0) order by o.id`,
  },
  {
    name: 'Purchase orders are received when none of their lines is open',
    faults: sql`select concat(o.purchase_number, ' is ', o.status, ', ', o.receipt_state, ' received; open lines: ', l.open,
        ', started: ', l.started) as what
      from purchase_orders o join (
        select purchase_order_id,
          count(*) filter (where quantity > received_quantity + closed_quantity) as open,
          count(*) filter (where received_quantity > 0) as started
        from purchase_order_lines group by 1
      ) l on l.purchase_order_id = o.id
      where (o.status in ('ordered', 'received') and (o.status = 'received') <> (l.open = 0))
        or o.receipt_state <> case when l.open = 0 then 'fully' when l.started > 0 then 'partly' else 'none' end
      order by o.id`,
  },
];
