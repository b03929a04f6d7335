import { noShippingBill } from '~/modules/sales/documents/shipping-bills.fields';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import type {
  DocumentRow,
  DocumentTable,
  Gstr1,
  HsnRow,
  NilRow,
  StateRow,
  Sums,
  SeriesRow,
} from './gstr1.fields';
import type { DamagedDocument } from '~/modules/sales/documents/findings/damaged-documents.rules';
import type {
  ReportedAdvance,
  ReportedVoucher,
} from '~/modules/billing/advances/reported-advances.fields';
import { AdvanceTables } from './advance-tables.rules';
import {
  noSums,
  plus,
  type Reported,
  type ReportedLine,
  reportedOf,
  type ReturnDocument,
  signed,
  signOf,
  taxOf,
} from './reported-lines.rules';
import { RowGroups } from './row-groups.rules';
import { skippedMessage, warningsOf } from './return-warnings.rules';

const order: readonly SeriesRow['kind'][] = [
  'invoice',
  'debit_note',
  'credit_note',
  'receipt_voucher',
  'refund_voucher',
];

interface Numbered {
  kind: SeriesRow['kind'];
  number: string;
  status: string;
}

interface Counted extends Numbered {
  /** The running number at the end of its number. */
  sequence: number;
}

/**
 * Counts the documents of a month by series, each in unbroken runs of numbers: a number that another month has ends a
 * run (docs/product/returns.md#tables). A series is the text before the running number.
 */
class IssuedSeries {
  readonly #series = new Map<string, Counted[]>();

  add({ kind, number, status }: Numbered): void {
    const digits = /(?<!\d)\d+$/.exec(number)?.[0] ?? '';
    const key = `${kind} ${number.slice(0, number.length - digits.length)}`;
    const series = this.#series.get(key) ?? [];
    series.push({ kind, number, status, sequence: Number(digits) });
    this.#series.set(key, series);
  }

