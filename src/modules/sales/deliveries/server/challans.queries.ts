import { sql } from 'kysely';
import type { TaxSplit } from '~/modules/catalogue/tax/supply.rules';
import type { SupplyParts } from '~/modules/sales/documents/taxes/tax-changes.rules';
import { type Db, findJson } from '~/kit/server/database/db';
import { buyer, delivery, seller } from '~/modules/sales/papers/server/parties.service';
import { dataUrl, freezePaper } from '~/modules/sales/papers/server/printing.service';
import type { Challan } from '../challans.fields';
import { transportNames } from '../deliveries.fields';

/** The supply of goods that may be another than their order's. */
export interface OwnSupply {
  place_of_supply: string | null;
  split: TaxSplit;
}

/**
 * The delivery with what its order says of tax, or its own place and split; after the order's deletion only what was kept is
 * complete.
 */
const sourceWith = (own: OwnSupply | null) => sql`(select d.*, o.billing_address_id,
    coalesce(o.tax_mode, 'single') as tax_mode, coalesce(o.supply_type, 'b2c') as supply_type,
    ${own ? sql`${own.place_of_supply}::text` : sql`o.place_of_supply`} as place_of_supply,
    ${own?.split ?? null}::text as split, coalesce(o.reverse_charge, false) as reverse_charge,
    coalesce(o.tax_rate, 0) as order_rate, o.delivery_terms
  from deliveries d left join orders o on o.id = d.order_id)`;

/** SQL: the lots of a line `l`, as `lotsText` names them, behind its description. */
const lotsNamed = sql`coalesce(' (' || (select string_agg(o->>'lot_number' || case when o->'quantity' = '1'
    and not exists (select from jsonb_array_elements(l.lots) a where a->'quantity' <> '1') then ''
    else ' × ' || (o->>'quantity') end, ', ') from jsonb_array_elements(l.lots) o) || ')', '')`;

/** Each line has the share of its order line's value, and the tax on it at that line's rate. */
const priced = sql`(select x.*, round(x.taxable_value * x.half_rate / 100, 2) as cgst_amount,
    round(x.taxable_value * x.half_rate / 100, 2) as sgst_amount, round(x.taxable_value * x.whole_rate / 100, 2) as igst_amount
  from (select l.id, l.position, l.description || ${lotsNamed} as description, false as "isService", coalesce(ol.hsn_code, p.hsn_code) as hsn_code, l.unit,
      (select u.uqc from units u where lower(u.code) = lower(l.unit)) as uqc, l.quantity,
      coalesce(ol.unit_price, 0) as unit_price, round(l.quantity * coalesce(ol.unit_price, 0), 2) as gross_amount,
      round(coalesce(ol.line_total - ol.discount_share, 0) * l.quantity / coalesce(ol.quantity, 1), 2) as taxable_value,
      ol.tax_treatment, ol.tax_rate,
      case when coalesce(t.split = 'within', ol.cgst_amount > 0) then coalesce(ol.tax_rate, 0) / 2 else 0 end as half_rate,
      case when coalesce(t.split = 'between', ol.igst_amount > 0) then coalesce(ol.tax_rate, 0) else 0 end as whole_rate
    from delivery_lines l join products p on p.id = l.product_id left join order_lines ol on ol.id = l.order_line_id
    where l.delivery_id = t.id) x)`;

const lines = sql`(select json_agg(json_build_object('id', x.id, 'description', x.description, 'isService', x."isService",
    'hsn_code', x.hsn_code, 'unit', x.unit, 'uqc', x.uqc, 'quantity', x.quantity, 'unit_price', x.unit_price,
    'gross_amount', x.gross_amount, 'discount_percent', null,
    'discount_amount', greatest(x.gross_amount - x.taxable_value, 0), 'taxable_value', x.taxable_value,
    'tax_treatment', x.tax_treatment, 'tax_rate', x.tax_rate, 'cgst_amount', x.cgst_amount,
    'sgst_amount', x.sgst_amount, 'igst_amount', x.igst_amount) order by x.position, x.id) from ${priced} x)`;

const sums = sql`lateral (select sum(x.taxable_value) as subtotal, sum(x.cgst_amount) as cgst_amount,
    sum(x.sgst_amount) as sgst_amount, sum(x.igst_amount) as igst_amount from ${priced} x) s`;

