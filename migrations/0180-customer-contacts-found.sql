-- The further contacts of a customer and its GSTIN find it (docs/product/search.md#what-is-found): what is searched of the
-- contacts is kept in the customer's row, so that one index has all of it.
alter table customers add column contact_texts text;

-- It follows the contacts, is in no history of its own, and leaves the version as it is.
create or replace trigger audit_updated after update on customers referencing old table as removed new table as added
  for each statement execute function keep_audit_log('customers', 'id', '{updated_at,contact_texts}', 'false', 'true');

create function contact_texts_of(customer integer) returns text language sql stable as $$
  select string_agg(concat_ws(E'\n', name, email, phone, phone_digits(phone)), E'\n' order by id)
  from customer_contacts where customer_id = customer
$$;

create function keep_contact_texts() returns trigger language plpgsql as $$
declare
  touched integer[];
begin
  if tg_op = 'INSERT' then
    touched := array(select distinct customer_id from added);
  elsif tg_op = 'DELETE' then
    touched := array(select distinct customer_id from removed);
  else
    touched := array(select customer_id from added union select customer_id from removed);
  end if;
  -- Of two changes at the same time the second one waits here, and then reads the contacts of the first one too.
  perform id from customers where id = any (touched) order by id for no key update;
  update customers t set contact_texts = contact_texts_of(t.id)
  where id = any (touched) and contact_texts is distinct from contact_texts_of(t.id);
  return null;
end $$;
create trigger keep_texts_inserted after insert on customer_contacts referencing new table as added
  for each statement execute function keep_contact_texts();
create trigger keep_texts_updated after update on customer_contacts referencing old table as removed new table as added
  for each statement execute function keep_contact_texts();
create trigger keep_texts_deleted after delete on customer_contacts referencing old table as removed
  for each statement execute function keep_contact_texts();

update customers t set contact_texts = contact_texts_of(t.id)
where exists (select from customer_contacts c where c.customer_id = t.id);

-- For what is typed into a new customer: who has that email address or telephone number among its contacts.
create index customer_contacts_email_key on customer_contacts (folded(email));
create index customer_contacts_phone_key on customer_contacts (phone_key(phone));
