import type { Caller } from '~/kit/server/testing/test-calls';
import { completeGstin } from '~/modules/organization/company/gstin.rules';
import { makeCustomer } from './customers.builders';
import type { TaxClass } from '~/modules/catalogue/tax/tax-classes.fields';

/** A registered customer in Pune, the company's own town. */
export function makeGstCustomer(admin: Caller, values: object = {}) {
  return makeCustomer(admin, {
    gst_category: 'regular',
    gstin: completeGstin('27AAGCB7383J1Z'),
    email: 'buyer@example.com',
    billing_address: '4 Canal Street',
    city: 'Pune',
    postal_code: '411001',
    ...values,
  });
}

/** Makes the company one by GST; answers goods at 18 % that a line can be of. */
export async function becomeGstCompany(admin: Caller) {
  await admin.put('/billing/profile', {
    tax_id: '27AAPFU0939F1ZV',
    company_name: 'Deccan Fasteners',
    legal_name: 'Deccan Fasteners Limited',
    billing_address: '1 Mill Road',
    city: 'Pune',
    zip_code: '411002',
  });
  await admin.put('/settings', { tax_mode: 'gst', turnover_band: 'up_to_10_crore' });
  const classes = (await admin.get<TaxClass[]>('/tax-classes')).body.data;
  const tax_class_id = classes.find(({ name }) => name === 'GST 18%')?.id;
  return { description: 'Hex Bolt M8', hsn_code: '731815', unit: 'kg', tax_class_id };
}
