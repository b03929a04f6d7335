import * as field from '~/kit/shared/fields/fields';
import { isAccountNumber, isIfsc, isUpiId } from './accounts.rules';
import { plainCode } from './tax-ids.rules';

export const paymentMethodTypes = [
  { value: 'bank', label: 'Bank account' },
  { value: 'upi', label: 'UPI' },
  { value: 'card', label: 'Card' },
] as const;

/** An account that the company is paid into (docs/product/billing.md#payment-methods). */
export const paymentMethodFields = {
  id: field.id,
  type: field.choice({ label: 'Type', choices: paymentMethodTypes, required: true }),
  label: field.text({ label: 'Label', max: 60 }),
  brand: field.text({ label: 'Bank or Brand', max: 60 }),
  account_holder: field.text({ label: 'Account Holder', max: 100 }),
  account_number: field.text({
    label: 'Account Number',
    max: 40,
    normalize: plainCode,
    format: isAccountNumber,
    messages: { format: 'Account number must be 5 to 34 letters or digits' },
  }),
  ifsc: field.text({
    label: 'IFSC',
    max: 20,
    normalize: plainCode,
    format: isIfsc,
    messages: { format: 'IFSC must be four letters, a zero and six letters or digits' },
  }),
  upi_id: field.text({
    label: 'UPI ID',
    max: 100,
    format: isUpiId,
    messages: { format: 'UPI ID must look like name@bank' },
  }),
  last4: field.text({
    label: 'Last 4 Digits',
    max: 4,
    format: (text) => /^[0-9A-Za-z]{4}$/.test(text),
    messages: {
      format: 'Last 4 digits must be exactly four digits',
      max: 'Last 4 digits must be exactly four digits',
    },
  }),
  is_default: field.flag({ label: 'Default' }),
  created_at: field.instant({ label: 'Created' }),
  updated_at: field.instant({ label: 'Last Updated' }),
};

export type PaymentMethod = field.RowOf<typeof paymentMethodFields>;

/** Where customers pay to: the default account, and a UPI ID, which may be that of another one. */
export interface PaidInto {
  account: PaymentMethod | null;
  upi_id: string | null;
}
export type PaymentMethodPatch = field.PatchOf<typeof paymentMethodFields>;
