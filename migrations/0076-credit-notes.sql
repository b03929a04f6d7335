-- Credit and debit notes (docs/product/credit-notes.md): what they take off an invoice and add to it. Not every server can give
-- a generated column another expression, so the balance is made anew, with its indexes.
alter table invoices
  add column credited_amount numeric(14,2) not null default 0 check (credited_amount >= 0),
  add column debited_amount numeric(14,2) not null default 0 check (debited_amount >= 0),
  drop constraint invoices_check1,
  add check (paid_amount >= 0),
  drop column balance_due;
alter table invoices add column balance_due numeric(14,2) not null
  generated always as (greatest(total_amount + debited_amount - paid_amount - credited_amount, 0)) stored;
create index invoices_issued on invoices (invoice_date) include (status, balance_due)
  where status not in ('draft', 'cancelled');
create index invoices_outstanding on invoices (customer_id)
  where status in ('pending', 'sent', 'partially_paid', 'overdue') and balance_due > 0;

create table credit_note_numbers (
  financial_year text primary key,
  last_number integer not null check (last_number > 0)
);
create table debit_note_numbers (
  financial_year text primary key,
  last_number integer not null check (last_number > 0)
);
select track_log(series, series, 'financial_year', '{}')
  from unnest(array['credit_note_numbers', 'debit_note_numbers']) series;

create table credit_notes (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('credit', 'debit')),
  note_number text not null,
  invoice_id integer not null references invoices,
  note_date date not null,
  reason text not null check (reason in ('return', 'price', 'quantity', 'tax', 'other')),
  goods_return boolean not null default false check (not goods_return or kind = 'credit'),
  status text not null default 'draft' check (status in ('draft', 'issued', 'cancelled')),
  subtotal numeric(14,2) not null check (subtotal >= 0),
  tax_rate numeric(5,2) not null check (tax_rate between 0 and 100),
  tax_amount numeric(14,2) not null check (tax_amount >= 0),
  cgst_amount numeric(14,2) not null default 0 check (cgst_amount >= 0),
  sgst_amount numeric(14,2) not null default 0 check (sgst_amount >= 0),
  igst_amount numeric(14,2) not null default 0 check (igst_amount >= 0),
  round_off numeric(14,2) not null default 0,
  total_amount numeric(14,2) not null check (total_amount > 0),
  item_count integer not null,
  notes text,
  mail_id bigint references mails on delete set null,
  mail_status text check (mail_status in ('queued', 'accepted', 'failed')),
  mail_error text,
  mailed_at timestamp(3) with time zone,
  created_by integer,
  created_by_name text not null,
  number_year text,
  number_sequence integer,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  unique (kind, note_number),
  unique (kind, number_year, number_sequence),
  check ((status = 'draft') = (note_number = 'DRAFT-' || id)),
  check ((status = 'draft') = (number_sequence is null))
);
create function number_draft_note() returns trigger language plpgsql as $$
begin
  new.note_number := coalesce(new.note_number, 'DRAFT-' || new.id);
  return new;
end $$;
create trigger number_draft before insert on credit_notes for each row execute function number_draft_note();
create index credit_notes_newest on credit_notes (created_at desc, id desc);
create index credit_notes_invoice_id on credit_notes (invoice_id);
create index credit_notes_created_by on credit_notes (created_by);
create index credit_notes_mail_id on credit_notes (mail_id);
create index credit_notes_mail_queued on credit_notes (id) where mail_status = 'queued';

create table credit_note_lines (
  id integer generated always as identity primary key,
  credit_note_id integer not null references credit_notes on delete cascade,
  position integer not null,
  invoice_line_id integer not null references invoice_lines,
  description text not null,
  quantity numeric(12,3) not null check (quantity > 0),
  unit_price numeric not null check (unit_price >= 0 and scale(unit_price) <= 4),
  discount_amount numeric(14,2) not null default 0 check (discount_amount >= 0),
  line_total numeric(14,2) not null check (line_total >= 0),
  cgst_amount numeric(14,2) not null default 0 check (cgst_amount >= 0),
  sgst_amount numeric(14,2) not null default 0 check (sgst_amount >= 0),
  igst_amount numeric(14,2) not null default 0 check (igst_amount >= 0)
);
create index credit_note_lines_credit_note_id on credit_note_lines (credit_note_id, position);
create index credit_note_lines_invoice_line_id on credit_note_lines (invoice_line_id);

select track_log('credit_notes', 'credit_notes', 'id', '{updated_at,created_by_name}');
-- As other lines of documents, these are never summed up (migration 0028).
create trigger audit_inserted after insert on credit_note_lines referencing new table as added
  for each statement execute function keep_audit_log('credit_notes', 'credit_note_id', '{credit_note_id}', 'true', 'false');
create trigger audit_updated after update on credit_note_lines referencing old table as removed new table as added
  for each statement execute function keep_audit_log('credit_notes', 'credit_note_id', '{credit_note_id}', 'true', 'false');
create trigger audit_deleted after delete on credit_note_lines referencing old table as removed
  for each statement execute function keep_audit_log('credit_notes', 'credit_note_id', '{credit_note_id}', 'true', 'false');
create trigger audit_emptied after truncate on credit_note_lines
  for each statement execute function keep_audit_log('credit_notes', 'credit_note_id', '{credit_note_id}', 'true', 'false');
select note_changes_of('credit_notes');

-- Notes are where the customer of their invoice is.
create function credit_note_left() returns trigger language plpgsql as $$
begin
  perform note_left('credit_notes', old.id, (select c.workspace_id from invoices i join customers c on c.id = i.customer_id
    where i.id = old.invoice_id), array[old.created_by]);
  return null;
end $$;
create trigger note_gone after delete on credit_notes for each row execute function credit_note_left();
create trigger note_moved after update on credit_notes for each row
  when (old.created_by is distinct from new.created_by) execute function credit_note_left();

create function note_customer_on_notes() returns trigger language plpgsql as $$
begin
  if old.workspace_id is distinct from new.workspace_id then
    insert into changes (entity, id, moved, was_workspace, was_owners)
    select 'credit_notes', n.id, true, old.workspace_id, array_remove(array[n.created_by], null)
    from credit_notes n join invoices i on i.id = n.invoice_id where i.customer_id = new.id;
  else
    perform note_changed('credit_notes', array(select n.id from credit_notes n join invoices i on i.id = n.invoice_id
      where i.customer_id = new.id limit 2001));
  end if;
  return null;
end $$;
create trigger note_shown_on_notes after update on customers for each row
  when (old.company_name is distinct from new.company_name or old.workspace_id is distinct from new.workspace_id)
  execute function note_customer_on_notes();

-- A return brings goods back to stock.
alter table stock_movements drop constraint stock_movements_movement_type_check,
  add constraint stock_movements_movement_type_check
    check (movement_type in ('initial', 'in', 'out', 'set', 'edit', 'import', 'order', 'return')) not valid;
alter table stock_movements validate constraint stock_movements_movement_type_check;

do $$ begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index credit_notes_search on credit_notes using gin (lower(E'\n' || note_number || E'\n') gin_trgm_ops);
  end if;
end $$;
