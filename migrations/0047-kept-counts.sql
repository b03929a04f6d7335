-- How many products each group has, and how many are low on stock (`what` is 'low', `of_id` 0). A statement adds a row for
-- what it changed instead of changing one, so that two people at once never wait for each other; an hourly job adds rows up.
create table product_counts (
  what text not null check (what in ('category', 'subcategory', 'brand', 'low')),
  of_id integer not null,
  products integer not null
);
create index product_counts_what on product_counts (what, of_id) include (products);

create function count_products() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from product_counts;
  elsif tg_op = 'INSERT' then
    insert into product_counts
      select what, of_id, sum(products)
      from (
        select category_id, subcategory_id, brand_id,
          stock_quantity > 0 and stock_quantity <= reorder_level as is_low, count(*) as products
        from added group by 1, 2, 3, 4
      ) changes, lateral (values ('category', category_id), ('subcategory', subcategory_id), ('brand', brand_id),
        ('low', case when is_low then 0 end)) counted (what, of_id)
      where of_id is not null group by 1, 2;
  elsif tg_op = 'DELETE' then
    insert into product_counts
      select what, of_id, -sum(products)
      from (
        select category_id, subcategory_id, brand_id,
          stock_quantity > 0 and stock_quantity <= reorder_level as is_low, count(*) as products
        from removed group by 1, 2, 3, 4
      ) changes, lateral (values ('category', category_id), ('subcategory', subcategory_id), ('brand', brand_id),
        ('low', case when is_low then 0 end)) counted (what, of_id)
      where of_id is not null group by 1, 2;
  else
    insert into product_counts
      select what, of_id, sum(products)
      from (
        select category_id, subcategory_id, brand_id, is_low, sum(change) as products
        from (
          select category_id, subcategory_id, brand_id,
            stock_quantity > 0 and stock_quantity <= reorder_level as is_low, 1 as change from added
          union all
          select category_id, subcategory_id, brand_id,
            stock_quantity > 0 and stock_quantity <= reorder_level, -1 from removed
        ) both_versions group by 1, 2, 3, 4 having sum(change) <> 0
      ) changes, lateral (values ('category', category_id), ('subcategory', subcategory_id), ('brand', brand_id),
        ('low', case when is_low then 0 end)) counted (what, of_id)
      where of_id is not null group by 1, 2 having sum(products) <> 0;
  end if;
  return null;
end $$;
create trigger count_inserted_products after insert on products
  referencing new table as added for each statement execute function count_products();
create trigger count_updated_products after update on products
  referencing old table as removed new table as added for each statement execute function count_products();
create trigger count_deleted_products after delete on products
  referencing old table as removed for each statement execute function count_products();
create trigger count_truncated_products after truncate on products
  for each statement execute function count_products();
insert into product_counts
  select what, of_id, count(*)
  from products, lateral (values ('category', category_id), ('subcategory', subcategory_id), ('brand', brand_id),
    ('low', case when stock_quantity > 0 and stock_quantity <= reorder_level then 0 end)) counted (what, of_id)
  where of_id is not null group by 1, 2;

-- What is outstanding now, whatever the period, for the whole company and for the customers of a workspace.
create index invoices_outstanding on invoices (customer_id)
  where status in ('pending', 'sent', 'partially_paid', 'overdue') and balance_due > 0;
