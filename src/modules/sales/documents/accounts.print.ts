import type { PaymentMethod } from '~/modules/organization/company/accounts.fields';

/** How to pay into an account, a line for each fact (docs/product/billing.md#payment-methods). */
export function accountLines(account: PaymentMethod): string[] {
  const { type, account_number } = account;
  const facts: [label: string, value: string | null][] = [
    ['', account.label],
    ['Bank', type === 'bank' ? account.brand : null],
    ['Card', type === 'card' ? brandAndEnding(account) : null],
    ['UPI', type === 'upi' && !account.upi_id ? brandAndEnding(account) : null],
    ['Account Holder', account.account_holder],
    ['Account Number', type === 'bank' ? (account_number ?? ending(account)) : null],
    ['IFSC', account.ifsc],
    ['UPI ID', account.upi_id],
  ];
  return facts.flatMap(([label, value]) => {
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
