import type { SupplyType } from '~/modules/catalogue/tax/supply.rules';
import { LaterList } from './json-parts.rules';
import type {
  AdvanceRow,
  DocumentRow,
  Gstr1,
  HsnRow,
  NilRow,
  StateRow,
  SeriesRow,
  Sums,
} from './gstr1.fields';

type Json = Readonly<Record<string, unknown>>;

/**
 * The file of a month for the portal's offline tool (docs/product/returns.md#json): tables without rows are left out,
 * notes are positive and named by their type. Its documents are made as the file is written.
 */
export function portalFile({ gstin, month, tables }: Gstr1): Json {
  const [year = '', number = ''] = month.split('-');
  const { b2b, b2cl, b2cs, exp, cdnr, cdnur, at, txpd, nil, hsn, doc_issue } = tables;
  const all = {
    b2b: grouped(b2b.rows, ({ gstin: ctin }) => ({ ctin: ctin ?? '' }), ['inv', invoice]),
    b2cl: grouped(b2cl.rows, ({ place_of_supply: pos }) => ({ pos }), ['inv', largeInvoice]),
    b2cs: b2cs.rows.map(supplyKeyOf),
    exp: grouped(exp.rows, ({ supply_type }) => ({ exp_typ: exportCode(supply_type) }), [
      'inv',
      exported,
    ]),
    cdnr: grouped(cdnr.rows, ({ gstin: ctin }) => ({ ctin: ctin ?? '' }), ['nt', note]),
    cdnur: new LaterList(byDocument(cdnur.rows), unregisteredNote),
    at: advancesOf(at.rows),
    txpd: advancesOf(txpd.rows),
  };
  const filled = Object.entries(all).filter(([, rows]) => rows.length > 0);
  return {
    gstin: gstin ?? '',
    fp: `${number}${year}`,
    version: 'GST3.2.1',
    hash: 'hash',
    ...Object.fromEntries(filled),
    ...(nil.rows.length > 0 ? { nil: { inv: nil.rows.map(nilOf) } } : {}),
    ...(hsn.rows.length > 0 ? { hsn: hsnOf(hsn.rows) } : {}),
    ...(doc_issue.rows.length > 0 ? { doc_issue: { doc_det: seriesOf(doc_issue.rows) } } : {}),
  };
}

type Rows = [DocumentRow, ...DocumentRow[]];

/** The rows of each document together; they follow each other. */
function byDocument(rows: readonly DocumentRow[]): Rows[] {
  const documents: Rows[] = [];
  for (const row of rows) {
    const last = documents.at(-1);
    if (last?.[0].document === row.document) last.push(row);
    else documents.push([row]);
  }
  return documents;
}

interface Group {
  head: Json;
  documents: Rows[];
}

function grouped(
  rows: readonly DocumentRow[],
  headOf: (row: DocumentRow) => Json,
  [list, print]: readonly [list: string, print: (rows: Rows) => Json],
): LaterList<Group> {
  const groups = new Map<string, Group>();
  for (const each of byDocument(rows)) {
    const head = headOf(each[0]);
    const key = JSON.stringify(head);
    const group = groups.get(key) ?? { head, documents: [] };
    group.documents.push(each);
    groups.set(key, group);
  }
  return new LaterList([...groups.values()], ({ head, documents }) => ({
    ...head,
    [list]: new LaterList(documents, print),
  }));
}

function invoice(rows: Rows): Json {
  return {
    ...numberOf(rows[0]),
    pos: rows[0].place_of_supply,
    rchrg: rows[0].reverse_charge ? 'Y' : 'N',
    inv_typ: typeOf(rows[0].supply_type),
    itms: itemsOf(rows),
  };
}

function largeInvoice(rows: Rows): Json {
  return { ...numberOf(rows[0]), itms: itemsOf(rows) };
}

function exported(rows: Rows): Json {
  const itms = rows.map((row) => ({
    txval: row.taxable_value,
    rt: row.rate,
    iamt: row.igst_amount,
    csamt: 0,
  }));
  return { ...numberOf(rows[0]), ...shippingBillOf(rows[0]), itms };
}

/** What the portal takes of the shipping bill, as far as it is known. */
function shippingBillOf({
  port_code,
  shipping_bill_number,
  shipping_bill_date,
}: DocumentRow): Json {
  return {
    ...(port_code ? { sbpcode: port_code } : {}),
    ...(shipping_bill_number ? { sbnum: shipping_bill_number } : {}),
    ...(shipping_bill_date ? { sbdt: portalDay(shipping_bill_date) } : {}),
  };
}

function note(rows: Rows): Json {
  const [first] = rows;
  return {
    ...noteOf(first),
    pos: first.place_of_supply,
    rchrg: first.reverse_charge ? 'Y' : 'N',
    inv_typ: typeOf(first.supply_type),
    itms: itemsOf(rows),
  };
}

