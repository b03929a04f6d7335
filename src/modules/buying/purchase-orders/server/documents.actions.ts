import type { Context } from '~/kit/server/database/context';
import type { Db } from '~/kit/server/database/db';
import { lockRecord } from '~/kit/server/database/entity';
import { updateRecord } from '~/kit/server/database/write';
import { AppError, enforce } from '~/kit/server/errors';
import { formatMoney } from '~/kit/shared/money/money';
import type { PrintDocument } from '~/kit/shared/print/print-document';
import { formatDay } from '~/kit/shared/time/days';
import { findLogo, readParties } from '~/modules/sales/papers/server/parties.service';
import { type PdfFile, pdfOf } from '~/modules/sales/papers/server/printing.service';
import {
  type MailDelivery,
  type PaperMails,
  preparedFile,
  sendPaper,
} from '~/modules/sales/papers/server/sending.service';
import { getVendor, vendorParty } from '~/modules/buying/vendors/server/vendors.service';
import type { PurchaseOrder, PurchaseOrderWithItems } from '../purchase-orders.fields';
import { purchaseOrderPrint } from '../purchase-orders.print';
import { canSend, purchaseLabel } from '../purchase-orders.rules';
import { bringOrdered } from './purchase-orders.actions';
import { getPurchaseOrder, openPurchaseOrder, purchaseOrders } from './purchase-orders.queries';
import type { ErrorCode } from '~/kit/shared/error-codes';
import type { Recipients } from '~/modules/sales/customers/server/recipients.service';
import type { Vendor } from '~/modules/buying/vendors/vendors.fields';

async function printed(db: Db, order: PurchaseOrderWithItems): Promise<PrintDocument> {
  const [parties, logo] = await Promise.all([
    readParties(db, { party: vendorParty(order.vendor_id) }),
    findLogo(db),
  ]);
  return purchaseOrderPrint(order, { ...parties, logo });
}

/** A purchase order as a file, by what it says now. */
export async function purchaseOrderPdf(
  { db, person }: Pick<Context, 'db' | 'person'>,
  id: number,
): Promise<PdfFile> {
  const order = await getPurchaseOrder(db, id, person);
  return pdfOf(purchaseLabel(order), await printed(db, order));
}

/** How purchase orders are mailed: a draft becomes ordered once the mail server has accepted the mail. */
export const purchaseOrderMails: PaperMails<typeof purchaseOrders.fields, PurchaseOrderWithItems> =
  {
    entity: purchaseOrders,
    rejected: 'purchase_order.mail_rejected',
    recipients: async ({ trx }, { vendor_id }) =>
      recipientsAt(await getVendor(trx, vendor_id), 'purchase_order.recipient_missing'),
    open: async (write, id) => {
      const order = await openPurchaseOrder(write, id);
      enforce(canSend(order));
      return order;
    },
    compose: async ({ trx }, order, prepared) => {
      const status = order.status === 'draft' ? 'ordered' : order.status;
      const document = await printed(trx, { ...order, status });
      return { letter: letterOf(order), content: preparedFile(prepared, document) };
    },
    lock: (trx, id) => lockRecord(trx, purchaseOrders, id),
    accept: async (write, row, mailed) => {
      const isDraft = row.status === 'draft';
      const values = { ...mailed, ...(isDraft ? { status: 'ordered' } : {}) };
      await updateRecord(write, purchaseOrders, { row, action: 'sent', values });
      if (isDraft) await bringOrdered(write, row.id);
    },
  };

function letterOf(order: PurchaseOrder) {
  const { order_date: date, expected_date, total_amount } = order;
  const expected = expected_date === null ? [] : [['Expected', formatDay(expected_date)] as const];
  return {
    noun: 'Purchase Order',
    number: purchaseLabel(order),
    date,
    details: [['Amount', formatMoney(total_amount, 'INR')] as const, ...expected],
  };
}

/** Mails a purchase order to its vendor (docs/product/purchase-orders.md#sending). */
export async function sendPurchaseOrder(
  context: Context,
  id: number,
  delivery: MailDelivery,
): Promise<PurchaseOrderWithItems> {
  await sendPaper(context, purchaseOrderMails, { id, delivery });
  return getPurchaseOrder(context.db, id, context.person);
}

/** Whom the mail with a vendor's document goes to; 400 with that code where the vendor has no address. */
function recipientsAt(
  { id, company_name, email, contact_person }: Vendor,
  missing: ErrorCode,
): Recipients {
  if (email) return { to: [email], contact: contact_person ?? company_name };
  const message = `${company_name} has no email address. Add one to the vendor first.`;
  const record = { type: 'vendor', id, label: company_name };
  throw new AppError(missing, message, { details: [{ message, record }] });
}