  rows(): SeriesRow[] {
    return [...this.#series]
      .sort(([a, [one]], [b, [other]]) => rank(one) - rank(other) || (a < b ? -1 : 1))
      .flatMap(([, documents]) => runsOf(documents));
  }
}

function rank(first: Numbered | undefined): number {
  return first ? order.indexOf(first.kind) : order.length;
}

function runsOf(documents: readonly Counted[]): SeriesRow[] {
  const rows: SeriesRow[] = [];
  let last: number | null = null;
  for (const { kind, number, status, sequence } of [...documents].sort(
    (a, b) => a.sequence - b.sequence,
  )) {
    let run = rows.at(-1);
    if (!run || last === null || sequence > last + 1) {
      run = { kind, first: number, last: number, total: 0, cancelled: 0, issued: 0 };
      rows.push(run);
    }
    run.last = number;
    run.total += 1;
    run[status === 'cancelled' ? 'cancelled' : 'issued'] += 1;
    last = sequence;
  }
  return rows;
}

interface Return {
  /** The company's. */
  gstin: string | null;
  /** YYYY-MM. */
  month: string;
}

/** The tables of a month's documents, in the order of date and number (docs/product/returns.md#tables). */
export function gstr1(documents: Iterable<ReturnDocument>, of: Return): Gstr1 {
  const building = new Gstr1Building(of);
  for (const document of documents) building.add(document);
  return building.end();
}

/** The same for documents that come slice by slice. */
export class Gstr1Building {
  readonly #of: Return;
  readonly #series = new IssuedSeries();
  readonly #documents: Gstr1['documents'] = [];
  readonly #warnings: Gstr1['warnings'] = [];
  readonly #byRate: Record<DocumentTable, RateRows> = {
    b2b: new RateRows(),
    b2cl: new RateRows(),
    exp: new RateRows(),
    cdnr: new RateRows(),
    cdnur: new RateRows(),
  };
  readonly #positions = new RowGroups<StateRow>();
  readonly #nil = new RowGroups<NilRow>();
  readonly #hsn = new RowGroups<HsnRow>();
  readonly #advances: AdvanceTables;
  #totals: Gstr1['totals'] = {
    ...noSums,
    documents: 0,
    reverse_charge_tax: 0,
    round_off: 0,
    total_amount: 0,
  };

  constructor(of: Return) {
    this.#of = of;
    this.#advances = new AdvanceTables(of.month);
  }

  addAdvance(advance: ReportedAdvance): void {
    const listed = this.#advances.add(advance, this.#documents.length);
    if (listed) this.#documents.push(listed);
  }

  addVoucher({ voucher: { kind, number }, status }: ReportedVoucher): void {
    this.#series.add({ kind: `${kind}_voucher`, number, status });
  }

  /** A damaged document is in no table but that of numbers, and a warning names it. */
  leaveOut({ kind, id, number, status }: DamagedDocument): void {
    this.#series.add({ kind, number, status });
    this.#warnings.push({ kind, id, number, message: skippedMessage });
  }

  add(doc: ReturnDocument): void {
    if (doc.status === 'draft') return;
    this.#series.add(doc);
    this.#warnings.push(...warningsOf(doc, this.#of.gstin));
    if (doc.status === 'cancelled' || doc.tax_mode === 'single') return;
    const reported = reportedOf(doc);
    const position = this.#documents.length;
    this.#count(doc, reported);
    this.#addTaxed(doc, reported, position);
    for (const line of reported.lines) {
      if (line.nil !== null) this.#addNil(reported, line, position);
      this.#addHsn(reported, line, position);
    }
  }

  end(): Gstr1 {
    const { b2b, b2cl, exp, cdnr, cdnur } = this.#byRate;
    return {
      ...this.#of,
      tables: {
        b2b: b2b.table(),
        b2cl: b2cl.table(),
        exp: exp.table(),
        b2cs: this.#positions.table(({ place_of_supply, rate }) => [place_of_supply, rate]),
        nil: this.#nil.table((row) => [!row.is_between_states, !row.is_registered]),
        cdnr: cdnr.table(),
        cdnur: cdnur.table(),
        ...this.#advances.tables(),
        hsn: this.#hsn.table(
          (row) => [row.part, row.hsn_code, row.rate, row.uqc],
          (row) => ({ ...row, quantity: toHundredths(row.quantity) }),
        ),
        doc_issue: { rows: this.#series.rows() },
      },
      totals: this.#totals,
      warnings: this.#warnings,
      documents: this.#documents,
    };
  }

  #count(doc: ReturnDocument, { lines, sign }: Reported): void {
    const { kind, id, number, date, buyer } = doc;
    const sums = lines.reduce<Sums>(plus, noSums);
    const total_amount = signed(sign, doc.total_amount);
    this.#documents.push({ kind, id, number, date, buyer: buyer.name, total_amount, ...sums });
    const all = this.#totals;
    const owed = doc.reverse_charge ? taxOf(sums) : 0;
    this.#totals = {
      ...plus(all, sums),
      documents: all.documents + 1,
      reverse_charge_tax: sumOf([all.reverse_charge_tax, owed]),
      round_off: sumOf([all.round_off, signed(sign, doc.round_off)]),
      total_amount: sumOf([all.total_amount, total_amount]),
    };
  }

  #addTaxed(doc: ReturnDocument, reported: Reported, document: number): void {
    const byRate = new Map<number, Sums>();
    for (const line of reported.lines.filter(({ nil }) => nil === null))
      byRate.set(line.rate, plus(byRate.get(line.rate) ?? noSums, line));
    const { table, section, isBetweenStates: is_between_states } = reported;
    for (const [rate, sums] of byRate) {
      if (table === 'b2cs') {
        const { place_of_supply } = doc;
        const row = { place_of_supply, is_between_states, rate };
        this.#positions.add(row, { ...sums, document });
      } else this.#byRate[table].add({ ...rowOf(doc), section, document, rate, ...sums });
    }
  }

  #addNil(reported: Reported, line: ReportedLine, document: number): void {
    const { isBetweenStates: is_between_states, isRegistered: is_registered } = reported;
    const row = this.#nil.add(
      { is_between_states, is_registered },
      { ...line, document },
      { nil_rated: 0, exempt: 0, non_gst: 0 },
    );
    if (line.nil) row[line.nil] = sumOf([row[line.nil], line.taxable_value]);
  }

  #addHsn({ isRegistered }: Reported, line: ReportedLine, document: number): void {
    const { hsn_code, uqc, rate } = line;
    const key = { part: isRegistered ? 'b2b' : 'b2c', hsn_code, uqc, rate } as const;
    const row = this.#hsn.add(key, { ...line, document }, { quantity: 0 });
    row.quantity = Math.round((row.quantity + line.quantity) * 1000) / 1000;
  }
}

/** A quantity of three decimals in the two that the portal takes, half away from zero. */
function toHundredths(quantity: number): number {
  const thousandths = Math.round(quantity * 1000);
  const hundredths = Math.floor((Math.abs(thousandths) + 5) / 10) / 100;
  return hundredths === 0 ? 0 : Math.sign(thousandths) * hundredths;
}

function rowOf(
  doc: ReturnDocument,
): Omit<DocumentRow, 'section' | 'document' | 'rate' | keyof Sums> {
  const { kind, number, date, buyer, place_of_supply, supply_type, reverse_charge } = doc;
  return {
    kind,
    number,
    date,
    buyer: buyer.name,
    gstin: buyer.gstin,
    place_of_supply,
    supply_type,
    reverse_charge,
    value: signed(signOf(doc), doc.total_amount),
    original_number: doc.original?.number ?? null,
    original_date: doc.original?.date ?? null,
    ...(doc.shipping_bill ?? noShippingBill),
  };
}

/** The rows of whole documents, those of one following each other, with what they come to so far. */
class RateRows {
  readonly #rows: DocumentRow[] = [];
  #sums: Sums = noSums;
  #documents = 0;

  add(row: DocumentRow): void {
    if (this.#rows.at(-1)?.document !== row.document) this.#documents += 1;
    this.#sums = plus(this.#sums, row);
    this.#rows.push(row);
  }

  table() {
    return { sums: this.#sums, documents: this.#documents, rows: this.#rows };
  }
}
