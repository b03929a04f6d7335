-- The list of quotations has the source of the lead (docs/product/quotations.md#screen), and a customer's page the quotations of
-- the leads that it was: both change with the lead.
create function note_lead_on_quotations() returns trigger language plpgsql as $$
begin
  perform note_changed('quotations', array(select id from quotations
    where lead_id = new.id or customer_id in (old.converted_customer_id, new.converted_customer_id) limit 2001));
  return null;
end $$;
create trigger note_source_on_quotations after update on leads for each row
  when ((old.lead_source, old.converted_customer_id) is distinct from (new.lead_source, new.converted_customer_id))
  execute function note_lead_on_quotations();
