-- Lines of products have the decimals of the product's unit (docs/product/orders.md#lines).
do $$
declare name text;
begin
  select conname into strict name from pg_constraint
    where conrelid = 'order_lines'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%trunc(quantity)%';
  execute format('alter table order_lines drop constraint %I', name);
end $$;