const tax = sql`case when t.tax_mode = 'single' then round(s.subtotal * t.order_rate / 100, 2)
  else s.cgst_amount + s.sgst_amount + s.igst_amount end`;

/** The delivery `t` as its challan says it, by what the tables say now. */
const liveDocument = sql`(select row_to_json(d) from (
  select 'delivery' as kind, t.id, t.delivery_number as number, t.delivery_date as date, null as due_date, t.status,
    t.tax_mode, t.supply_type, t.place_of_supply, t.reverse_charge,
    (select value #>> '{}' from settings where name = 'lut_number') as lut_number,
    ${seller} as seller, ${buyer} as buyer, ${delivery} as delivery, ${lines} as lines,
    s.subtotal, t.order_rate as tax_rate, ${tax} as tax_amount, s.cgst_amount, s.sgst_amount, s.igst_amount,
    0 as round_off, s.subtotal + ${tax} as total_amount,
    null as terms_conditions, null as notes, t.delivery_terms, null as original, null as reason, t.order_number,
    coalesce(t.printed_own, printed_custom('deliveries', t.custom)) as own
  from ${sums}) d)`;

const transport = sql`(select row_to_json(p) from (select ${sql.join(
  transportNames.map((name) => sql.ref(`t.${name}`)),
)}) p)`;

/** A delivery by GST whose place of supply may be another than its order's, with the supply of that. */
export interface Diversion {
  shipping_address_id: number | null;
  order: SupplyParts;
  /** The company's own state. */
  seller: string | null;
  lut_number: string | null;
}

/** Null where the goods go where their order says, to a place that was chosen for it, and where that has one rate. */
export async function findDiversion(db: Db, id: number): Promise<Diversion | null> {
  return findJson<Diversion>(
    db,
    sql`select d.shipping_address_id,
        json_build_object('customer_id', o.customer_id, 'tax_mode', o.tax_mode, 'supply_type', o.supply_type,
          'place_of_supply', o.place_of_supply, 'place_chosen', o.place_chosen, 'reverse_charge', o.reverse_charge,
          'billing_address_id', o.billing_address_id, 'shipping_address_id', o.shipping_address_id) as "order",
        (select state_code from billing_profile) as seller,
        (select value #>> '{}' from settings where name = 'lut_number') as lut_number
      from deliveries d join orders o on o.id = d.order_id
      where d.id = ${id} and o.tax_mode = 'gst'
        and (not o.place_chosen or d.shipping_address_id is distinct from o.shipping_address_id)`,
  );
}

/** All that the challan of a delivery says: what was kept when it was dispatched, or what the records say now. */
export async function findChallan(
  db: Db,
  id: number,
  own: OwnSupply | null,
): Promise<Challan | null> {
  return findJson<Challan>(
    db,
    sql`select case when d.record_id is null then ${liveDocument}::jsonb
          else d.document || jsonb_build_object('status', t.status) end as goods,
        ${transport} as transport,
        case when d.record_id is null then ${dataUrl(sql`company_logo`)}
          else ${dataUrl(sql`printed_logos where digest = d.logo_digest`)} end as logo
      from ${sourceWith(own)} t left join papers d on d.kind = 'deliveries' and d.record_id = t.id and t.status <> 'draft'
      where t.id = ${id}`,
  );
}

/** Keeps what the challan of a dispatched delivery says, unless it is kept already. */
export async function freezeChallan(db: Db, id: number, own: OwnSupply | null): Promise<void> {
  await freeze(db, [id], own);
}

/** The same of deliveries whose goods go where those of their order go. */
export async function freezeChallans(db: Db, ids: readonly number[]): Promise<void> {
  await freeze(db, ids, null);
}

async function freeze(db: Db, ids: readonly number[], own: OwnSupply | null): Promise<void> {
  const paper = sql`select t.id, ${liveDocument}::jsonb as document, null::jsonb as account, null::text as upi_id
    from ${sourceWith(own)} t where t.id = any (${ids}::integer[]) and t.status <> 'draft'`;
  await freezePaper(db, 'deliveries', { paper });
}
