create table services (
  id integer generated always as identity primary key,
  service_name text not null,
  service_type text not null default 'Product Installation' check (service_type in (
    'Warranty', 'AMC', 'Product Installation', 'Re-Installation', 'Demo Request',
    'Training', 'Maintenance', 'Consultation', 'Repair', 'Other')),
  sku_code text,
  description text,
  category text,
  -- Null is a price on request, which 0 is not.
  price numeric(14,2) check (price >= 0),
  duration_days integer check (duration_days >= 0),
  priority text not null default 'Medium' check (priority in ('Low', 'Medium', 'High', 'Critical')),
  pricing_model text not null default 'Fixed'
    check (pricing_model in ('Fixed', 'Hourly', 'Monthly', 'Yearly', 'Per Unit')),
  hourly_rate numeric(14,2) check (hourly_rate >= 0),
  minimum_hours integer check (minimum_hours >= 0),
  is_on_site boolean not null default true,
  is_remote boolean not null default false,
  service_areas text,
  requirements text,
  included_items text,
  excluded_items text,
  tags text,
  notes text,
  is_active boolean not null default true,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null
);
create index services_by_name on services (lower(service_name), id);
select track_changes('services');
