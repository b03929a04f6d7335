import { expect, it } from 'vitest';
import { countedQuantity, hsnSummary } from '~/modules/sales/documents/taxes/hsn-summary.rules';
import { gstDocument, gstLine } from '~/modules/sales/documents/print/tax-documents.builders';
import type { Note, NoteKind } from './credit-notes.fields';
import { noteDocument } from './note-documents.rules';

/** A note of ten bolts at ₹100, or so many at another price. */
function counted(
  kind: NoteKind,
  reason: Note['reason'],
  { quantity = 10, unit_price = 100, goods_return = false } = {},
): number {
  const invoice = gstDocument();
  const line = gstLine({ quantity, unit_price });
  const item = { ...line, invoice_line_id: 1, line_total: line.taxable_value };
  const { subtotal, tax_rate, tax_amount, total_amount, round_off } = invoice;
  const note = noteDocument(
    {
      id: 1,
      kind,
      reason,
      goods_return,
      items: [item],
      notes: null,
      status: 'issued',
      note_number: 'CN-26-27-00001',
      note_date: '2026-11-02',
      subtotal,
      tax_rate,
      tax_amount,
      total_amount,
      round_off,
      cgst_amount: 0,
      sgst_amount: 0,
      igst_amount: 0,
    },
    invoice,
  );
  const [first] = note.lines;
  const [sum] = hsnSummary(note);
  expect(first?.quantity).toBe(quantity);
  expect(sum?.quantity).toBe(first && countedQuantity(first));
  return sum?.quantity ?? 0;
}

it.each([
  ['credit', 'return', {}, 10],
  ['credit', 'return', { quantity: 5, unit_price: 80 }, 5],
  ['credit', 'quantity', { quantity: 2 }, 2],
  ['credit', 'price', { unit_price: 10 }, 0],
  ['credit', 'tax', { quantity: 4 }, 0],
  ['credit', 'price', { quantity: 4, unit_price: 10, goods_return: true }, 4],
  ['credit', 'tax', {}, 10],
  ['credit', 'other', { quantity: 3 }, 3],
  ['credit', 'other', { quantity: 3, unit_price: 1 }, 0],
  ['debit', 'price', {}, 0],
  ['debit', 'quantity', { quantity: 2 }, 2],
] as const)('a %s note on %s with %j counts %d units', (kind, reason, item, units) => {
  expect(counted(kind, reason, item)).toBe(units);
});
