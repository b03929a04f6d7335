import { type Caller, makeRecord } from '~/kit/server/testing/test-calls';
import type { TaxClass } from '~/modules/catalogue/tax/tax-classes.fields';
import { makeGstCustomer } from '~/modules/sales/customers/server/gst-company.builders';

/** A customer of a company by GST with an address and an invoice that is past due. */
export async function makeDebtor(caller: Caller): Promise<number> {
  const { id: customer_id } = await makeGstCustomer(caller, { email: 'accounts@debtor.example' });
  const classes = (await caller.get<TaxClass[]>('/tax-classes')).body.data;
  const tax_class_id = classes.find(({ name }) => name === 'GST 18%')?.id;
  const gear = { description: 'Gear', hsn_code: '848340', unit: 'each', tax_class_id };
  const day = '2026-04-01';
  await makeRecord(caller, '/invoices', {
    customer_id,
    status: 'pending',
    invoice_date: day,
    due_date: day,
    items: [{ ...gear, quantity: 1, unit_price: 100 }],
  });
  return customer_id;
}
