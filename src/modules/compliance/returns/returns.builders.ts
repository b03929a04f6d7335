import {
  gstDocument,
  gstLine,
  gstParty,
} from '~/modules/sales/documents/print/tax-documents.builders';
import type { TaxDocumentLine } from '~/modules/sales/documents/print/tax-documents.fields';
import { taxSplitOf } from '~/modules/catalogue/tax/supply.rules';
import type { ReturnDocument } from './reported-lines.rules';

export const november = { gstin: '27AAPFU0939F1ZV', month: '2026-11' };

export const consumer = gstParty({ name: 'Asha Rao', gstin: null, gst_category: 'unregistered' });

/** A document for tests whose lines are taxed as its supply and place say, sold from Maharashtra. */
export function returnDocument(
  change: Partial<ReturnDocument> = {},
  lines: readonly Partial<TaxDocumentLine>[] = [{}],
): ReturnDocument {
  const { supply_type = 'b2b', place_of_supply = '27', reverse_charge = false } = change;
  const supply = { supply_type, place_of_supply, reverse_charge };
  const split = taxSplitOf(supply, '27');
  const created = gstDocument({ ...supply, lines: lines.map((each) => gstLine(each, split)) });
  return { ...created, ...change };
}

/** What makes a credit note of a document for tests. */
export function creditNote(change: Partial<ReturnDocument> = {}): Partial<ReturnDocument> {
  const original = { id: 9, number: 'INV-1', date: '2026-10-01' };
  return { kind: 'credit_note', number: 'CN-1', original, reason: 'return', ...change };
}
