import { formatMoney } from '~/kit/shared/money/money';
import type { PrintDocument } from '~/kit/shared/print/print-document';
import type { PaidInto, PaymentMethod } from '~/modules/organization/company/accounts.fields';

interface Due {
  /** In rupees. */
  amount: number;
  payee: string;
  /** Shown by payment apps. */
  note: string;
}

/** How to pay what is due, with a QR code for payment apps; nothing where nothing is set up. */
export function paymentPart(
  { account, upi_id }: PaidInto,
  due: Due | null,
): Pick<PrintDocument, 'payment'> {
  const lines = account ? accountLines(account) : [];
  const code = upi_id && due && due.amount > 0 ? { code: upiCode(upi_id, due) } : {};
  if (lines.length === 0 && !('code' in code)) return {};
  return { payment: { heading: 'Payment Details', lines, ...code } };
}

function upiCode(upiId: string, { amount, payee, note }: Due) {
  const details = { pa: upiId, pn: payee, am: amount.toFixed(2), cu: 'INR', tn: note };
  const query = Object.entries(details).map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  );
  return {
    content: `upi://pay?${query.join('&')}`,
    details: [{ label: 'UPI', value: formatMoney(amount, 'INR') }],
  };
}

/** How to pay into an account, a line for each fact (docs/product/billing.md#payment-methods). */
export function accountLines(account: PaymentMethod): string[] {
  const { type, account_number } = account;
  const details: [label: string, value: string | null][] = [
    ['', account.label],
    ['Bank', type === 'bank' ? account.brand : null],
    ['Card', type === 'card' ? brandAndEnding(account) : null],
    ['UPI', type === 'upi' && !account.upi_id ? brandAndEnding(account) : null],
    ['Account Holder', account.account_holder],
    ['Account Number', type === 'bank' ? (account_number ?? ending(account)) : null],
    ['IFSC', account.ifsc],
    ['UPI ID', account.upi_id],
  ];
  return details.flatMap(([label, value]) => {
    if (value === null || value === '') return [];
    return label === '' ? value : `${label}: ${value}`;
  });
}

function brandAndEnding(account: PaymentMethod): string {
  return [account.brand, ending(account)].filter(Boolean).join(' ');
}

function ending({ last4 }: PaymentMethod): string | null {
  return last4 ? `ending in ${last4}` : null;
}
