create table customers (
  id integer generated always as identity primary key,
  company_name text not null,
  contact_person text not null,
  email text,
  phone text,
  industry text,
  company_size text,
  employee_count integer check (employee_count >= 0),
  customer_code text not null,
  website text,
  billing_address text,
  shipping_address text,
  city text,
  state text,
  country text,
  postal_code text,
  credit_limit numeric(14,2) check (credit_limit >= 0),
  payment_terms text check (payment_terms in ('net_15', 'net_30', 'net_60', 'cod', 'prepaid')),
  is_active boolean not null default true,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null
);
create unique index customers_customer_code_key on customers (lower(customer_code));
create sequence customer_code_numbers;
select track_changes('customers');

create table pipeline_stages (
  id integer generated always as identity primary key,
  stage_name text not null,
  stage_order integer not null,
  description text,
  is_active boolean not null default true,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now()
);
select track_changes('pipeline_stages');
insert into pipeline_stages (stage_name, stage_order, description) values
  ('New', 1, 'Just arrived, not spoken to yet'),
  ('Contacted', 2, 'First conversation held'),
  ('Qualified', 3, 'Need, budget and time are known'),
  ('Proposal', 4, 'An offer is with the customer'),
  ('Negotiation', 5, 'Terms are being settled'),
  ('Won', 6, 'Agreed: ready to become a customer');

create table leads (
  id integer generated always as identity primary key,
  company_name text not null,
  contact_person text not null,
  email text,
  phone text,
  industry text,
  company_size text check (company_size in ('small', 'medium', 'large', 'enterprise')),
  annual_revenue numeric(14,2) check (annual_revenue >= 0),
  website text,
  address text,
  city text,
  state text,
  country text,
  postal_code text,
  lead_source text check (lead_source in ('trade_show', 'referral', 'website', 'cold_outreach', 'other')),
  initial_inquiry text,
  lead_score integer check (lead_score between 0 and 100),
  current_stage_id integer references pipeline_stages,
  assigned_to integer references users on delete set null,
  status text not null default 'active'
    check (status in ('active', 'contacted', 'qualified', 'converted', 'lost', 'inactive')),
  converted_customer_id integer references customers on delete set null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null
);
create index leads_newest on leads (created_at desc, id desc);
create index leads_current_stage_id on leads (current_stage_id);
create index leads_assigned_to on leads (assigned_to);
select track_changes('leads');
