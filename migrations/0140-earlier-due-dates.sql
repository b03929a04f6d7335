-- The earlier due dates of an issued invoice, each with the instant until which it counted: they give the age of its balance on
-- a past day (docs/product/receivables.md#ageing). Null where it never changed.
alter table invoices add column earlier_due_dates jsonb;
create function keep_due_date() returns trigger language plpgsql as $$
begin
  new.earlier_due_dates := coalesce(old.earlier_due_dates, '[]')
    || jsonb_build_object('due_date', old.due_date, 'until', greatest(old.updated_at, new.updated_at));
  return new;
end $$;
create trigger keep_due_date before update of due_date on invoices for each row
  when (old.due_date is distinct from new.due_date and old.status <> 'draft') execute function keep_due_date();
