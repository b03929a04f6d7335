import { formatMoney } from '~/kit/shared/money/money';
import type { Day } from '~/kit/shared/time/days';
import type { FieldProblem } from '~/kit/shared/verdict';
import type { Customer } from '~/modules/sales/customers/customers.fields';
import { dueDateFor } from '~/modules/sales/customers/customers.rules';
import type { Invoice } from './invoices.fields';
import { dueDateProblem, statusAfterPayments, untouched } from './invoices.rules';

/** A row of a file of opening invoices. */
export type OpeningRow = Pick<Invoice, 'invoice_number' | 'invoice_date' | 'total_amount'> &
  Partial<Pick<Invoice, 'reference' | 'notes'>> & {
    due_date?: Day | null;
    balance_due?: number | null;
  };

interface Around {
  terms: Customer['payment_terms'];
  today: Day;
  /** What numbers of the company's own series begin with. */
  prefix: string;
}

export interface OpeningInvoice {
  values: Omit<OpeningRow, 'balance_due'> &
    Pick<Invoice, 'due_date' | 'status' | 'was_sent' | 'subtotal' | 'tax_rate' | 'tax_amount'>;
  /** The text of its only line. */
  description: string;
}

/**
 * The invoice of a row: it charges the amount that is still due, without tax
 * (docs/product/invoices.md#opening-invoices).
 */
export function openingInvoice(
  row: OpeningRow,
  { terms, today, prefix }: Around,
): OpeningInvoice | FieldProblem {
  const { invoice_number, invoice_date, total_amount: total, balance_due, ...texts } = row;
  if (isOwnNumber(invoice_number, prefix)) {
    const message = `${invoice_number} is a number of your own series. Change the invoice prefix in the settings first.`;
    return { field: 'invoice_number', message };
  }
  if (invoice_date > today) {
    return { field: 'invoice_date', message: 'The invoice date cannot be in the future' };
  }
  const due_date = row.due_date ?? dueDateFor(invoice_date, terms);
  const problem = dueDateProblem({ invoice_date, due_date }, null);
  if (problem) return { field: 'due_date', message: problem };
  const due = balance_due ?? total;
  if (due > total) {
    return { field: 'balance_due', message: 'The balance due cannot exceed the total' };
  }
  const charged = { ...untouched, total_amount: due, due_date, was_sent: true };
  return {
    values: {
      ...texts,
      ...charged,
      invoice_number,
      invoice_date,
      subtotal: due,
      tax_rate: 0,
      tax_amount: 0,
      status: statusAfterPayments({ ...charged, status: 'sent' }, today),
    },
    description:
      due === total ? 'Opening balance' : `Opening balance of ${formatMoney(total, 'INR')}`,
  };
}

/** Whether a number is one that the series, or a draft, has or may get. */
export function isOwnNumber(number: string, prefix: string): boolean {
  if (/^draft-\d+$/i.test(number)) return true;
  return (
    number.toLowerCase().startsWith(`${prefix}-`.toLowerCase()) &&
    /^\d{2}(-\d{2})?-\d{5,}$/.test(number.slice(prefix.length + 1))
  );
}
