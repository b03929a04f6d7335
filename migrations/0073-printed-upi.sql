-- The UPI ID whose QR code an issued invoice bears, also where its account is a bank's (docs/product/invoices.md#issued-documents).
alter table issued_documents add column upi_id text;
create or replace function keep_issued_document() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if not exists (select from invoices where id = old.invoice_id and status <> 'draft') then return old; end if;
  elsif old.pdf is null and (new.invoice_id, new.document, new.account, new.logo_digest, new.upi_id, new.frozen_at)
      is not distinct from (old.invoice_id, old.document, old.account, old.logo_digest, old.upi_id, old.frozen_at) then
    return new;
  end if;
  raise exception 'An issued document never changes';
end $$;
