import { type ApiResponse, type Caller, makeRecord } from '~/kit/server/testing/test-calls';
import type { WholeBill } from '~/modules/buying/bills/bills.fields';
import { makeBill } from '~/modules/buying/bills/server/bills.builders';
import { makeVendor } from '~/modules/buying/vendors/server/vendors.builders';
import type { NewVendor } from '~/modules/buying/vendors/vendors.fields';
import type { WholeVendorPayment } from '../vendor-payments.fields';

/** A payment of ₹100 by bank transfer for no bill; `values` override the defaults. */
export function vendorPaymentBody(values: { vendor_id: number } & Record<string, unknown>) {
  return { amount: 100, payment_method: 'bank_transfer', ...values };
}

export function makeVendorPayment(
  caller: Caller,
  values: { vendor_id: number } & Record<string, unknown>,
): Promise<WholeVendorPayment> {
  return makeRecord<WholeVendorPayment>(caller, '/vendor-payments', vendorPaymentBody(values));
}

const dates = { bill_date: '2026-05-10', due_date: '2026-06-10' };

/** The payments of a vendor that it makes first, with its bills. */
export async function openPaymentFixture(caller: Caller, values: NewVendor = {}) {
  const vendor = await makeVendor(caller, values);
  const vendor_id = vendor.id;
  const make = (payment: object): Promise<WholeVendorPayment> =>
    makeVendorPayment(caller, { vendor_id, ...payment });
  const wholeBill = (unit_price: number, more: object) =>
    makeBill(caller, {
      vendor_id,
      status: 'open',
      tax_rate: 0,
      ...dates,
      items: [{ description: 'Machine service', quantity: 1, unit_price }],
      ...more,
    });
  const read = async (ids: readonly number[]): Promise<WholeBill[]> => {
    const found = await Promise.all(ids.map((id) => caller.get<WholeBill>(`/bills/${id}`)));
    return found.map(({ body }) => body.data);
  };
  return {
    vendor,
    vendor_id,
    make,
    read,
    /** A booked bill, of ₹118 without `amount`. */
    bill: async (amount = 118, more: object = {}): Promise<number> =>
      (await wholeBill(amount, more)).id,
    /** A credit of which nothing is used: its bill was paid before. */
    credit: async (amount: number, bill_date = dates.bill_date): Promise<number> => {
      const { id, items, bill_number } = await wholeBill(amount, {
        bill_date,
        due_date: bill_date,
      });
      await make({
        amount,
        payment_date: bill_date,
        allocations: [{ bill_id: id, amount }],
      });
      const credit = await makeRecord<WholeBill>(caller, `/bills/${id}/credit`, {
        items: [{ bill_line_id: items[0]?.id, reason: 'price', amount }],
        bill_number: `CN/${bill_number}`,
        bill_date,
      });
      return credit.id;
    },
    owed: async (...ids: number[]): Promise<number[]> =>
      (await read(ids)).map(({ balance_due }) => balance_due),
    post: (payment: object): Promise<ApiResponse<WholeVendorPayment>> =>
      caller.post<WholeVendorPayment>(
        '/vendor-payments',
        vendorPaymentBody({ vendor_id, ...payment }),
      ),
    allocate: (id: number, allocations: object[]): Promise<ApiResponse<WholeVendorPayment>> =>
      caller.post<WholeVendorPayment>(`/vendor-payments/${id}/allocate`, { allocations }),
    cancel: (id: number): Promise<ApiResponse<WholeVendorPayment>> =>
      caller.put<WholeVendorPayment>(`/vendor-payments/${id}/status`, { status: 'cancelled' }),
  };
}
