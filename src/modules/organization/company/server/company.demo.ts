import { pngOf } from '~/kit/server/files/images';
import { anonymous } from '~/kit/server/database/context';
import type { Transaction } from '~/kit/server/database/transaction';
import { insertRecord, updateRecord } from '~/kit/server/database/write';
import type { PaymentMethodPatch } from '../accounts.fields';
import { lastFour } from '../accounts.rules';
import type { BillingProfilePatch } from '../identity.fields';
import { isUnnamed } from '../identity.rules';
import { findFirstMethod, paymentMethods } from './accounts.queries';
import { billingProfile, billingProfileId } from './identity.queries';
import { findLogo, putLogo } from './logo.queries';
import { lockRecord } from '~/kit/server/database/entity';

const sampleProfile: BillingProfilePatch = {
  company_name: 'Sahyadri Machine Works Pvt Ltd (sample)',
  legal_name: 'Sahyadri Machine Works Private Limited (sample)',
  tax_id: '27AAPFU0939F1ZV',
  billing_address: 'Plot 42, MIDC Bhosari',
  city: 'Pune',
  state: 'Maharashtra',
  zip_code: '411026',
  state_code: '27',
};

const teeth = Array.from(
  { length: 8 },
  (_, index) =>
    `<rect x="51" y="4" width="18" height="22" rx="3" transform="rotate(${index * 45} 60 60)"/>`,
);

/** A range of mountains in a gear wheel. */
const sampleLogo = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="320" viewBox="0 0 120 120">
  <g fill="#1f5f8b">${teeth.join('')}<circle cx="60" cy="60" r="46"/></g>
  <circle cx="60" cy="60" r="37" fill="#ffffff"/>
  <path d="M27 78 L51 38 L63 58 L72 45 L93 78 Z" fill="#d9702b"/>
  <path d="M51 38 L58.2 50 L51 56 L43.8 50 Z" fill="#ffffff"/>
</svg>`;

const sampleMethods: readonly PaymentMethodPatch[] = [
  {
    type: 'bank',
    label: 'Current account',
    brand: 'Sample Bank, Bhosari branch',
    account_holder: 'Sahyadri Machine Works Pvt Ltd',
    account_number: '000111222333',
    ifsc: 'SMPL0000042',
    is_default: true,
  },
  { type: 'upi', label: 'Counter sales', upi_id: 'sahyadri@samplebank', is_default: false },
  { type: 'card', label: 'Card terminal', brand: 'RuPay', last4: '0042', is_default: false },
];

/** Sample identity, logo and accounts; skipped where the company has entered its own. Returns the number of accounts. */
export async function fillDemoCompany(trx: Transaction, now: Date): Promise<number> {
  const write = { trx, context: { person: anonymous, now } };
  const row = await lockRecord(trx, billingProfile, billingProfileId);
  if (isUnnamed(row)) {
    await updateRecord(write, billingProfile, { row, values: sampleProfile });
    if ((await findLogo(trx)) === null)
      await putLogo(trx, { bytes: await pngOf(sampleLogo), type: 'image/png', now });
  }
  if (await findFirstMethod(trx)) return 0;
  for (const values of sampleMethods) {
    const { account_number = null, last4 = null } = values;
    await insertRecord(write, paymentMethods, {
      ...values,
      last4: lastFour({ account_number, last4 }),
    });
  }
  return sampleMethods.length;
}
