import type { TaxDocument } from '~/modules/sales/documents/print/tax-documents.fields';
import { restOf, sumOf } from '~/modules/sales/documents/lines/totals.rules';
import { taxSplitOf } from '~/modules/catalogue/tax/supply.rules';
import type { NotableLine, NoteLine } from './credit-notes.fields';
import { itemTaxes, noteAmounts, pricedItem } from './note-amounts.rules';
import { noteDocument } from './note-documents.rules';

function notableOf({ lines }: TaxDocument): NotableLine[] {
  return lines.map((line) => ({
    id: line.id,
    order_line_id: null,
    product_id: null,
    description: line.description,
    quantity: line.quantity,
    unit_price: line.unit_price,
    line_total: line.taxable_value,
    left_quantity: line.quantity,
    left_amount: line.taxable_value,
    left_value: line.taxable_value,
    returnable_quantity: line.quantity,
    order_returnable: null,
    left_cgst: line.cgst_amount,
    left_igst: line.igst_amount,
    hsn_code: line.hsn_code,
    unit: line.unit,
    tax_treatment: line.tax_treatment,
    tax_rate: line.tax_rate,
  }));
}

/**
 * Credit notes of an invoice for tests: each takes so many percent of what is left of every line, the last one the rest.
 * `balance` is what they leave of the invoice, in rupees.
 */
export function creditedInParts(
  invoice: TaxDocument,
  shares: readonly number[],
): { notes: TaxDocument[]; balance: number } {
  const split = taxSplitOf(invoice, invoice.seller.state_code);
  let lines = notableOf(invoice);
  let credited = { subtotal: 0, tax_amount: 0, round_off: 0 };
  const notes: TaxDocument[] = [];
  for (const share of [...shares, 100]) {
    const items = lines.flatMap((line): NoteLine[] => {
      const quantity = Math.floor((Math.round(line.left_quantity * 1000) * share) / 100) / 1000;
      if (quantity <= 0) return [];
      const priced = pricedItem('credit', line, { quantity });
      const { line_total } = priced;
      const taxes = itemTaxes('credit', line, { line_total, split });
      const { id: invoice_line_id, description, hsn_code, unit, tax_treatment, tax_rate } = line;
      const what = { description, hsn_code, unit, tax_treatment, tax_rate };
      const taxable_value = line_total;
      return [{ id: line.id, invoice_line_id, ...what, ...priced, ...taxes, taxable_value }];
    });
    const amounts = noteAmounts('credit', items, { invoice, credited });
    // No one makes a note of nothing.
    if (amounts.total_amount <= 0) continue;
    lines = lines.map((line) =>
      remainingOf(
        line,
        items.find((item) => item.invoice_line_id === line.id),
      ),
    );
    credited = {
      subtotal: sumOf([credited.subtotal, amounts.subtotal]),
      tax_amount: sumOf([credited.tax_amount, amounts.tax_amount]),
      round_off: sumOf([credited.round_off, amounts.round_off]),
    };
    const id = notes.length + 1;
    const note = {
      id,
      kind: 'credit' as const,
      note_number: `CN-${id}`,
      note_date: invoice.date,
      status: 'issued' as const,
      reason: 'return' as const,
      goods_return: false,
      notes: null,
      ...amounts,
      items,
    };
    notes.push(noteDocument(note, invoice));
  }
  const taken = sumOf(notes.map(({ total_amount }) => total_amount));
  return { notes, balance: restOf(invoice.total_amount, taken) };
}

function remainingOf(line: NotableLine, taken: NoteLine | undefined): NotableLine {
  if (!taken) return line;
  return {
    ...line,
    left_quantity: Math.round((line.left_quantity - taken.quantity) * 1000) / 1000,
    left_amount: restOf(line.left_amount, taken.line_total),
    left_value: restOf(line.left_value, taken.line_total),
    left_cgst: restOf(line.left_cgst, taken.cgst_amount),
    left_igst: restOf(line.left_igst, taken.igst_amount),
  };
}
