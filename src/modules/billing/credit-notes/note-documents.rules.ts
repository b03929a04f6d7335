import {
  noPrintedTexts,
  type TaxDocument,
  type TaxDocumentLine,
} from '~/modules/sales/documents/print/tax-documents.fields';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import { noteKinds, noteReasons, type NoteWithLines } from './credit-notes.fields';

/** What a note says besides what its invoice does. */
type NoteTexts = Pick<
  NoteWithLines,
  | 'id'
  | 'kind'
  | 'note_number'
  | 'note_date'
  | 'status'
  | 'reason'
  | 'goods_return'
  | 'notes'
  | 'items'
  | 'subtotal'
  | 'tax_rate'
  | 'tax_amount'
  | 'cgst_amount'
  | 'sgst_amount'
  | 'igst_amount'
  | 'round_off'
  | 'total_amount'
>;

/**
 * Whether an item takes units back or adds some: a note on price or tax changes an amount alone, unless it takes a whole
 * line back (docs/product/credit-notes.md#quantities).
 */
function countsUnits(
  { kind, reason, goods_return }: Pick<NoteTexts, 'kind' | 'reason' | 'goods_return'>,
  { unit_price, line_total }: NoteTexts['items'][number],
  line: Pick<TaxDocumentLine, 'unit_price' | 'taxable_value'>,
): boolean {
  if (goods_return || reason === 'return' || reason === 'quantity') return true;
  if (reason === 'other') return unit_price === line.unit_price;
  return kind === 'credit' && line_total === line.taxable_value;
}

/**
 * A note as everything that leaves the house reads it: parties and terms are those of its invoice, which never changes
 * (docs/product/credit-notes.md#document).
 */
export function noteDocument(note: NoteTexts, invoice: TaxDocument): TaxDocument {
  const { kind, note_number: number, note_date: date, status, notes } = note;
  const ofInvoice = new Map(invoice.lines.map((line) => [line.id, line]));
  return {
    ...invoice,
    shipping_bill: null,
    discount: null,
    kind: noteKinds[kind].type,
    id: note.id,
    number,
    date,
    due_date: null,
    status,
    lines: note.items.map((item) => {
      const line = ofInvoice.get(item.invoice_line_id);
      return {
        id: item.id,
        description: item.description,
        isService: line?.isService ?? false,
        hsn_code: line?.hsn_code ?? item.hsn_code,
        unit: line?.unit ?? item.unit,
        uqc: line?.uqc ?? null,
        quantity: item.quantity,
        ...(line && !countsUnits(note, item, line) ? { counted_quantity: 0 } : {}),
        unit_price: item.unit_price,
        // What takes the last of a line may come to a paisa more than its quantity times price.
        gross_amount: sumOf([item.line_total, item.discount_amount]),
        discount_percent: null,
        discount_amount: item.discount_amount,
        taxable_value: item.line_total,
        tax_treatment: line?.tax_treatment ?? item.tax_treatment,
        tax_rate: line?.tax_rate ?? item.tax_rate,
        cgst_amount: item.cgst_amount,
        sgst_amount: item.sgst_amount,
        igst_amount: item.igst_amount,
      };
    }),
    subtotal: note.subtotal,
    tax_rate: note.tax_rate,
    tax_amount: note.tax_amount,
    cgst_amount: note.cgst_amount,
    sgst_amount: note.sgst_amount,
    igst_amount: note.igst_amount,
    round_off: note.round_off,
    total_amount: note.total_amount,
    ...noPrintedTexts,
    notes,
    original: { id: invoice.id, number: invoice.number, date: invoice.date },
    reason: noteReasons.find(({ value }) => value === note.reason)?.label ?? null,
  };
}
