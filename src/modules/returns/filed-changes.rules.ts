import type { FiledChange } from './filed-returns.fields';
import type { ReturnDocument } from './reported-lines.rules';

/** What a document told when its month was filed, or tells now; equal texts tell the same. */
export interface FiledDocument {
  kind: ReturnDocument['kind'];
  document_id: number;
  number: string;
  digest: string;
}

/** All that returns say of a document, as text. */
export function toldOf(doc: ReturnDocument): string {
  const { kind, number, date, status, tax_mode, supply_type, place_of_supply } = doc;
  const { reverse_charge, buyer, seller, total_amount, round_off, original } = doc;
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
  ]);
}

/** Compares what a month's documents tell with what they told when it was filed (docs/product/returns.md#filed). */
export class FiledComparison {
  readonly #filed: Map<string, FiledDocument>;
  readonly #changes: FiledChange[] = [];

  constructor(filed: readonly FiledDocument[]) {
    this.#filed = new Map(filed.map((each) => [keyOf(each), each]));
  }

  add(now: FiledDocument, { status }: Pick<ReturnDocument, 'status'>): void {
    const before = this.#filed.get(keyOf(now));
    this.#filed.delete(keyOf(now));
    if (before?.digest === now.digest) return;
    const changed = status === 'cancelled' ? 'cancelled' : 'changed';
    this.#changes.push(changeOf(now, before ? changed : 'added'));
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
