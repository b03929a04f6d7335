-- A state in words counts (docs/product/customers.md#gst): customers without a code and without a GSTIN get the code of the state
-- that is written, as the server gives it to those that are saved from now on. What cannot be read, and another country than these,
-- the check of an invoice names.
create or replace function pg_temp.letters_of(text text) returns text language sql immutable as $$
  select regexp_replace(replace(lower(text), '&', 'and'), '[^a-z]', '', 'g')
$$;

create temporary table named_states on commit drop as
  select code, name from (values
    ('01', 'jammuandkashmir jk jammukashmir jammuandkashmirut'),
    ('02', 'himachalpradesh hp'),
    ('03', 'punjab pb'),
    ('04', 'chandigarh ch chandigarhut'),
    ('05', 'uttarakhand uk ut ua uttaranchal'),
    ('06', 'haryana hr'),
    ('07', 'delhi dl newdelhi nctofdelhi delhinct nationalcapitalterritoryofdelhi'),
    ('08', 'rajasthan rj'),
    ('09', 'uttarpradesh up'),
    ('10', 'bihar br'),
    ('11', 'sikkim sk'),
    ('12', 'arunachalpradesh ar'),
    ('13', 'nagaland nl'),
    ('14', 'manipur mn'),
    ('15', 'mizoram mz'),
    ('16', 'tripura tr'),
    ('17', 'meghalaya ml'),
    ('18', 'assam as'),
    ('19', 'westbengal wb bengal'),
    ('20', 'jharkhand jh'),
    ('21', 'odisha or od orissa'),
    ('22', 'chhattisgarh cg ct chattisgarh chhatisgarh'),
    ('23', 'madhyapradesh mp'),
    ('24', 'gujarat gj'),
    ('26', 'dadraandnagarhavelianddamananddiu dh dn dd damananddiu damandiu dadraandnagarhaveli dadranagarhaveli dadranagarhavelianddamandiu dnhdd'),
    ('27', 'maharashtra mh'),
    ('29', 'karnataka ka'),
    ('30', 'goa ga'),
    ('31', 'lakshadweep ld lakshadweepislands'),
    ('32', 'kerala kl'),
    ('33', 'tamilnadu tn tamilnad'),
    ('34', 'puducherry py pondicherry pondichery'),
    ('35', 'andamanandnicobarislands an andamanandnicobar andamannicobar andamannicobarislands andamanislands'),
    ('36', 'telangana tg ts telengana'),
    ('37', 'andhrapradesh ap ad'),
    ('38', 'ladakh la'),
    ('97', 'otherterritory')) as s (code, names)
  cross join lateral unnest(string_to_array(names, ' ')) as n (name);

create temporary table placed_customers on commit drop as
  select c.id, s.code from customers c
    cross join lateral (select pg_temp.letters_of(c.state) as letters,
      lpad(regexp_replace(c.state, '[^0-9]', '', 'g'), 2, '0') as digits) w
    join named_states s on case when c.state !~ '[0-9]' then s.name = w.letters
      else s.code = w.digits and w.letters in ('', s.name) end
  where c.state_code is null and c.gstin is null and c.state is not null
    and pg_temp.letters_of(coalesce(c.country, '')) in ('', 'india', 'in', 'ind', 'bharat', 'republicofindia')
  group by c.id, s.code;

insert into placed_customers
  select id, '96' from customers where state_code is null and gstin is null
    and pg_temp.letters_of(country) in ('germany', 'unitedstates', 'us', 'usa', 'unitedstatesofamerica', 'unitedkingdom', 'uk',
      'gb', 'unitedarabemirates', 'uae', 'ae', 'france', 'italy', 'spain', 'netherlands', 'belgium', 'switzerland', 'austria',
      'poland', 'sweden', 'japan', 'china', 'singapore', 'malaysia', 'indonesia', 'thailand', 'vietnam', 'australia', 'canada',
      'nepal', 'bangladesh', 'srilanka', 'bhutan', 'saudiarabia', 'qatar', 'kuwait', 'oman', 'bahrain', 'southafrica', 'kenya',
      'nigeria', 'egypt', 'brazil', 'mexico', 'turkey', 'southkorea', 'russia');

update customers c set state_code = p.code from placed_customers p where p.id = c.id;

-- Their documents by GST that are still to be issued, or to be invoiced, took the company's own state for them: it is worked out
-- again when they are saved or invoiced, and a draft is not issued before.
update invoices t set place_of_supply = null from placed_customers p, billing_profile b
where p.id = t.customer_id and t.status = 'draft' and t.tax_mode = 'gst' and t.place_of_supply = b.state_code
  and p.code <> b.state_code and t.reserved_number is null
  and not exists (select from customer_addresses a where a.id in (t.billing_address_id, t.shipping_address_id) and a.state_code is not null);
update orders t set place_of_supply = null from placed_customers p, billing_profile b
where p.id = t.customer_id and t.status <> 'cancelled' and t.tax_mode = 'gst' and t.place_of_supply = b.state_code
  and p.code <> b.state_code
  and not exists (select from customer_addresses a where a.id in (t.billing_address_id, t.shipping_address_id) and a.state_code is not null);
update quotations t set place_of_supply = null from placed_customers p, billing_profile b
where p.id = t.customer_id and t.status in ('draft', 'sent', 'accepted') and t.tax_mode = 'gst'
  and t.place_of_supply = b.state_code and p.code <> b.state_code
  and not exists (select from customer_addresses a where a.id in (t.billing_address_id, t.shipping_address_id) and a.state_code is not null);

drop function pg_temp.letters_of(text);