function unregisteredNote(rows: Rows): Json {
  const [first] = rows;
  const isLarge = first.supply_type === 'b2c';
  const typ = isLarge ? 'B2CL' : first.supply_type === 'export_with' ? 'EXPWP' : 'EXPWOP';
  const pos = isLarge ? { pos: first.place_of_supply } : {};
  return { typ, ...noteOf(first), ...pos, itms: itemsOf(rows) };
}

function numberOf({ number, date, value }: DocumentRow): Json {
  return { inum: number, idt: portalDay(date), val: value };
}

function noteOf({ kind, number, date, value }: DocumentRow): Json {
  const ntty = kind === 'credit_note' ? 'C' : 'D';
  return { ntty, nt_num: number, nt_dt: portalDay(date), val: Math.abs(value) };
}

function itemsOf(rows: Rows): Json[] {
  return rows.map((row, index) => {
    const positive = (amount: number) => Math.abs(amount);
    return {
      num: index + 1,
      itm_det: { txval: positive(row.taxable_value), rt: row.rate, ...taxesOf(row, positive) },
    };
  });
}

function taxesOf(row: Sums, of: (amount: number) => number = (amount) => amount): Json {
  const isWithin = row.cgst_amount !== 0 || row.sgst_amount !== 0;
  return isWithin
    ? { camt: of(row.cgst_amount), samt: of(row.sgst_amount), csamt: 0 }
    : { iamt: of(row.igst_amount), csamt: 0 };
}

function supplyKeyOf(row: StateRow): Json {
  const { is_between_states, igst_amount: iamt, cgst_amount: camt, sgst_amount: samt } = row;
  return {
    sply_ty: is_between_states ? 'INTER' : 'INTRA',
    pos: row.place_of_supply,
    typ: 'OE',
    rt: row.rate,
    txval: row.taxable_value,
    ...(is_between_states ? { iamt } : { camt, samt }),
    csamt: 0,
  };
}

/** Advances by place, each with its rates; amounts are without the tax that they include. */
function advancesOf(rows: readonly AdvanceRow[]): Json[] {
  const entries = new Map<string, Json & { itms: Json[] }>();
  for (const row of rows) {
    const { place_of_supply: pos, is_between_states, rate: rt, taxable_value: ad_amt } = row;
    const { igst_amount: iamt, cgst_amount: camt, sgst_amount: samt } = row;
    const head = { pos, sply_ty: is_between_states ? 'INTER' : 'INTRA' };
    const key = JSON.stringify(head);
    const entry = entries.get(key) ?? { ...head, itms: [] };
    entry.itms.push({ rt, ad_amt, ...(is_between_states ? { iamt } : { camt, samt }), csamt: 0 });
    entries.set(key, entry);
  }
  return [...entries.values()];
}

function nilOf({ is_between_states, is_registered, exempt, nil_rated, non_gst }: NilRow): Json {
  const where = is_between_states ? 'INTR' : 'INTRA';
  return {
    sply_ty: `${where}${is_registered ? 'B2B' : 'B2C'}`,
    expt_amt: exempt,
    nil_amt: nil_rated,
    ngsup_amt: non_gst,
  };
}

function hsnOf(rows: readonly HsnRow[]): Json {
  const part = (name: HsnRow['part']) =>
    rows.filter((row) => row.part === name).map((row, index) => hsnRow(row, index + 1));
  return { hsn_b2b: part('b2b'), hsn_b2c: part('b2c') };
}

function hsnRow(row: HsnRow, num: number): Json {
  return {
    num,
    hsn_sc: row.hsn_code ?? '',
    uqc: row.uqc ?? 'OTH',
    qty: row.quantity,
    rt: row.rate,
    txval: row.taxable_value,
    iamt: row.igst_amount,
    camt: row.cgst_amount,
    samt: row.sgst_amount,
    csamt: 0,
  };
}

const natures = {
  invoice: { doc_num: 1, doc_typ: 'Invoices for outward supply' },
  debit_note: { doc_num: 4, doc_typ: 'Debit Note' },
  credit_note: { doc_num: 5, doc_typ: 'Credit Note' },
  receipt_voucher: { doc_num: 6, doc_typ: 'Receipt Voucher' },
  refund_voucher: { doc_num: 8, doc_typ: 'Refund Voucher' },
} as const;

function seriesOf(rows: readonly SeriesRow[]): Json[] {
  return Object.entries(natures)
    .map(([kind, nature]) => ({ nature, own: rows.filter((row) => row.kind === kind) }))
    .filter(({ own }) => own.length > 0)
    .map(({ nature, own }) => ({
      ...nature,
      docs: own.map(({ first, last, total, cancelled, issued }, index) => ({
        num: index + 1,
        from: first,
        to: last,
        totnum: total,
        cancel: cancelled,
        net_issue: issued,
      })),
    }));
}

function typeOf(type: SupplyType): string {
  if (type === 'sez_with') return 'SEWP';
  if (type === 'sez_without') return 'SEWOP';
  return type === 'deemed' ? 'DE' : 'R';
}

function exportCode(type: SupplyType): string {
  return type === 'export_with' ? 'WPAY' : 'WOPAY';
}

/** `02-11-2026`. */
function portalDay(day: string): string {
  return day.split('-').reverse().join('-');
}
