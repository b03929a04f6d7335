-- What issued invoices say, as it was when they were issued (docs/product/invoices.md#issued-documents).
create table printed_logos (
  digest text primary key,
  type text not null check (type in ('image/png', 'image/jpeg')),
  content bytea not null
);

create table issued_documents (
  invoice_id integer primary key references invoices on delete cascade,
  document jsonb not null,
  account jsonb,
  logo_digest text references printed_logos,
  pdf bytea,
  frozen_at timestamp(3) with time zone not null default now()
);
alter table issued_documents alter column pdf set storage external;
create index issued_documents_unprinted on issued_documents (invoice_id) where pdf is null;

-- A draft's is what its mail says, and goes with it; an issued one's only ever gets its file.
create function keep_issued_document() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if not exists (select from invoices where id = old.invoice_id and status <> 'draft') then return old; end if;
  elsif old.pdf is null and (new.invoice_id, new.document, new.account, new.logo_digest, new.frozen_at)
      is not distinct from (old.invoice_id, old.document, old.account, old.logo_digest, old.frozen_at) then
    return new;
  end if;
  raise exception 'An issued document never changes';
end $$;
create trigger keep_issued_document before update or delete on issued_documents
  for each row execute function keep_issued_document();
