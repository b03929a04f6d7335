-- Lists that are too long for a browser are sorted, filtered and searched here, in the browser's own order and words.
-- A server without ICU sorts by characters.
do $$ begin
  create collation natural_text (provider = icu, locale = 'en-u-kn-true-ks-level1', deterministic = false);
  create collation letter_text (provider = icu, locale = 'und');
exception when feature_not_supported then
  create collation natural_text from "C";
  create collation letter_text from "C";
end $$;

-- As `folded` in the browser: lower case without Latin, Greek and Cyrillic accents.
create function folded(typed text) returns text language sql immutable parallel safe
  return case when octet_length(typed) = char_length(typed) then lower(typed collate "C") collate "default"
    else translate(lower(regexp_replace(normalize(typed, nfkd), '[\u0300-\u036f]', '', 'g') collate letter_text), 'ς', 'σ')
      collate "default" end;

create index products_by_name on products (product_name collate natural_text, id desc);
create index products_by_sku on products (sku_code collate natural_text, id desc);
create index products_by_price on products (unit_price, id desc);
create index products_by_stock on products (stock_quantity, id desc);
create index products_by_category on products (coalesce(category_id, 0), id desc) include (category_id);

-- What the planner could not guess: how many products are low on stock, and how many far above.
create index products_low on products (id desc)
  where case when stock_quantity <= 0 then 'out' when stock_quantity <= reorder_level then 'low' else 'in' end = 'low';
create statistics products_stock_status on
  (case when stock_quantity <= 0 then 'out' when stock_quantity <= reorder_level then 'low' else 'in' end) from products;
create statistics products_reorder_alert on (case when stock_quantity <= reorder_level then 'needs-reorder'
  when stock_quantity <= 2 * reorder_level then 'normal' else 'well-stocked' end) from products;

-- All that the list's search reads of a product itself, beginning with what the search of everything does.
do $$ begin
  if not exists (select from pg_extension where extname = 'pg_trgm') then
    return;
  end if;
  drop index if exists products_search;
  create index products_search on products using gin (
    folded(E'\n' || sku_code || E'\n' || product_name || E'\n' || coalesce(barcode, '') || E'\n' || coalesce(description, ''))
    gin_trgm_ops) with (gin_pending_list_limit = 131072);
end $$;

-- Kept as well: how many products there are ('all') and how many without stock ('out'), and what the stock is worth in
-- rupees ('value', in the column of counts).
alter table product_counts alter column products type numeric;
alter table product_counts drop constraint product_counts_what_check;
alter table product_counts add check (what in ('category', 'subcategory', 'brand', 'low', 'all', 'out', 'value'));

create or replace function count_products() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from product_counts;
  elsif tg_op = 'INSERT' then
    insert into product_counts (what, of_id, products)
      select what, of_id, sum(amount)
      from (
        select category_id, subcategory_id, brand_id, stock_quantity <= 0 as is_out,
          stock_quantity > 0 and stock_quantity <= reorder_level as is_low, count(*) as products,
          sum(stock_quantity * unit_price) as value
        from added group by 1, 2, 3, 4, 5
      ) changes, lateral (values ('category', category_id, products), ('subcategory', subcategory_id, products),
        ('brand', brand_id, products), ('low', case when is_low then 0 end, products),
        ('out', case when is_out then 0 end, products), ('all', 0, products), ('value', 0, value)
      ) counted (what, of_id, amount)
      where of_id is not null group by 1, 2 having sum(amount) <> 0;
  elsif tg_op = 'DELETE' then
    insert into product_counts (what, of_id, products)
      select what, of_id, -sum(amount)
      from (
        select category_id, subcategory_id, brand_id, stock_quantity <= 0 as is_out,
          stock_quantity > 0 and stock_quantity <= reorder_level as is_low, count(*) as products,
          sum(stock_quantity * unit_price) as value
        from removed group by 1, 2, 3, 4, 5
      ) changes, lateral (values ('category', category_id, products), ('subcategory', subcategory_id, products),
        ('brand', brand_id, products), ('low', case when is_low then 0 end, products),
        ('out', case when is_out then 0 end, products), ('all', 0, products), ('value', 0, value)
      ) counted (what, of_id, amount)
      where of_id is not null group by 1, 2 having sum(amount) <> 0;
  else
    insert into product_counts (what, of_id, products)
      select what, of_id, sum(amount)
      from (
        select category_id, subcategory_id, brand_id, is_out, is_low, sum(change) as products,
          sum(change * stock_quantity * unit_price) as value
        from (
          select category_id, subcategory_id, brand_id, stock_quantity <= 0 as is_out,
            stock_quantity > 0 and stock_quantity <= reorder_level as is_low, stock_quantity, unit_price, 1 as change
          from added
          union all
          select category_id, subcategory_id, brand_id, stock_quantity <= 0,
            stock_quantity > 0 and stock_quantity <= reorder_level, stock_quantity, unit_price, -1
          from removed
        ) both_versions group by 1, 2, 3, 4, 5
        having sum(change) <> 0 or sum(change * stock_quantity * unit_price) <> 0
      ) changes, lateral (values ('category', category_id, products), ('subcategory', subcategory_id, products),
        ('brand', brand_id, products), ('low', case when is_low then 0 end, products),
        ('out', case when is_out then 0 end, products), ('all', 0, products), ('value', 0, value)
      ) counted (what, of_id, amount)
      where of_id is not null group by 1, 2 having sum(amount) <> 0;
  end if;
  return null;
end $$;

insert into product_counts (what, of_id, products)
  select what, 0, amount
  from (select count(*) as products, count(*) filter (where stock_quantity <= 0) as out,
      coalesce(sum(stock_quantity * unit_price), 0) as value from products) counted,
    lateral (values ('all', products), ('out', out), ('value', value)) each (what, amount)
  where amount <> 0;
