-- Samples that an advance or an IRN of a note stands on stay (migration 0089); advances are never samples.
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
    union select 'invoices', e.invoice_id from e_invoices e
    union select 'invoices', e.invoice_id from e_way_bills e
    union select 'credit_notes', e.credit_note_id from note_e_invoices e
    union select 'customers', a.customer_id from advances a
    union select 'orders', a.order_id from advances a where a.order_id is not null
    -- A legal series has no gaps: what was issued after a document of one's own stays.
    union select 'invoices', i.id from invoices i join (
        select number_year, min(number_sequence) as first from invoices own
        where not is_sample('invoices', own.id) group by number_year
      ) f on f.number_year = i.number_year and f.first < i.number_sequence
    union select 'credit_notes', n.id from credit_notes n join (
        select kind, number_year, min(number_sequence) as first from credit_notes own
        where not is_sample('credit_notes', own.id) group by kind, number_year
      ) f on f.kind = n.kind and f.number_year = n.number_year and f.first < n.number_sequence
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
