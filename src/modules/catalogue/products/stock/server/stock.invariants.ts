import { sql } from 'kysely';
import type { Check } from '~/kit/server/checks/checks';

export const stockChecks: readonly Check[] = [
  {
    name: 'Stored product counts are correct',
    faults: sql`select concat(what, ' ', of_id, ': ', sum(kept), ' counted, ', sum(there), ' there') as what
      from (
        select what, of_id, products as kept, 0 as there from product_counts
        union all
        select what, of_id, 0, amount
        from products, lateral (values ('category', category_id, 1), ('subcategory', subcategory_id, 1),
          ('brand', brand_id, 1), ('low', case when stock_quantity > 0 and stock_quantity <= reorder_level then 0 end, 1),
          ('out', case when stock_quantity <= 0 then 0 end, 1), ('all', 0, 1),
          ('value', 0, stock_quantity * unit_price)
        ) counted (what, of_id, amount) where of_id is not null
      ) each (what, of_id, kept, there)
      group by what, of_id having sum(kept) <> sum(there) order by what, of_id`,
  },
  {
    name: 'Product stock equals the sum of its movements',
    faults: sql`select concat(p.sku_code, ': ', p.stock_quantity, ' in stock, ', coalesce(m.moved, 0),
        ' by its movements') as what
      from products p left join (
        select product_id, sum(quantity) as moved from stock_movements group by product_id
      ) m on m.product_id = p.id
      where p.stock_quantity <> coalesce(m.moved, 0) order by p.id`,
  },
  {
    name: 'The value of stock equals the sum of its movements, and is 0 without stock',
    faults: sql`select concat(p.sku_code, ': ', p.stock_value, ' as value, ', coalesce(m.value, 0), ' by its movements, ',
        p.stock_quantity, ' in stock') as what
      from products p left join (
        select product_id, sum(value) as value from stock_movements group by product_id
      ) m on m.product_id = p.id
      where p.stock_value <> coalesce(m.value, 0) or (p.stock_quantity = 0 and p.stock_value <> 0)
        or (p.stock_quantity > 0 and p.stock_value < 0) order by p.id`,
  },
  {
    name: 'Each movement has the value that follows from those before it',
    faults: sql`select concat('movement ', m.id, ' of product ', m.product_id, ': ', m.value, ' and ', m.difference, ' for ',
        (m.state).moved, ' and ', (m.state).difference) as what
      from (
        select m.*, stock_history(case when m.is_void then 0 else m.quantity end, m.movement_type, m.worth, m.cost,
            not m.is_void and (v.last_movement is null or m.id > v.last_movement)) over (partition by m.product_id
            order by greatest(m.created_at, case when m.id > v.last_movement then v.valued_from end), m.id) as state
        from stock_movements m left join stock_valuation v on true
      ) m where m.value <> (m.state).moved or m.difference <> (m.state).difference order by m.id`,
  },
  {
    name: 'What was cancelled and what took it back are nothing together',
    faults: sql`select concat(source_type, ' ', source_id, ' left ', sum(quantity), ' of product ', product_id) as what
      from stock_movements where is_void
      group by source_type, source_id, product_id, location_id, lot_id, created_at
      having sum(quantity) <> 0 order by source_type, source_id`,
  },
  {
    name: 'Each stock movement continues from the previous one',
    faults: sql`select concat('movement ', id, ' of product ', product_id, ' begins at ', quantity_before,
        ', the one before ended at ', ended) as what
      from (
        select id, product_id, quantity_before,
          lag(quantity_after, 1, 0) over (partition by product_id order by id) as ended
        from stock_movements
      ) m where quantity_before <> ended order by id`,
  },
  {
    name: 'What lies in locations and lots equals the sum of its movements',
    faults: sql`select concat('product ', product_id, ' in location ', location_id, ', lot ', lot_id, ': ', sum(kept),
        ' there, ', sum(moved), ' by its movements') as what
      from (
        select product_id, location_id, lot_id, quantity as kept, 0 as moved from stock_levels
        union all
        select product_id, coalesce(location_id, 1), lot_id, 0, quantity from stock_movements
          where location_id is not null or lot_id is not null
      ) each group by product_id, location_id, lot_id having sum(kept) <> sum(moved) order by product_id, location_id`,
  },
  {
    name: 'Held stock is what lies in holds and with job workers',
    faults: sql`select concat(p.sku_code, ': ', p.held_quantity, ' held, ', coalesce(l.quantity, 0), ' there') as what
      from products p left join (
        select product_id, sum(quantity) as quantity from stock_levels
        where location_id in (select id from locations where kind <> 'store') group by product_id
      ) l on l.product_id = p.id
      where p.held_quantity <> coalesce(l.quantity, 0) order by p.id`,
  },
  {
    name: 'All stock of a tracked product is in lots, each serial number once',
    faults: sql`select concat(p.sku_code, ': ', p.stock_quantity, ' in stock, ', coalesce(l.quantity, 0), ' in lots') as what
      from products p left join (
        select product_id, sum(quantity) as quantity, max(quantity) as most from stock_levels where lot_id is not null group by product_id
      ) l on l.product_id = p.id
      where p.tracking <> 'none'
        and (p.stock_quantity <> coalesce(l.quantity, 0) or (p.tracking = 'serial' and coalesce(l.most, 0) > 1)) order by p.id`,
  },
  {
    name: 'Quantities have no more decimals than their unit allows',
    faults: sql`select concat(p.sku_code, ': ', p.stock_quantity, ' in stock, ', p.reserved_quantity, ' reserved, ',
        p.reorder_level, ' and ', p.min_order_quantity, ' as levels; ', u.code, ' has ', u.decimals, ' decimals') as what
      from products p join units u on u.code = p.unit_of_measure
      where greatest(scale(p.stock_quantity), scale(p.reserved_quantity), scale(p.reorder_level),
        scale(p.min_order_quantity)) > u.decimals order by p.id`,
  },
  {
    name: 'Movements, categories, subcategories and brands of products exist',
    faults: sql`select concat('movement ', m.id, ' belongs to product ', m.product_id, ', which does not exist') as what
      from stock_movements m where not exists (select from products p where p.id = m.product_id)
      union all
      select concat(p.sku_code, ' points at category ', p.category_id, ', subcategory ', p.subcategory_id,
        ', brand ', p.brand_id, ', of which one is not there')
      from products p
      where (p.category_id is not null and not exists (select from categories c where c.id = p.category_id))
        or (p.subcategory_id is not null and not exists (
          select from subcategories s where s.id = p.subcategory_id and s.category_id = p.category_id))
        or (p.brand_id is not null and not exists (select from brands b where b.id = p.brand_id))`,
  },
];
