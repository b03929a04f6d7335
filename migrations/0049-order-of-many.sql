-- Keeping products in order costs an import as much again as writing them. Few enough are sorted as fast without: the
-- indexes of 0048 are made when there are many, by a job, and stay from then on.
create function keep_products_in_order(fewest bigint) returns void language plpgsql security definer as $$
begin
  if to_regclass('products_low') is not null
      or (select coalesce(sum(products), 0) from product_counts where what = 'all') < fewest then
    return;
  end if;
  create index products_by_name on products (product_name collate natural_text, id desc);
  create index products_by_sku on products (sku_code collate natural_text, id desc);
  create index products_by_price on products (unit_price, id desc);
  create index products_by_stock on products (stock_quantity, id desc);
  create index products_by_category on products (coalesce(category_id, 0), id desc) include (category_id);
  create index products_low on products (id desc)
    where case when stock_quantity <= 0 then 'out' when stock_quantity <= reorder_level then 'low' else 'in' end = 'low';
  analyze products;
end $$;
do $$ begin
  execute format('alter function keep_products_in_order(bigint) set search_path = %I, pg_temp', current_schema());
  if (select coalesce(sum(products), 0) from product_counts where what = 'all') < 120000 then
    drop index products_by_name, products_by_sku, products_by_price, products_by_stock, products_by_category, products_low;
  end if;
end $$;
