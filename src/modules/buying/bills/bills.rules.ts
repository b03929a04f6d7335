import type { ErrorTable } from '~/kit/shared/error-codes';
import { rupees } from '~/kit/shared/money/money';
import type { Day } from '~/kit/shared/time/days';
import { allowed, refused, type Verdict } from '~/kit/shared/verdict';
import { type Bill, billFields, billStatuses, openNames } from './bills.fields';

export const billRefusals = {
  'bill.number_exists': [409, 'A bill of this vendor and financial year has the number already'],
  'bill.differs': [
    409,
    'The bill differs from its order, its receipts or the total of the vendor; `accept` books it all the same',
  ],
  'bill.is_draft': [409, 'The bill is a draft'],
  'bill.booked': [409, 'The bill is booked'],
  'bill.cancelled': [409, 'The bill is cancelled'],
  'bill.has_payments': [409, 'Payments are recorded for the bill'],
  'bill.has_credits': [409, 'Credits of the vendor correct the bill'],
  'bill.status_derived': [409, 'The status follows from payments and the due date'],
  'bill.rate_missing': [409, 'A tax class has no rate on the date of the bill'],
  'bill.order_not_open': [409, 'The purchase order is a draft or cancelled'],
  'bill.already_credited': [409, 'More than is left of a line of the bill'],
} as const satisfies ErrorTable;

type Status = Bill['status'];
type Stated = Pick<Bill, 'status' | 'kind'>;

/** The statuses that follow from payments and the calendar. */
export const followed: readonly Status[] = ['paid', 'partially_paid', 'overdue'];

const cancelled = refused('bill.cancelled', 'This bill is cancelled');

/** Whether a person may set a status: draft → open → cancelled (docs/product/bills.md#status). */
export function canTakeStatus(bill: Stated & Pick<Bill, 'paid_amount'>, status: Status): Verdict {
  if (bill.status === 'cancelled') return status === 'cancelled' ? allowed : cancelled;
  if (status === bill.status) return allowed;
  if (followed.includes(status) || (followed.includes(bill.status) && status === 'open')) {
    return refused(
      'bill.status_derived',
      'Paid, partially paid and overdue are set automatically from payments and the due date',
    );
  }
  if (status === 'cancelled') return canCancel(bill);
  if (bill.status === 'draft') return allowed;
  return refused('bill.booked', 'A booked bill cannot become a draft again');
}

/** A draft is deleted instead; one with payments keeps them (docs/product/bills.md#cancelling). */
export function canCancel({ status, paid_amount }: Stated & Pick<Bill, 'paid_amount'>): Verdict {
  if (status === 'cancelled') return cancelled;
  if (status === 'draft') return refused('bill.is_draft', 'A draft is deleted, not cancelled');
  if (paid_amount === 0) return allowed;
  return refused('bill.has_payments', 'This bill has payments and cannot be cancelled');
}

/** Only drafts can be deleted. */
export function canDelete({ status }: Stated): Verdict {
  return status === 'draft' ? allowed : refused('bill.booked', 'Only drafts can be deleted');
}

export function canBook({ status }: Stated): Verdict {
  if (status === 'draft') return allowed;
  return status === 'cancelled' ? cancelled : refused('bill.booked', 'This bill is booked');
}

/** Whether the vendor may be paid (docs/product/vendor-payments.md). */
export function canPay({ status, balance_due }: Pick<Bill, 'status' | 'balance_due'>): Verdict {
  if (status === 'draft') return refused('bill.is_draft', 'Book the bill first');
  if (status === 'cancelled') return refused('bill.cancelled', 'A cancelled bill cannot be paid');
  return balance_due > 0 ? allowed : refused('bill.has_payments', 'Nothing is due on this bill');
}

/** Whether credits may correct a bill (docs/product/bills.md#credits). */
export function canCredit({ status, kind }: Stated): Verdict {
  if (kind === 'credit') return refused('bill.booked', 'A credit cannot be credited');
  if (status === 'draft') return refused('bill.is_draft', 'This bill is a draft: edit it directly');
  return status === 'cancelled' ? cancelled : allowed;
}

/** Whether these fields may change: all of a draft, due date, terms and notes of a booked bill (docs/product/bills.md#what-may-change). */
export function canEdit({ status }: Pick<Bill, 'status'>, fields: readonly string[]): Verdict {
  if (status === 'draft' || fields.length === 0) return allowed;
  if (status === 'cancelled') return cancelled;
  const open: readonly string[] = openNames;
  const fixed = fields.find((name) => !open.includes(name));
  if (fixed === undefined) return allowed;
  const word = billStatuses.find(({ value }) => value === status)?.label ?? status;
  return refused('bill.booked', `${labelOf(fixed)} cannot be changed: this bill is ${word}`);
}

function labelOf(name: string): string {
  if (name === 'items') return 'Items';
  return name in billFields ? billFields[name as keyof Bill].label : 'Charges';
}

/** What is wrong with the days of a bill, or null; a due date may have passed (docs/product/bills.md#fields). */
export function dueDateProblem({
  bill_date,
  due_date,
}: Pick<Bill, 'bill_date' | 'due_date'>): string | null {
  return due_date < bill_date ? 'Due date cannot be before the bill date' : null;
}

export function billDateProblem(bill_date: Day, today: Day): string | null {
  return bill_date > today ? 'The bill date cannot be in the future' : null;
}

/** What is wrong with a typed amount of TDS, or null; both in rupees. */
export function typedTdsProblem(tds_amount: number, most: number): string | null {
  return tds_amount > most ? `TDS cannot exceed ${rupees(most)}` : null;
}

/** Whether a line has goods that are not ordered yet, which a bill can order and receive along. */
export function isBought(line: {
  product_id?: number | null | undefined;
  purchase_line_id?: number | null | undefined;
}): boolean {
  return Boolean(line.product_id) && !line.purchase_line_id;
}
