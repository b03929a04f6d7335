import { formatMoney } from '~/kit/shared/money/money';
import { counted } from '~/kit/shared/money/numbers';
import { type Day, daysBetween, formatDay } from '~/kit/shared/time/days';
import { sumOf } from '~/modules/sales/documents/totals.rules';
import type { RemindedInvoice } from './receivables.fields';

interface Reminding {
  contact: string;
  /** The company's name; null until it is filled in. */
  company: string | null;
  today: Day;
  invoices: readonly RemindedInvoice[];
}

/** The mail that reminds a customer of unpaid invoices (docs/product/receivables.md#reminders). */
export function reminderLetter({ contact, company, today, invoices }: Reminding) {
  const sender = senderOf(company);
  const amount = formatMoney(sumOf(invoices.map(({ balance_due }) => balance_due)), 'INR');
  const isPast = invoices.some(({ due_date }) => due_date < today);
  const lines = invoices.map(
    ({ invoice_number, due_date, balance_due }) =>
      `${invoice_number}, ${dueText(due_date, today)}: ${formatMoney(balance_due, 'INR')}`,
  );
  const paragraphs = [
    `Dear ${contact},`,
    isPast
      ? `our records show that ${amount} is due for payment. We would be grateful if you could arrange it.`
      : `this is a friendly reminder that ${amount} will soon be due for payment.`,
    lines.join('\n'),
    'Your statement of account is attached. If you have already paid, please disregard this email. If something is not correct, please reply to it.',
    `Thank you for your business.\n\n${sender}`,
  ];
  return {
    subject: `Payment reminder from ${sender}: ${amount}`,
    text: `${paragraphs.join('\n\n')}\n`,
  };
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
    `please find attached your statement of account from ${formatDay(from)} to ${formatDay(to)}.`,
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
