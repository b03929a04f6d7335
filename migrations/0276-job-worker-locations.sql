-- With whom goods lie: a vendor that works on them (docs/product/locations.md#fields).
-- Vendors with one are not deleted; of samples, vendors go before locations.
alter table locations add column vendor_id integer references vendors on delete set null,
  add check (vendor_id is null or kind = 'job_worker');
create unique index locations_vendor_key on locations (vendor_id) where vendor_id is not null;

-- Locations show the names of their vendors.
create function note_vendor_on_locations() returns trigger language plpgsql as $$
begin
  perform note_changed('locations', array(select id from locations where vendor_id = new.id));
  return null;
end $$;
create trigger note_shown_on_locations after update on vendors for each row
  when (old.company_name is distinct from new.company_name) execute function note_vendor_on_locations();

-- Sample vendors with whom own goods lie stay.
do $$
declare
  source text := pg_get_functiondef('keep_bought_samples()'::regprocedure);
  change text[];
begin
  change := array['where not is_sample(''products'', p.product_id)',
    'where not is_sample(''products'', p.product_id)
    union select ''vendors'', l.vendor_id from locations l where l.vendor_id is not null and not is_sample(''locations'', l.id)'];
  if position(change[1] in source) = 0 then
    raise exception 'keep_bought_samples has no %', change[1];
  end if;
  execute replace(source, change[1], change[2]);
end $$;
