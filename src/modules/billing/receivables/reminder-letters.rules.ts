import { formatMoney } from '~/kit/shared/money/money';
import { counted } from '~/kit/shared/money/numbers';
import { type Day, daysBetween, formatDay } from '~/kit/shared/time/days';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import type { PaidInto } from '~/modules/organization/company/accounts.fields';
import {
  filledText,
  firmFrom,
  type PlaceholderValues,
  type ReminderTone,
} from '~/modules/organization/company/reminder-texts.rules';
import type { Settings } from '~/modules/organization/company/settings.fields';
import { accountLines } from '~/modules/sales/documents/print/accounts.print';
import type { RemindedInvoice } from './receivables.fields';

interface Reminding {
  contact: string;
  /** The company's name; null until it is filled in. */
  company: string | null;
  today: Day;
  invoices: readonly RemindedInvoice[];
  /** In rupees: payments and credit that no invoice has yet, which the invoices are without. */
  received: number;
  paidInto: PaidInto;
  /** The customer's name. */
  customer: string;
  /** The company's own. */
  texts: OwnTexts;
}

/** A company's own texts of reminders, by tone; null for the product's. */
type OwnTexts = Pick<Settings, `reminder_text_${ReminderTone}`>;

/**
 * The mail that reminds a customer of unpaid invoices, friendly before one is late, and firm once one is two weeks late
 * (docs/product/receivables.md#reminders).
 */
export function reminderLetter(reminding: Reminding) {
  const { contact, company, today, invoices, received, paidInto } = reminding;
  const sender = senderOf(company);
  const amount = totalOf(invoices);
  const lines = invoices.map(
    ({ invoice_number, due_date, balance_due }) =>
      `${invoice_number}, ${dueText(due_date, today)}: ${formatMoney(balance_due, 'INR')}`,
  );
  const paragraphs = [
    `Dear ${contact},`,
    requestOf(reminding),
    lines.join('\n'),
    ...(received > 0 ? [receivedText(received)] : []),
    ...waysToPay(paidInto),
    'Your statement of account is attached. If you have already paid, please disregard this email. If something is not correct, please reply to it.',
    `Thank you for your business.\n\n${sender}`,
  ];
  return {
    subject: `Payment reminder from ${sender}: ${amount}`,
    text: `${paragraphs.join('\n\n')}\n`,
  };
}

function receivedText(received: number): string {
  return `Payments and credit of ${formatMoney(received, 'INR')} that are not applied to your invoices yet are already deducted.`;
}

function requestOf({ company, customer, today, invoices, texts }: Reminding): string {
  const past = invoices.filter(({ due_date }) => due_date < today);
  const [oldest = today] = invoices.map(({ due_date }) => due_date).sort();
  const days = daysBetween(oldest, today);
  return requestText(toneOf(days), {
    texts,
    days,
    values: {
      customer,
      amount: totalOf(past.length === 0 ? invoices : past),
      date: formatDay(oldest),
      company: senderOf(company),
    },
  });
}

/** The tone of a reminder, by the days that its oldest invoice is past the due date. */
function toneOf(days: number): ReminderTone {
  if (days <= 0) return 'friendly';
  return days < firmFrom ? 'request' : 'firm';
}

interface Requesting {
  texts: OwnTexts;
  values: PlaceholderValues;
  /** That the oldest invoice is past its due date. */
  days: number;
}

/** What a reminder says in a tone, above the list of invoices: the company's own text or the product's. */
export function requestText(tone: ReminderTone, { texts, values, days }: Requesting): string {
  const own = texts[`reminder_text_${tone}`];
  if (own !== null) return filledText(own, values);
  const { amount } = values;
  switch (tone) {
    case 'friendly':
      return `This is a friendly reminder of a payment of ${amount}. Please arrange it by the due date.`;
    case 'request':
      return `Our records show that ${amount} is past its due date. We would be grateful if you could arrange the payment in the next few days.`;
    case 'firm':
      return `In spite of the time that has passed, we have not received your payment: ${amount} is past its due date, by up to ${days} days. Please pay this amount now, or reply with the day on which we can expect it.`;
  }
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
      ? `Balance in your favor on ${formatDay(to)}: ${formatMoney(-closing, 'INR')}`
      : `Balance due on ${formatDay(to)}: ${formatMoney(closing, 'INR')}`,
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
