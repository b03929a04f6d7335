import { type Caller, makeRecord } from '~/kit/server/testing/test-calls';
import { openAdvanceFixture } from '~/modules/billing/advances/server/advances.builders';
import { sendFile } from '~/modules/collaboration/attachments/server/attachments.builders';
import { noteFixture } from '~/modules/billing/credit-notes/server/credit-notes.builders';
import { makeHook } from '~/modules/connections/lead-sources/server/lead-sources.builders';
import { makeWebhook } from '~/modules/connections/webhooks/server/webhooks.builders';
import { makeKey } from '~/modules/organization/api-keys/server/api-keys.builders';
import { makeInvitation } from '~/modules/organization/invitations/server/invitations.builders';
import { makeCount } from '~/modules/catalogue/counts/server/counts.builders';
import { makeLot } from '~/modules/catalogue/products/lots/server/lots.builders';
import { makeTransfer } from '~/modules/catalogue/transfers/server/transfers.builders';
import { makeLead } from '~/modules/sales/leads/server/leads.builders';
import { makeDelivery } from '~/modules/sales/deliveries/server/deliveries.builders';
import { makePriceList } from '~/modules/sales/price-lists/server/price-lists.builders';
import { makeQuotation } from '~/modules/sales/quotations/server/quotations.builders';
import { makeReceipt } from '~/modules/billing/receipts/server/receipts.builders';
import { makeBill } from '~/modules/buying/bills/server/bills.builders';
import { makeGoodsReceipt } from '~/modules/buying/goods-receipts/server/goods-receipts.builders';
import { makeVendorPayment } from '~/modules/buying/vendor-payments/server/vendor-payments.builders';
import { makePurchaseOrder } from '~/modules/buying/purchase-orders/server/purchase-orders.builders';
import { makeVendor } from '~/modules/buying/vendors/server/vendors.builders';
import { makeNote } from '~/modules/collaboration/notes/server/notes.builders';
import { paymentBody } from '~/modules/billing/payments/server/payments.builders';
import { callPath, type RecordKind, recordKinds } from '~/modules/organization/kinds/kinds.rules';

/** A GST company with at least one row in every list; answers the record of each kind that the others belong to. */
export async function makeOneOfEach(caller: Caller): Promise<Record<RecordKind, number>> {
  const fixture = await openAdvanceFixture(caller);
  const order = await fixture.order();
  const advance = await fixture.make({ order_id: order.id, amount: 118 });
  await fixture.refund(advance.id, { amount: 50 });
  const invoice = await fixture.invoice(order);
  await makeRecord(caller, '/payments', paymentBody({ invoice_id: invoice.id, amount: 100 }));
  for (const kind of ['credit', 'debit'] as const)
    await noteFixture(caller, invoice, kind).make([{ unit_price: 10 }]);
  const delivery = await makeDelivery(caller);
  const lead_id = (await makeLead(caller)).id;
  await makeQuotation(caller, { lead_id });
  const vendors = (await makeVendor(caller)).id;
  const ids: Record<RecordKind, number> = {
    leads: lead_id,
    customers: fixture.customer.id,
    orders: delivery.order_id ?? 0,
    deliveries: delivery.id,
    invoices: invoice.id,
    products: order.items[0]?.product_id ?? 0,
    price_lists: (await makePriceList(caller)).id,
    quotations: (await makeQuotation(caller, { customer_id: fixture.customer.id })).id,
    receipts: (await makeReceipt(caller, { customer_id: fixture.customer.id })).id,
    vendors,
    vendor_payments: (await makeVendorPayment(caller, { vendor_id: vendors })).id,
    bills: (await makeBill(caller, { status: 'open' })).id,
    goods_receipts: (await makeGoodsReceipt(caller, { status: 'received' })).id,
    purchase_orders: (await makePurchaseOrder(caller, { vendor_id: vendors })).id,
    transfers: (await makeTransfer(caller)).id,
    counts: (await makeCount(caller)).id,
    lots: (await makeLot(caller)).id,
  };
  for (const kind of recordKinds) {
    const path = `${callPath(kind)}/${ids[kind]}`;
    await makeNote(caller, path);
    await sendFile(caller, path, 'drawing.txt', 'a drawing');
    await makeRecord(caller, `${path}/next-steps`, { text: 'Call', due_date: '2100-01-01' });
  }
  const customer = `/customers/${ids.customers}`;
  await makeRecord(caller, `${customer}/contacts`, { name: 'Asha Rao' });
  await makeRecord(caller, `${customer}/addresses`, { city: 'Pune', address: '4 Canal Street' });
  await makeRecord(caller, '/workspaces', { name: 'Nagpur plant' });
  await makeRecord(caller, '/views', { list: 'leads', name: 'Hot', state: {}, is_shared: true });
  await makeRecord(caller, '/brands', { brand_name: 'Deccan' });
  await makeRecord(caller, '/billing/payment-methods', { type: 'upi', upi_id: 'deccan@hdfcbank' });
  await makeInvitation(caller, { email: 'visitor@example.com' });
  await makeKey(caller);
  await makeWebhook(caller, { is_active: false });
  await makeHook(caller);
  await makeRecord(caller, '/custom-fields', {
    kind: 'leads',
    label: 'Machine model',
    type: 'text',
  });
  return ids;
}
