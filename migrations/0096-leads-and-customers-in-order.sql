-- To sort a million texts takes as long as a list may take. As with products (0049) the indexes are made when there are
-- many, by a job, and stay from then on: few are sorted as fast without, and writing them is dearer with each.
create function keep_leads_in_order(fewest bigint) returns void language plpgsql security definer as $$
begin
  if to_regclass('leads_by_name') is not null or (select count(*) from (select from leads limit fewest) few) < fewest then
    return;
  end if;
  create index leads_by_name on leads (company_name collate natural_text, created_at desc, id desc);
  create index leads_by_contact on leads (contact_person collate natural_text, created_at desc, id desc);
  create index leads_by_email on leads (email collate natural_text, created_at desc, id desc);
  analyze leads;
end $$;
create function keep_customers_in_order(fewest bigint) returns void language plpgsql security definer as $$
begin
  if to_regclass('customers_by_name') is not null
      or (select count(*) from (select from customers limit fewest) few) < fewest then
    return;
  end if;
  create index customers_by_name on customers (company_name collate natural_text, created_at desc, id desc);
  create index customers_by_contact on customers (contact_person collate natural_text, created_at desc, id desc);
  create index customers_by_email on customers (email collate natural_text, created_at desc, id desc);
  create index customers_by_code on customers (customer_code collate natural_text, created_at desc, id desc);
  analyze customers;
end $$;
do $$ begin
  execute format('alter function keep_leads_in_order(bigint) set search_path = %I, pg_temp', current_schema());
  execute format('alter function keep_customers_in_order(bigint) set search_path = %I, pg_temp', current_schema());
end $$;
