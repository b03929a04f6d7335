import { z } from 'zod';
import { picked } from '~/kit/shared/fields/picked';
import type { Context, Write } from '~/kit/server/database/context';
import type { BulkKind } from '~/modules/records/batches/server/batches.service';
import type { OneByOne } from '~/modules/records/batches/server/registry.service';
import { invoiceFields, manyInvoiceFields } from '../invoices.fields';
import { followsPayments } from '../invoices.rules';
import { invoicePatchSchema } from '../requests.schema';
import { updateInvoice } from './changes.actions';
import { deleteInvoice } from './invoices.service';
import { openInvoice } from './issuing.service';
import { linkLines, lockSource } from './lines.internal';

const values = z.strictObject(picked(invoicePatchSchema.shape, manyInvoiceFields));

/** Invoices many at once (docs/product/bulk.md#bulk-changes). */
export const invoiceBulk: BulkKind = { list: 'invoices', fields: invoiceFields, values };

export const invoiceOneByOne: OneByOne = {
  update: (context, id, sent) => updateInvoice(context, id, values.parse(sent)),
  remove: deleteInvoice,
  revert,
  restored,
};

async function revert(context: Context, id: number, former: Record<string, unknown>) {
  const { status, ...others } = values.strip().parse(former);
  // What follows from payments and the calendar does so again on its own.
  const isChosen = status !== undefined && !followsPayments(status);
  const change = isChosen ? { ...others, status } : others;
  return updateInvoice(context, id, change, { isFormer: true });
}

/** A draft that comes back charges for its order only what no one has charged since. */
async function restored(write: Write, id: number): Promise<void> {
  const invoice = await openInvoice(write, id);
  const { order_id: orderId, customer_id: customerId, items } = invoice;
  const order = orderId ? await lockSource(write, { orderId, customerId, isNew: true }) : null;
  await linkLines(write, { items, order, before: invoice });
}
