-- Whether a person chose the place of supply: otherwise it follows from buyer and addresses (docs/product/tax.md#place-of-supply).
-- Of the documents so far, those count as chosen whose place is not the one that follows today.
alter table orders add column place_chosen boolean not null default false;
alter table quotations add column place_chosen boolean not null default false;
alter table invoices add column place_chosen boolean not null default false;

do $$
declare
  document text[];
begin
  foreach document slice 1 in array array[
    ['orders', 'order_lines', 'order_id', 't.customer_id is not null'],
    ['invoices', 'invoice_lines', 'invoice_id', 't.customer_id is not null'],
    -- What a lead says in words counts, and is read by the server alone.
    ['quotations', 'quotation_lines', 'quotation_id', 'not exists (select from leads w
      where w.id = t.lead_id and coalesce(w.state, w.country, '''') <> '''')']
  ] loop
    execute format(
      'update %1$I t set place_chosen = true from (
        select d.id, case
          when d.supply_type in (''export_with'', ''export_without'') then ''96''
          when s.state_code is not null
            and coalesce(substr(s.gstin, 3, 10) = substr(coalesce(b.gstin, c.gstin), 3, 10), true)
            and exists (select from %2$I l left join products p on p.id = l.product_id
              where l.%3$I = d.id and l.service_id is null
                and coalesce(l.hsn_code, p.hsn_code, '''') not like ''99%%'') then s.state_code
          when b.gstin is null and c.gstin is not null then coalesce(c.state_code, b.state_code, own.state_code)
          else coalesce(b.state_code, c.state_code, own.state_code) end as state_code
        from %1$I d left join billing_profile own on true
          left join customers c on c.id = d.customer_id
          left join customer_addresses b on b.id = d.billing_address_id
          left join customer_addresses s on s.id = d.shipping_address_id
        where d.tax_mode = ''gst'' and d.place_of_supply is not null
      ) f where f.id = t.id and t.place_of_supply is distinct from f.state_code and %4$s',
      document[1], document[2], document[3], document[4]);
  end loop;
end $$;
