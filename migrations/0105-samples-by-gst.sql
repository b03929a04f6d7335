-- Samples of a company by GST with advances, IRNs, e-way bills and a logo, and sample views (docs/product/running.md#sample-data).
alter table receipt_voucher_numbers add column first_number integer not null default 1;
alter table refund_voucher_numbers add column first_number integer not null default 1;

-- A logo that somebody has put in the place of the sample is the company's own.
create function own_logo() returns trigger language plpgsql as $$
begin
  delete from sample_records where entity = 'company_logo' and record_id = old.id;
  return null;
end $$;
create trigger own_logo after update or delete on company_logo for each row execute function own_logo();

create or replace function keep_used_samples() returns integer language plpgsql as $$
declare kept integer;
begin
  with used (entity, id) as (
    select 'customers', o.customer_id from orders o where not is_sample('orders', o.id)
    union select 'customers', i.customer_id from invoices i where not is_sample('invoices', i.id)
    union select 'customers', l.converted_customer_id from leads l where not is_sample('leads', l.id)
    union select 'orders', i.order_id from invoices i where not is_sample('invoices', i.id)
    union select 'invoices', p.invoice_id from payments p where not is_sample('payments', p.id)
    union select 'invoices', n.invoice_id from credit_notes n where not is_sample('credit_notes', n.id)
    union select 'payments', p.id from payments p where not is_sample('invoices', p.invoice_id)
    union select 'credit_notes', n.id from credit_notes n where not is_sample('invoices', n.invoice_id)
    union select 'invoices', e.invoice_id from e_invoices e where not is_sample('e_invoices', e.invoice_id)
    union select 'invoices', e.invoice_id from e_way_bills e where not is_sample('e_way_bills', e.invoice_id)
    union select 'e_invoices', e.invoice_id from e_invoices e where not is_sample('invoices', e.invoice_id)
    union select 'e_way_bills', e.invoice_id from e_way_bills e where not is_sample('invoices', e.invoice_id)
    union select 'credit_notes', e.credit_note_id from note_e_invoices e
    union select 'customers', a.customer_id from advances a where not is_sample('advances', a.id)
    union select 'orders', a.order_id from advances a where a.order_id is not null and not is_sample('advances', a.id)
    -- An advance, what payments took of it and what was given back stay together, or its sums were wrong.
    union select 'advances', p.advance_id from payments p where p.advance_id is not null and not is_sample('payments', p.id)
    union select 'payments', p.id from payments p where p.advance_id is not null and not is_sample('advances', p.advance_id)
    union select 'advances', r.advance_id from advance_refunds r where not is_sample('advance_refunds', r.id)
    union select 'advance_refunds', r.id from advance_refunds r where not is_sample('advances', r.advance_id)
    -- A legal series has no gaps: what was issued after a document of one's own stays.
    union select 'invoices', i.id from invoices i join (
        select number_year, min(number_sequence) as first from invoices own
        where not is_sample('invoices', own.id) group by number_year
      ) f on f.number_year = i.number_year and f.first < i.number_sequence
    union select 'credit_notes', n.id from credit_notes n join (
        select kind, number_year, min(number_sequence) as first from credit_notes own
        where not is_sample('credit_notes', own.id) group by kind, number_year
      ) f on f.kind = n.kind and f.number_year = n.number_year and f.first < n.number_sequence
    union select 'advances', a.id from advances a join (
        select number_year, min(number_sequence) as first from advances own
        where not is_sample('advances', own.id) group by number_year
      ) f on f.number_year = a.number_year and f.first < a.number_sequence
    union select 'advance_refunds', r.id from advance_refunds r join (
        select number_year, min(number_sequence) as first from advance_refunds own
        where not is_sample('advance_refunds', own.id) group by number_year
      ) f on f.number_year = r.number_year and f.first < r.number_sequence
    union select 'products', l.product_id from order_lines l where not is_sample('orders', l.order_id)
    union select 'products', l.product_id from invoice_lines l where not is_sample('invoices', l.invoice_id)
    union select 'services', l.service_id from order_lines l where not is_sample('orders', l.order_id)
    union select 'services', l.service_id from invoice_lines l where not is_sample('invoices', l.invoice_id)
    union select 'brands', p.brand_id from products p where not is_sample('products', p.id)
    union select 'workspaces', r.workspace_id from leads r where not is_sample('leads', r.id)
    union select 'workspaces', r.workspace_id from customers r where not is_sample('customers', r.id)
    union select 'workspaces', m.workspace_id from workspace_members m where not is_sample('users', m.user_id)
    union select 'users', r.assigned_to from leads r where not is_sample('leads', r.id)
  )
  update sample_records s set stays = true from used
    where s.entity = used.entity and s.record_id = used.id and not s.stays;
  get diagnostics kept = row_count;
  return kept;
end $$;

-- Removes what nothing of one's own stands on, with what hangs on it, and says how many records that were.
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
  delete from voucher_files f using (
      select voucher_number, 'advances' as entity, id from advances
      union all select voucher_number, 'advance_refunds', id from advance_refunds
    ) v join sample_records s on s.entity = v.entity and s.record_id = v.id and not s.stays
    where f.voucher_number = v.voucher_number;
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

create or replace function begin_series_anew() returns void language plpgsql as $$
begin
  delete from invoice_numbers s
    where not exists (select from invoices i where i.number_year = s.financial_year and i.number_sequence is not null);
  update invoice_numbers s set first_number = f.first from (
      select number_year, min(number_sequence) as first from invoices where number_sequence is not null group by number_year
    ) f where f.number_year = s.financial_year and f.first > s.first_number;
  delete from credit_note_numbers s where not exists (select from credit_notes n
    where n.kind = 'credit' and n.number_year = s.financial_year and n.number_sequence is not null);
  delete from freed_invoice_numbers f where not exists (select from invoice_numbers s
    where s.financial_year = f.financial_year and s.first_number <= f.number);
  update credit_note_numbers s set first_number = f.first from (
      select number_year, min(number_sequence) as first from credit_notes
      where kind = 'credit' and number_sequence is not null group by number_year
    ) f where f.number_year = s.financial_year and f.first > s.first_number;
  delete from debit_note_numbers s where not exists (select from credit_notes n
    where n.kind = 'debit' and n.number_year = s.financial_year and n.number_sequence is not null);
  update debit_note_numbers s set first_number = f.first from (
      select number_year, min(number_sequence) as first from credit_notes
      where kind = 'debit' and number_sequence is not null group by number_year
    ) f where f.number_year = s.financial_year and f.first > s.first_number;
  delete from receipt_voucher_numbers s where not exists (select from advances a where a.number_year = s.financial_year);
  update receipt_voucher_numbers s set first_number = f.first from (
      select number_year, min(number_sequence) as first from advances group by number_year
    ) f where f.number_year = s.financial_year and f.first > s.first_number;
  delete from refund_voucher_numbers s where not exists (select from advance_refunds r where r.number_year = s.financial_year);
  update refund_voucher_numbers s set first_number = f.first from (
      select number_year, min(number_sequence) as first from advance_refunds group by number_year
    ) f where f.number_year = s.financial_year and f.first > s.first_number;
end $$;
