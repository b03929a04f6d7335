import { type ApiResponse, type Caller, makeRecord } from '~/kit/server/testing/test-calls';
import { openInvoiceFixture } from '~/modules/billing/invoices/server/invoices.builders';
import type { WholeReceipt } from '../receipts.fields';

/** A receipt of ₹100 by bank transfer for no invoice; `values` override the defaults. */
export function receiptBody(values: { customer_id: number } & Record<string, unknown>) {
  return { amount: 100, payment_method: 'bank_transfer', ...values };
}

export function makeReceipt(
  caller: Caller,
  values: { customer_id: number } & Record<string, unknown>,
): Promise<WholeReceipt> {
  return makeRecord<WholeReceipt>(caller, '/receipts', receiptBody(values));
}

/** The receipts of a customer that it makes first, with its invoices. */
export async function openReceiptFixture(caller: Caller) {
  const invoices = await openInvoiceFixture(caller);
  const { customer_id } = invoices;
  return {
    invoices,
    customer_id,
    /** An issued invoice, of ₹118 without `unit_price`. */
    bill: async (unit_price = 50, values: object = {}): Promise<number> => {
      const items = [{ description: 'Flange DN 50', quantity: 2, unit_price }];
      return (await invoices.make({ status: 'sent', items, ...values })).id;
    },
    post: (values: object): Promise<ApiResponse<WholeReceipt>> =>
      caller.post<WholeReceipt>('/receipts', receiptBody({ customer_id, ...values })),
    make: (values: object): Promise<WholeReceipt> =>
      makeReceipt(caller, { customer_id, ...values }),
    read: async (id: number): Promise<WholeReceipt> =>
      (await caller.get<WholeReceipt>(`/receipts/${id}`)).body.data,
    allocate: (id: number, allocations: object[]): Promise<ApiResponse<WholeReceipt>> =>
      caller.post<WholeReceipt>(`/receipts/${id}/allocate`, { allocations }),
    cancel: (id: number): Promise<ApiResponse<WholeReceipt>> =>
      caller.put<WholeReceipt>(`/receipts/${id}/status`, { status: 'cancelled' }),
    owed: async (...ids: number[]): Promise<number[]> => {
      const read = await Promise.all(ids.map((id) => invoices.read(id)));
      return read.map(({ balance_due }) => balance_due);
    },
  };
}
