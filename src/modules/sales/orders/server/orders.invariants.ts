import { sql } from 'kysely';
import type { Check } from '~/kit/server/checks/checks';
import { reservedQuantity } from './order-lines.queries';

export const orderChecks: readonly Check[] = [
  {
    name: 'Reserved stock matches open orders',
    get faults() {
      return sql<{
        what: string;
      }>`select concat(p.sku_code, ': ', p.reserved_quantity, ' reserved, open orders hold ',
        coalesce(h.held, 0)) as what
      from products p left join (
        select l.product_id, sum(${reservedQuantity()}) as held from order_lines l
          join orders o on o.id = l.order_id
        where o.status not in ('pending', 'cancelled') group by l.product_id
      ) h on h.product_id = p.id
      where p.reserved_quantity <> coalesce(h.held, 0) order by p.id`;
    },
  },
  {
    name: 'Order totals match their lines',
    faults: sql`select concat(o.order_number, ': ', o.item_count, ' items, subtotal ', o.subtotal, ', total ',
        o.total_amount, '; its lines: ', coalesce(l.lines, 0), ', ', coalesce(l.subtotal, 0)) as what
      from orders o left join (
        select order_id, count(product_id) as lines, sum(line_total - discount_share) as subtotal, sum(discount_share) as discount,
          bool_and(line_total = round(quantity * unit_price, 2) - discount_amount) as fits
        from order_lines group by order_id
      ) l on l.order_id = o.id
      where o.item_count <> coalesce(l.lines, 0) or o.subtotal <> coalesce(l.subtotal, 0)
        or o.total_amount <> o.subtotal + o.tax_amount + o.round_off or not l.fits
        or o.discount_amount <> coalesce(l.discount, 0) order by o.id`,
  },
  {
    name: 'Order addresses belong to the customer of the order',
    faults: sql`select concat(o.order_number, ' of customer ', o.customer_id, ' names address ', a.id, ' of customer ',
        a.customer_id) as what
      from orders o join customer_addresses a on a.id in (o.billing_address_id, o.shipping_address_id)
      where a.customer_id <> o.customer_id order by o.id`,
  },
  {
    name: 'Order numbers are unique',
    faults: sql`select concat(order_number, ' is the number of ', count(*), ' orders') as what
      from orders group by order_number having count(*) > 1 order by order_number`,
  },
];
