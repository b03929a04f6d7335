import { type Caller, makeRecord } from '~/kit/server/testing/test-calls';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import { makeCustomer } from '~/modules/sales/customers/server/customers.builders';
import type { QuotationWithLines } from '../quotations.fields';

/** A quotation of one product for a new customer, unless it says otherwise. */
export async function quotationBody(
  caller: Caller,
  own: Record<string, unknown> = {},
): Promise<Record<string, unknown>> {
  const product = await makeProduct(caller);
  const isForLead = typeof own['lead_id'] === 'number';
  const customer = isForLead || 'customer_id' in own ? null : await makeCustomer(caller);
  return {
    ...(customer ? { customer_id: customer.id } : {}),
    items: [{ product_id: product.id, quantity: 2, unit_price: 150 }],
    ...own,
  };
}

export async function makeQuotation(
  caller: Caller,
  own: Record<string, unknown> = {},
): Promise<QuotationWithLines> {
  return makeRecord<QuotationWithLines>(caller, '/quotations', await quotationBody(caller, own));
}
