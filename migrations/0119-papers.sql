-- One table of what issued papers say and of their files, by the table and the id of their record: what were
-- `issued_documents`, `credit_note_files` and `voucher_files`. A row without a file is printed later; a row without a
-- document says what its own record keeps.
drop trigger keep_issued_document on issued_documents;
drop function keep_issued_document;
alter table issued_documents rename to papers;
alter table papers rename column invoice_id to record_id;
alter table papers drop constraint issued_documents_pkey, drop constraint issued_documents_invoice_id_fkey;
alter table papers add column kind text not null default 'invoices';
alter table papers alter column kind drop default, alter column document drop not null;
alter table papers add primary key (kind, record_id);
drop index issued_documents_unprinted;
create index papers_unprinted on papers (kind, record_id) where pdf is null;

insert into papers (kind, record_id, pdf)
  select 'credit_notes', credit_note_id, pdf from credit_note_files
  union all select 'advances', a.id, f.pdf from voucher_files f join advances a using (voucher_number)
  union all select 'advance_refunds', r.id, f.pdf from voucher_files f join advance_refunds r using (voucher_number);

-- A draft's is what its mail says, and goes with it; an issued one's only ever gets its file.
create function keep_paper() returns trigger language plpgsql as $$
declare
  is_issued boolean;
begin
  if tg_op = 'DELETE' then
    execute format('select exists (select from %I t where id = $1 and to_jsonb(t) ->> ''status'' is distinct from ''draft'')', old.kind)
      using old.record_id into is_issued;
    if not is_issued then return old; end if;
  elsif old.pdf is null and (new.kind, new.record_id, new.document, new.account, new.logo_digest, new.upi_id, new.frozen_at)
      is not distinct from (old.kind, old.record_id, old.document, old.account, old.logo_digest, old.upi_id, old.frozen_at) then
    return new;
  end if;
  raise exception 'An issued paper never changes';
end $$;
create trigger keep_paper before update or delete on papers for each row execute function keep_paper();

create function drop_paper() returns trigger language plpgsql as $$
begin
  delete from papers where kind = tg_table_name and record_id = old.id;
  return null;
end $$;
create trigger drop_paper after delete on invoices for each row execute function drop_paper();
create trigger drop_paper after delete on credit_notes for each row execute function drop_paper();
create trigger drop_paper after delete on advances for each row execute function drop_paper();
create trigger drop_paper after delete on advance_refunds for each row execute function drop_paper();

-- Copies of the version before read and write under the old names, until the release after this one.
drop table credit_note_files, voucher_files;
drop function keep_note_file;
create view issued_documents as
  select kind, record_id as invoice_id, document, account, logo_digest, pdf, frozen_at, upi_id
  from papers where kind = 'invoices';
alter view issued_documents alter column kind set default 'invoices';
create view credit_note_files as
  select kind, record_id as credit_note_id, pdf from papers where kind = 'credit_notes';
alter view credit_note_files alter column kind set default 'credit_notes';
create view voucher_files as
  select v.voucher_number, p.pdf
  from papers p join (
    select 'advances' as kind, id, voucher_number from advances
    union all select 'advance_refunds', id, voucher_number from advance_refunds
  ) v on v.kind = p.kind and v.id = p.record_id;
create function keep_voucher_file() returns trigger language plpgsql as $$
begin
  insert into papers (kind, record_id, pdf)
    select 'advances', id, new.pdf from advances where voucher_number = new.voucher_number
    union all select 'advance_refunds', id, new.pdf from advance_refunds where voucher_number = new.voucher_number
    on conflict do nothing;
  return new;
end $$;
create trigger keep_voucher_file instead of insert on voucher_files for each row execute function keep_voucher_file();
do $$ begin
  if exists (select from pg_roles where rolname = 'crm_app') then
    grant select, insert, update, delete on issued_documents, credit_note_files, voucher_files to crm_app;
  end if;
end $$;

-- The files of vouchers go with their records now.
create or replace function remove_samples() returns integer language plpgsql as $$
declare
  gone integer;
  part text;
begin
  update sample_records set stays = false where stays;
  while keep_used_samples() > 0 loop null; end loop;
  select count(*) into gone from sample_records where not stays;
  delete from notifications n using activity a, sample_records s
    where a.id = n.activity_id and a.entity = s.entity and a.record_id = s.record_id and not s.stays;
  delete from activity a using sample_records s
    where a.entity = s.entity and a.record_id = s.record_id and not s.stays;
  foreach part in array array['record_notes', 'attached_files', 'next_steps'] loop
    execute format('delete from %I h using sample_records s where h.kind = s.entity and h.record_id = s.record_id and not s.stays',
      part);
  end loop;
  foreach part in array array['e_invoices', 'e_way_bills'] loop
    execute format('delete from %I e using sample_records s where s.entity = %L and s.record_id = e.invoice_id and not s.stays',
      part, part);
  end loop;
  foreach part in array array['credit_notes', 'payments', 'advance_refunds', 'advances', 'invoices', 'orders',
      'leads', 'customers', 'products', 'services', 'brands', 'workspaces', 'payment_methods', 'views', 'company_logo', 'users'] loop
    execute format('delete from %I t using sample_records s where s.entity = %L and s.record_id = t.id and not s.stays',
      part, part);
  end loop;
  update products p set reserved_quantity = coalesce(h.held, 0)
    from products q left join (
      select l.product_id, sum(l.quantity) as held from order_lines l join orders o on o.id = l.order_id
      where o.status in ('confirmed', 'processing') group by l.product_id
    ) h on h.product_id = q.id
    where q.id = p.id and p.reserved_quantity <> coalesce(h.held, 0);
  perform begin_series_anew();
  update billing_profile set company_name = null, legal_name = null, tax_id = null, billing_address = null, city = null,
      state = null, zip_code = null, state_code = null
    where company_name like '% (sample)';
  delete from sample_records where not stays;
  return gone;
end $$;
