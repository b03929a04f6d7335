-- A note may say how its writer was in touch (docs/product/records.md#contact).
alter table record_notes add column channel text check (channel in ('call', 'whatsapp', 'visit', 'meeting'));

-- Documents show the phone of their customer or lead, and follow it.
create trigger note_phone_shown after update on customers for each row
  when (old.phone is distinct from new.phone) execute function note_customer_shown();
create trigger note_phone_on_deliveries after update on customers for each row
  when (old.phone is distinct from new.phone) execute function note_customer_on_deliveries();
create trigger note_phone_on_quotations after update on customers for each row
  when (old.phone is distinct from new.phone) execute function note_party_on_quotations('customer');
create trigger note_phone_on_quotations after update on leads for each row
  when (old.phone is distinct from new.phone) execute function note_party_on_quotations('lead');
