import type { Context, Write } from '~/kit/server/database/context';
import { AppError, enforce } from '~/kit/server/errors';
import { picked } from '~/kit/shared/fields/picked';
import { invoiceTexts, type InvoiceWithLines } from '~/modules/billing/invoices/invoices.fields';
import { canCorrect } from '~/modules/billing/invoices/invoices.rules';
import { supplyNames } from '~/modules/sales/documents/taxes/tax-changes.rules';
import { oneOf } from '~/modules/sales/documents/lines/discounts.rules';
import { addInvoice } from '~/modules/billing/invoices/server/invoices.service';
import { canChargeAgain } from '~/modules/billing/invoices/server/order-shares.service';
import { openInvoice } from '~/modules/billing/invoices/server/issuing.service';
import type { Note, NoteWithLines } from '../credit-notes.fields';
import { addNote } from './credit-notes.actions';
import { listNotable } from './lines.queries';

interface Corrected {
  credit_note: NoteWithLines;
  invoice: InvoiceWithLines;
}

/**
 * Puts an issued invoice right in one step: a credit note, issued, of all that is left of it, and a new draft with the
 * same lines (docs/product/credit-notes.md#correcting-an-invoice). 409 where nothing is left.
 */
export async function correctInvoice(
  context: Context,
  id: number,
  reason: Note['reason'],
): Promise<Corrected> {
  return context.write(async (write, trx) => {
    const wrong = await openInvoice(write, id);
    enforce(canCorrect(wrong));
    const notable = await listNotable(trx, { invoiceId: id, except: null });
    const items = notable
      .filter(({ left_quantity, left_amount }) => left_quantity > 0 && left_amount > 0)
      .map((line) => ({ invoice_line_id: line.id, quantity: line.left_quantity }));
    if (items.length === 0) {
      const message = 'This invoice has already been credited in full';
      throw new AppError('note.already_credited', message);
    }
    const note = { invoice_id: id, reason, items, status: 'issued' } as const;
    const credit_note = await addNote(write, 'credit', note);
    return { credit_note, invoice: await newDraft(write, wrong) };
  });
}

const copied = [
  'product_id',
  'service_id',
  'description',
  'quantity',
  'unit_price',
  'hsn_code',
  'unit',
  'discount_percent',
  'discount_amount',
  'tax_class_id',
] as const;

/** A draft of the same order, which the credit note has freed, where that can still be invoiced. */
async function newDraft(write: Write, wrong: InvoiceWithLines): Promise<InvoiceWithLines> {
  const { customer_id, tax_mode, tax_rate } = wrong;
  const isOfOrder = await canChargeAgain(write, wrong);
  return addInvoice(write, {
    customer_id,
    order_id: isOfOrder ? wrong.order_id : null,
    ...picked(wrong, invoiceTexts),
    ...oneOf(wrong),
    ...(tax_mode === 'gst' ? picked(wrong, supplyNames) : { tax_rate }),
    items: wrong.items.map((line) => ({
      ...picked(line, copied),
      order_line_id: isOfOrder ? line.order_line_id : null,
    })),
  });
}
