import type { ErrorTable } from '~/kit/shared/error-codes';
import { fromPaise, toPaise } from '~/kit/shared/money/money';
import { type Day, daysBetween } from '~/kit/shared/time/days';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import type { Invoice } from '~/modules/billing/invoices/invoices.fields';
import {
  type AccountStatement,
  type AgeName,
  ageNames,
  type EntryKind,
  entryKinds,
  type ReceivablesSums,
  type RemindedInvoice,
  type StatementLine,
  vendorEntryKinds,
} from './receivables.fields';

export const receivableRefusals = {
  'statement.recipient_missing': [400, 'The customer has no email address'],
  'reminder.recipient_missing': [400, 'The customer has no email address'],
  'statement.mail_rejected': [502, 'The mail server did not accept the email'],
  'reminder.mail_rejected': [502, 'The mail server did not accept the email'],
  'reminder.switched_off': [409, 'The customer gets no reminders'],
  'reminder.sent_today': [409, 'The customer got a reminder today'],
  'reminder.nothing_due': [409, 'No invoice of the customer is due'],
} as const satisfies ErrorTable;

/** The age of a balance on a day; due on that day is not past (docs/product/receivables.md#ageing). */
export function ageOf(dueDate: Day, asOf: Day): AgeName {
  const past = daysBetween(dueDate, asOf);
  if (past <= 0) return 'current';
  if (past <= 30) return 'days_1_30';
  if (past <= 60) return 'days_31_60';
  return past <= 90 ? 'days_61_90' : 'over_90';
}

type Ages = Pick<ReceivablesSums, AgeName>;

/** The unpaid balances of invoices, in rupees. */
export function outstandingOf(sums: Ages): number {
  return sumOf(ageNames.map((name) => sums[name]));
}

/** Those past their due date, in rupees. */
export function overdueOf(sums: Ages): number {
  return sumOf([outstandingOf(sums), -sums.current]);
}

/** Why a period is refused, or null. */
export function periodProblem(from: Day, to: Day): string | null {
  return from > to ? 'The first day cannot be after the last day' : null;
}

const noSums: ReceivablesSums = {
  current: 0,
  days_1_30: 0,
  days_31_60: 0,
  days_61_90: 0,
  over_90: 0,
  credit: 0,
  total: 0,
};

/** The sums of the rows of customers or vendors, in rupees. */
export function totalsOf(rows: readonly ReceivablesSums[]): ReceivablesSums {
  const totals = { ...noSums };
  for (const name of [...ageNames, 'credit', 'total'] as const)
    totals[name] = sumOf(rows.map((row) => row[name]));
  return totals;
}

/** A movement of an account, in rupees: positive raises its balance. */
export interface Entry<Kind extends EntryKind = EntryKind>
  extends Omit<StatementLine<Kind>, 'debit' | 'credit' | 'balance'> {
  amount: number;
}

/**
 * The movements of a time, in their order, with the balance after each (docs/product/receivables.md#statement). A debit raises
 * the balance of a customer, a credit that of a vendor.
 */
export function statementOf<Kind extends EntryKind>(
  opening: number,
  entries: readonly Entry<Kind>[],
  raisedBy: 'debit' | 'credit' = 'debit',
): Pick<AccountStatement<Kind>, 'opening' | 'lines' | 'debits' | 'credits' | 'closing'> {
  let balance = toPaise(opening);
  const sign = raisedBy === 'debit' ? 1 : -1;
  // Each field by its name: of 10,000 lines, copying the rest of an entry takes longer than all else.
  const lines = entries.map(
    ({ date, kind, is_cancellation, number, reference, amount }): StatementLine<Kind> => {
      balance += toPaise(amount);
      const debit = Math.max(sign * amount, 0);
      const credit = Math.max(-sign * amount, 0);
      return {
        date,
        kind,
        is_cancellation,
        number,
        reference,
        debit,
        credit,
        balance: fromPaise(balance),
      };
    },
  );
  return {
    opening,
    lines,
    debits: sumOf(lines.map(({ debit }) => debit)),
    credits: sumOf(lines.map(({ credit }) => credit)),
    closing: fromPaise(balance),
  };
}

/** An unpaid invoice, and what pending payments hold of it, in rupees. */
export interface OwedInvoice extends RemindedInvoice {
  held_amount: number;
}

/** What is still to be paid of unpaid invoices, and the money that was received for them, in rupees. */
export interface StillOwed {
  invoices: RemindedInvoice[];
  received: number;
}

/**
 * Unpaid invoices, the longest due first, less what pending payments hold of each and less the customer's credit and advances
 * (docs/product/receivables.md#reminders).
 */
export function lessReceived(owed: readonly OwedInvoice[], credit: number): StillOwed {
  let remaining = Math.max(0, toPaise(credit));
  const invoices = owed.map(({ held_amount, ...invoice }) => {
    const due = toPaise(invoice.balance_due) - toPaise(held_amount);
    const used = Math.min(due, remaining);
    remaining -= used;
    return { ...invoice, balance_due: fromPaise(due - used) };
  });
  const [before, after] = [owed, invoices].map((all) =>
    sumOf(all.map(({ balance_due }) => balance_due)),
  );
  return {
    invoices: invoices.filter(({ balance_due }) => balance_due > 0),
    received: sumOf([before ?? 0, -(after ?? 0)]),
  };
}

/**
 * The invoices in a customer's scheduled reminder: none unless one of them is on a named day after (negative: before) its
 * due date; then all that are due, and those that the day is named for.
 */
export function scheduledOf<Row extends Pick<Invoice, 'due_date'>>(
  invoices: readonly Row[],
  { days, today }: { days: readonly number[]; today: Day },
): Row[] {
  const isNamed = ({ due_date }: Row) => days.includes(daysBetween(due_date, today));
  if (!invoices.some(isNamed)) return [];
  return invoices.filter((invoice) => invoice.due_date <= today || isNamed(invoice));
}

/** The name of a line of a statement, such as "Invoice cancelled". */
export function entryText({
  kind,
  is_cancellation,
}: Pick<StatementLine, 'kind' | 'is_cancellation'>) {
  const kinds = [...entryKinds, ...vendorEntryKinds];
  const label = kinds.find(({ value }) => value === kind)?.label ?? kind;
  return is_cancellation ? `${label} cancelled` : label;
}
