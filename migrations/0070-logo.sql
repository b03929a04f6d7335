-- The company's logo (docs/product/billing.md#logo).
create table company_logo (
  id integer primary key check (id = 1),
  type text not null check (type in ('image/png', 'image/jpeg')),
  content bytea not null,
  changed_at timestamp(3) with time zone not null
);
select track_log('company_logo', 'billing_profile', 'id', '{content}', true);
