import type { ReportedAdvance } from '~/modules/billing/advances/reported-advances.fields';
import type { Voucher } from '~/modules/billing/advances/advances.fields';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import type { FiledChange } from './filed-returns.fields';
import type { ReturnDocument } from './reported-lines.rules';

/** The report of a document when its month was filed, or now; equal digests mean an unchanged report. */
export interface FiledDocument {
  kind: FiledChange['kind'];
  /** Of a refund its own, not its advance's. */
  document_id: number;
  number: string;
  digest: string;
}

/** Everything that returns report of a document, as text. */
export function reportedOf(doc: ReturnDocument): string {
  const { kind, number, date, status, tax_mode, supply_type, place_of_supply } = doc;
  const { reverse_charge, buyer, seller, total_amount, round_off, original } = doc;
  const { shipping_bill: bill } = doc;
  const isCancelled = status === 'cancelled';
  const lines = doc.lines.map((line) => {
    const { hsn_code, uqc, quantity, taxable_value, tax_rate, tax_treatment } = line;
    const { cgst_amount, sgst_amount, igst_amount } = line;
    return [
      [hsn_code, uqc, quantity, taxable_value, tax_rate, tax_treatment],
      [cgst_amount, sgst_amount, igst_amount],
    ];
  });
  return JSON.stringify([
    [kind, number, date, isCancelled, tax_mode, supply_type, place_of_supply, reverse_charge],
    [buyer.gstin, seller.gstin, total_amount, round_off, original?.number ?? null],
    lines,
    // Left out where it is not known, so that months that were filed before do not differ.
    ...(bill ? [[bill.shipping_bill_number, bill.shipping_bill_date, bill.port_code]] : []),
  ]);
}

/** Everything that the returns of a month report of an advance, as text: its receipt, and its use in the month. */
export function reportedOfAdvance(advance: ReportedAdvance, month: string): string {
  const { voucher, status, date, amount, events } = advance;
  const { number, parts, supply_type, place_of_supply, seller } = voucher;
  const spent: unknown[] = [];
  let before = 0;
  for (const event of events) {
    if (event.date.startsWith(month)) spent.push([event.date, before, event.amount]);
    before = sumOf([before, event.amount]);
  }
  return JSON.stringify([
    [number, date, status === 'cancelled', amount, parts, spent],
    [supply_type, place_of_supply, seller.gstin, seller.state_code],
  ]);
}

/** Everything that returns report of a refund voucher, as text. */
export function reportedOfRefund({ number, date, amount, parts }: Voucher): string {
  return JSON.stringify([number, date, amount, parts]);
}

interface DocumentState {
  status: string;
  /** What the change leads to, where that is not the document itself. */
  id?: number;
  /** False for what was issued in another month. */
  isOfMonth?: boolean;
}

/** Compares the report of a month's documents now with the filed one (docs/product/returns.md#filed). */
export class FiledComparison {
  readonly #filed: Map<string, FiledDocument>;
  readonly #changes: FiledChange[] = [];

  constructor(filed: readonly FiledDocument[]) {
    this.#filed = new Map(filed.map((each) => [keyOf(each), each]));
  }

  add(now: FiledDocument, { status, id = now.document_id, isOfMonth = true }: DocumentState): void {
    const before = this.#filed.get(keyOf(now));
    this.#filed.delete(keyOf(now));
    if (before?.digest === now.digest) return;
    // Issued and cancelled since: the filed return is still complete.
    if (!before && isOfMonth && status === 'cancelled') return;
    const changed = status === 'cancelled' ? 'cancelled' : 'changed';
    const change = before || !isOfMonth ? changed : 'added';
    this.#changes.push({ ...changeOf(now, change), id });
  }

  end(): FiledChange[] {
    return [
      ...this.#changes,
      ...[...this.#filed.values()].map((each) => changeOf(each, 'removed')),
    ];
  }
}

function keyOf({ kind, document_id }: FiledDocument): string {
  return `${kind} ${document_id}`;
}

function changeOf(
  { kind, document_id: id, number }: FiledDocument,
  change: FiledChange['change'],
): FiledChange {
  return { kind, id, number, change };
}
