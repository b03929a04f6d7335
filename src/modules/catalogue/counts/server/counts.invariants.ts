import { sql } from 'kysely';
import type { Check } from '~/kit/server/checks/checks';

export const countChecks: readonly Check[] = [
  {
    name: 'Posted counts found what their moments have',
    faults: sql`select concat(c.count_number, ', product ', l.product_id, ': ', l.counted_quantity, ' counted, ',
        trim_scale(coalesce(m.quantity, 0)), ' there at its moment') as what
      from count_lines l join counts c on c.id = l.count_id
      left join lateral (select sum(m.quantity) as quantity from stock_movements m
        where m.product_id = l.product_id and coalesce(m.location_id, 1) = c.location_id
          and m.lot_id is not distinct from l.lot_id and m.created_at <= l.counted_at) m on true
      where c.status = 'posted' and not l.is_merged and l.counted_quantity <> coalesce(m.quantity, 0) order by l.id`,
  },
  {
    name: 'Movements of posted counts equal their differences',
    faults: sql`select concat(c.count_number, ', product ', l.product_id, ': ', trim_scale(l.counted_quantity - l.book_quantity),
        ' as difference, ', coalesce(m.quantity, 0), ' moved') as what
      from count_lines l join counts c on c.id = l.count_id
      left join lateral (select m.quantity from stock_movements m
        where m.source_type = 'count' and m.source_id = c.id and m.product_id = l.product_id
          and m.lot_id is not distinct from l.lot_id and m.created_at = l.counted_at order by m.id limit 1) m on true
      where c.status = 'posted' and not l.is_merged and l.counted_quantity - l.book_quantity <> coalesce(m.quantity, 0)
      order by l.id`,
  },
];
