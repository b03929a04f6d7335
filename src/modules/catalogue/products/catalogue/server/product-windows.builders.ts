/** Names that sort and fold in unusual ways, and values on the bounds of every band. */
export const fillProducts = `
  insert into brands (brand_name, created_at, updated_at)
    select unnest(array['Zoë', 'anvaya 10', 'Anvaya 9', 'ŠKF', 'skf 2', 'Åkerströms', '東洋']), now(), now();
  insert into products (product_name, sku_code, description, barcode, category_id, subcategory_id, brand_id, unit_price,
      cost_price, stock_quantity, reorder_level, is_active, unit_of_measure, created_at, updated_at)
    select w[1 + n % 12] || ' ' || (n * 7919) % 40 || case n % 5 when 0 then ' (M' || n % 9 || ')' else '' end,
      case n % 3 when 0 then 'SKU-' when 1 then 'sku ' else 'É' end || n, case n % 4 when 0 then d[1 + n % 5] end,
      case n % 6 when 0 then '890' || n end, nullif(n % 5, 0), case when n % 10 = 1 then 1 end, nullif(n % 8, 0),
      p[1 + n % 9], case n % 4 when 0 then null when 1 then 0 else round(p[1 + n % 9] * (n % 13) / 10, 2) end,
      (n * 31) % 25, (n * 17) % 13, n % 7 <> 0, case n % 2 when 0 then 'each' else 'kg' end,
      timestamptz '2026-01-01' + (n % 50) * interval '1 hour', now()
    from generate_series(1, 420) n, (select
      array['Hex bolt', 'hex Bolt', 'Écrou', 'ecrou', 'Zange', 'İğne', 'ΣΊΣΥΦΟΣ', 'Bolt-', '_bolt%', 'बोल्ट', 'ﬁtting', '5 mm bolt'] as w,
      array['Zinc plated', 'Für Außen', 'box of\nten', 'ΣΊΣΥΦΟΣ', 'a_b%c\\d'] as d,
      array[0, 99.99, 100, 499.99, 500, 1000, 4999.99, 5000, 12.5] as p) words`;
