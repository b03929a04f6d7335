import { allowed, refused, type Verdict } from '~/kit/shared/verdict';
import { plainCode } from './tax-ids.rules';

/** A bank's number for an account: digits in India, letters too in an IBAN. */
export function isAccountNumber(text: string): boolean {
  return /^[0-9A-Z]{5,34}$/.test(plainCode(text));
}

/** The code of an Indian bank's branch, such as HDFC0000123. */
export function isIfsc(text: string): boolean {
  return /^[A-Z]{4}0[0-9A-Z]{6}$/.test(plainCode(text));
}

/** An address for payments by UPI, such as `acme@hdfcbank`. */
export function isUpiId(text: string): boolean {
  return /^[A-Za-z0-9._-]{2,64}@[A-Za-z][A-Za-z0-9.]{1,30}$/.test(text);
}

interface Account {
  type: 'bank' | 'upi' | 'card';
  brand: string | null;
  last4: string | null;
  account_number: string | null;
  ifsc: string | null;
  upi_id: string | null;
}

interface Problem {
  field: keyof Account;
  message: string;
}

/** The last four characters of the account number where it is known, else the digits that were entered. */
export function lastFour(account: Pick<Account, 'account_number' | 'last4'>): string | null {
  return account.account_number?.slice(-4) ?? account.last4;
}

/** An account as a mail names it, such as `HDFC Bank ending in 5678 (default)`. */
export function describeAccount(
  account: Pick<Account, 'brand' | 'last4' | 'upi_id'> & { is_default: boolean },
): string {
  const name = account.upi_id ?? account.brand ?? 'UPI';
  const ending = account.last4 === null ? '' : ` ending in ${account.last4}`;
  return `${name}${ending}${account.is_default ? ' (default)' : ''}`;
}

/** What is missing from an account for its type or does not belong to it; null when the account can be paid into. */
export function accountProblem(account: Account): Problem | null {
  return missing(account) ?? foreign(account);
}

function missing({ type, brand, last4, account_number, upi_id }: Account): Problem | null {
  if (type === 'upi') {
    return upi_id === null && brand === null
      ? { field: 'upi_id', message: 'UPI ID is required' }
      : null;
  }
  if (brand === null) {
    const name = type === 'bank' ? 'Bank name' : 'Card brand';
    return { field: 'brand', message: `${name} is required` };
  }
  if (account_number !== null || last4 !== null) return null;
  return type === 'bank'
    ? { field: 'account_number', message: 'Account number is required' }
    : { field: 'last4', message: 'The last 4 digits of the card are required' };
}

function foreign({ type, account_number, ifsc, upi_id }: Account): Problem | null {
  if (type !== 'bank' && account_number !== null) {
    const message =
      type === 'card'
        ? 'Card numbers are not stored. Enter only the last 4 digits'
        : 'Only a bank account has an account number';
    return { field: 'account_number', message };
  }
  if (type !== 'bank' && ifsc !== null) {
    return { field: 'ifsc', message: 'Only a bank account has an IFSC' };
  }
  if (type !== 'upi' && upi_id !== null) {
    return { field: 'upi_id', message: 'Only a payment method of type UPI has a UPI ID' };
  }
  return null;
}

/** The default moves when another account becomes the default; it cannot be unset. */
export function canGiveUpDefault(method: { is_default: boolean }): Verdict {
  if (!method.is_default) return allowed;
  return refused(
    'payment_method.is_default',
    'There must be a default payment method. Make another one the default first',
  );
}
