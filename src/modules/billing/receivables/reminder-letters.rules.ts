import { formatMoney } from '~/kit/shared/money/money';
import { counted } from '~/kit/shared/money/numbers';
import { type Day, daysBetween, formatDay } from '~/kit/shared/time/days';
import { sumOf } from '~/modules/sales/documents/totals.rules';
import type { PaidInto } from '~/modules/organization/company/accounts.fields';
import { accountLines } from '~/modules/sales/documents/accounts.print';
import type { RemindedInvoice } from './receivables.fields';

interface Reminding {
  contact: string;
  /** The company's name; null until it is filled in. */
  company: string | null;
  today: Day;
  invoices: readonly RemindedInvoice[];
  paidInto: PaidInto;
}

/** From so many days past the due date a reminder is firm. */
const firmFrom = 15;

/**
 * The mail that reminds a customer of unpaid invoices, friendly before one is late, and firm once one is two weeks late
 * (docs/product/receivables.md#reminders).
 */
export function reminderLetter({ contact, company, today, invoices, paidInto }: Reminding) {
  const sender = senderOf(company);
  const amount = totalOf(invoices);
  const lines = invoices.map(
    ({ invoice_number, due_date, balance_due }) =>
      `${invoice_number}, ${dueText(due_date, today)}: ${formatMoney(balance_due, 'INR')}`,
  );
  const paragraphs = [
    `Dear ${contact},`,
    requestOf({ today, invoices }),
    lines.join('\n'),
    ...waysToPay(paidInto),
    'Your statement of account is attached. If you have already paid, please disregard this email. If something is not correct, please reply to it.',
    `Thank you for your business.\n\n${sender}`,
  ];
  return {
    subject: `Payment reminder from ${sender}: ${amount}`,
    text: `${paragraphs.join('\n\n')}\n`,
  };
}

function requestOf({ today, invoices }: Pick<Reminding, 'today' | 'invoices'>): string {
  const past = invoices.filter(({ due_date }) => due_date < today);
  if (past.length === 0)
    return `This is a friendly reminder of a payment of ${totalOf(invoices)}. Please arrange it by the due date.`;
  const overdue = `${totalOf(past)} is past its due date`;
  const latest = Math.max(...past.map(({ due_date }) => daysBetween(due_date, today)));
  if (latest < firmFrom)
    return `Our records show that ${overdue}. We would be grateful if you could arrange the payment in the next few days.`;
  return `In spite of the time that has passed, we have not received your payment: ${overdue}, by up to ${latest} days. Please pay this amount now, or reply with the day on which we can expect it.`;
}

/** The account to pay into, and the UPI ID of another one. */
function waysToPay({ account, upi_id }: PaidInto): string[] {
  const lines = account ? accountLines(account) : [];
  if (upi_id && upi_id !== account?.upi_id) lines.push(`UPI ID: ${upi_id}`);
  return lines.length === 0 ? [] : [['Payment Details', ...lines].join('\n')];
}

function totalOf(invoices: readonly RemindedInvoice[]): string {
  return formatMoney(sumOf(invoices.map(({ balance_due }) => balance_due)), 'INR');
}

function dueText(due: Day, today: Day): string {
  const late = daysBetween(due, today);
  if (late > 0) return `due since ${formatDay(due)} (${counted(late, 'day')})`;
  return late === 0 ? 'due today' : `due on ${formatDay(due)}`;
}

/** The mail with a customer's statement (docs/product/receivables.md#statement). */
export function statementLetter({
  contact,
  company,
  from,
  to,
  closing,
}: Pick<Reminding, 'contact' | 'company'> & { from: Day; to: Day; closing: number }) {
  const sender = senderOf(company);
  const paragraphs = [
    `Dear ${contact},`,
    `Please find attached your statement of account from ${formatDay(from)} to ${formatDay(to)}.`,
    closing < 0
      ? `Balance in your favor: ${formatMoney(-closing, 'INR')}`
      : `Balance due: ${formatMoney(closing, 'INR')}`,
    'If something is not correct, please reply to this email.',
    `Thank you for your business.\n\n${sender}`,
  ];
  return {
    subject: `Statement of account from ${sender}`,
    text: `${paragraphs.join('\n\n')}\n`,
  };
}

function senderOf(company: string | null): string {
  return (company ?? 'Manufacturing CRM').replaceAll(/\s+/g, ' ');
}
