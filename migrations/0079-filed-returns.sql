-- Months whose GSTR-1 was filed, and what it told of each document (docs/product/returns.md#filed).
create table filed_returns (
  month text primary key check (month ~ '^[0-9]{4}-[0-9]{2}$'),
  filed_at timestamp(3) with time zone not null,
  filed_by integer
);
select track_log('filed_returns', 'filed_returns', 'month', '{}');

create table filed_documents (
  month text not null references filed_returns on delete cascade,
  kind text not null check (kind in ('invoice', 'credit_note', 'debit_note')),
  document_id integer not null,
  number text not null,
  digest text not null,
  primary key (month, kind, document_id)
);
