import { randomUUID } from 'node:crypto';
import { type Caller, makeRecord } from '~/kit/server/testing/test-calls';
import { makeVendor } from '~/modules/buying/vendors/server/vendors.builders';
import type { WholeBill } from '../bills.fields';

/** A bill of 2 pieces at ₹500 without a product, of a new vendor unless one is sent. */
export async function billBody(caller: Caller, values: object = {}): Promise<object> {
  const isSent = 'vendor_id' in values;
  return {
    ...(isSent ? {} : { vendor_id: (await makeVendor(caller)).id }),
    bill_number: `INV/${randomUUID().slice(0, 12)}`,
    items: [{ description: 'Machine service', quantity: 2, unit_price: 500 }],
    ...values,
  };
}

export async function makeBill(caller: Caller, values: object = {}): Promise<WholeBill> {
  return makeRecord(caller, '/bills', await billBody(caller, values));
}
