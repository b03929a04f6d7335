-- Every choice is kept: the newest of a type is the one in force. One who left takes the choices along.
create table consents (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  consent_type text not null
    check (consent_type in ('data_processing', 'marketing', 'analytics', 'cookies')),
  granted boolean not null,
  created_at timestamp(3) with time zone not null
);
create index consents_newest on consents (user_id, consent_type, id desc);

-- One row, which is there from the start.
create table privacy_policy (
  id integer primary key default 1 check (id = 1),
  data_controller text not null,
  contact text not null,
  -- [{item, period}], in the order in which they are shown.
  retention_periods jsonb not null,
  user_rights jsonb not null,
  processing_purposes jsonb not null,
  updated_at timestamp(3) with time zone not null
);
insert into privacy_policy values (1,
  'The company that runs this system. An administrator can put its name and address here.',
  'Please ask an administrator of this system.',
  '[{"item": "Account and profile", "period": "While the account is in use; anonymized on request"},
    {"item": "Activity log", "period": "As long as the business records that it tells of"},
    {"item": "Sign-in sessions", "period": "90 days after they ended"},
    {"item": "Failed sign-ins", "period": "1 day"},
    {"item": "Consent choices", "period": "As long as the account exists"},
    {"item": "Orders, invoices and payments", "period": "8 years, as company law asks"}]',
  '["Access: see the data stored about you and download it at any time",
    "Rectification: correct your profile or ask an administrator to",
    "Erasure: have your personal data anonymized",
    "Portability: receive your data as a JSON file",
    "Withdrawal of consent: change each of your choices at any time",
    "Complaint: turn to the data controller or the data protection authority"]',
  '["Running customer relations, orders, invoices and payments",
    "Signing in and keeping accounts secure",
    "Recording who changed what, for accounting and audits",
    "Sending the notifications that you chose"]',
  now());

-- Set once a person's data was anonymized: that account is over for good.
alter table users add column anonymized_at timestamp(3) with time zone;

-- What one person did: for the export of that person's data, and for the name in it.
create index activity_user on activity (user_id, id desc) where user_id is not null;
create index mails_recipient on mails (lower(recipient));

-- Search looks for a few letters anywhere. Where the server has trigrams, an index finds them among any number of
-- records; where it has none, the same queries read the tables. Products have none: it would cost an import half its
-- speed, and reading 100,000 of them takes 40 ms.
do $$ begin
  create extension if not exists pg_trgm;
exception when others then
  raise notice 'No trigrams here: %', sqlerrm;
end $$;
do $$ begin
  if not exists (select from pg_extension where extname = 'pg_trgm') then
    return;
  end if;
  create index leads_search on leads using gin (
    lower(E'\n' || company_name || E'\n' || contact_person || E'\n' || coalesce(email, '') || E'\n' || coalesce(phone, '')
      || E'\n' || translate(coalesce(phone, ''), ' -()+.', '') || E'\n') gin_trgm_ops);
  create index customers_search on customers using gin (
    lower(E'\n' || customer_code || E'\n' || company_name || E'\n' || contact_person || E'\n' || coalesce(email, '')
      || E'\n' || coalesce(phone, '') || E'\n' || translate(coalesce(phone, ''), ' -()+.', '') || E'\n') gin_trgm_ops);
  create index orders_search on orders using gin (lower(E'\n' || order_number || E'\n') gin_trgm_ops);
  create index invoices_search on invoices using gin (lower(E'\n' || invoice_number || E'\n') gin_trgm_ops);
  create index payments_search on payments using gin (
    lower(E'\n' || coalesce(reference_number, '') || E'\n') gin_trgm_ops);
end $$;
