import { sql } from 'kysely';
import type { Check } from '~/kit/server/checks/checks';

export const deliveryChecks: readonly Check[] = [
  {
    name: 'Delivered quantities of orders match their deliveries',
    faults: sql`select concat(o.order_number, ': "', l.description, '" of ', l.quantity, ': ', l.delivered_quantity,
        ' delivered, its deliveries have ', coalesce(d.quantity, 0)) as what
      from order_lines l join orders o on o.id = l.order_id left join (
        select dl.order_line_id, sum(dl.quantity) as quantity
        from delivery_lines dl join deliveries d on d.id = dl.delivery_id
        where d.status in ('dispatched', 'delivered') group by dl.order_line_id
      ) d on d.order_line_id = l.id
      where l.delivered_quantity <> coalesce(d.quantity, 0)
        or l.quantity < l.delivered_quantity + l.closed_quantity order by l.id`,
  },
  {
    name: 'The status of each order follows its deliveries',
    faults: sql`select concat(o.order_number, ' is ', o.status, ' and ', o.delivery_state, ' delivered; its lines: ',
        l.delivered, ' delivered, ', l.open, ' open') as what
      from orders o join (
        select order_id, sum(delivered_quantity) as delivered,
          sum(quantity - delivered_quantity - closed_quantity) as open
        from order_lines where product_id is not null group by order_id
      ) l on l.order_id = o.id
      where o.delivery_state <> case when l.delivered = 0 then 'none' when l.open > 0 then 'partly' else 'fully' end
        or (o.status in ('shipped', 'delivered') and l.open > 0)
        or (o.status in ('pending', 'confirmed', 'cancelled') and l.delivered > 0) order by o.id`,
  },
  {
    name: 'Deliveries have the customer and the lines of their order',
    faults: sql`select concat(d.delivery_number, ' of customer ', d.customer_id, ' belongs to ', o.order_number, ' of customer ',
        o.customer_id) as what
      from deliveries d join orders o on o.id = d.order_id
      where d.status <> 'cancelled' and d.customer_id <> o.customer_id
      union all
      select concat(d.delivery_number, ': "', l.description, '" belongs to a line of order ', ol.order_id)
      from delivery_lines l join deliveries d on d.id = l.delivery_id join order_lines ol on ol.id = l.order_line_id
      where ol.order_id is distinct from d.order_id or ol.product_id is distinct from l.product_id
      union all
      select concat(delivery_number, ' has no order') from deliveries
      where order_id is null and status <> 'cancelled'
      union all
      select concat(d.delivery_number, ' has ', d.item_count, ' items and ', coalesce(l.count, 0), ' lines')
      from deliveries d left join (
        select delivery_id, count(*) as count from delivery_lines group by delivery_id) l on l.delivery_id = d.id
      where d.item_count <> coalesce(l.count, 0)`,
  },
  {
    name: 'Delivery addresses belong to the customer of the delivery',
    faults: sql`select concat(d.delivery_number, ' of customer ', d.customer_id, ' names address ', a.id, ' of customer ',
        a.customer_id) as what
      from deliveries d join customer_addresses a on a.id = d.shipping_address_id
      where a.customer_id <> d.customer_id order by d.id`,
  },
  {
    name: 'Delivery numbers have no gaps',
    faults: sql`select concat('number ', n.number, ' of ', s.financial_year, ' is missing') as what
      from delivery_numbers s cross join lateral generate_series(s.first_number, s.last_number) n (number)
      where not exists (select from deliveries d
        where d.number_year = s.financial_year and d.number_sequence = n.number)
      union all
      select concat(d.delivery_number, ' was never given') from deliveries d
        left join delivery_numbers s on s.financial_year = d.number_year
      where d.number_sequence is not null and (s.last_number is null or d.number_sequence > s.last_number)`,
  },
];
