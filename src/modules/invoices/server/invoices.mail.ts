import type { Mail } from '~/kit/server/mail/mail';
import { formatDay } from '~/kit/shared/time/days';
import { formatMoney } from '~/kit/shared/money/money';
import type { Invoice } from '../invoices.fields';

interface Letter {
  invoice: Invoice;
  company: string | null;
  contact: string | undefined;
}

export function invoiceMail({ invoice, company, contact }: Letter): Omit<Mail, 'to'> {
  const { invoice_number: number, customer_name, balance_due, total_amount } = invoice;
  const sender = oneLine(company ?? 'Manufacturing CRM');
  const opening = [
    `Dear ${contact ?? customer_name},`,
    `please find attached invoice ${number} of ${formatDay(invoice.invoice_date)}.`,
  ];
  const facts: [string, string][] = [
    ['Invoice', number],
    ['Amount', formatMoney(total_amount, 'INR')],
    ...(balance_due === total_amount
      ? []
      : [['Balance due', formatMoney(balance_due, 'INR')] satisfies [string, string]]),
    ['Due date', formatDay(invoice.due_date)],
  ];
  const closing = ['Thank you for your business.', sender];
  const text = [
    ...opening,
    facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
    ...closing,
  ];
  return {
    subject: `Invoice ${number} from ${sender}`,
    text: `${text.join('\n\n')}\n`,
    html: htmlOf({ opening, facts, closing }),
  };
}

function htmlOf(letter: {
  opening: string[];
  facts: [string, string][];
  closing: string[];
}): string {
  const paragraphs = (lines: string[]) => lines.map((line) => `<p>${escaped(line)}</p>`).join('\n');
  const rows = letter.facts.map(
    ([label, value]) =>
      `<tr><td style="padding:2px 16px 2px 0">${escaped(label)}</td><td><b>${escaped(value)}</b></td></tr>`,
  );
  return `<!doctype html>
<html lang="en"><body style="font-family:sans-serif">
${paragraphs(letter.opening)}
<table>${rows.join('')}</table>
${paragraphs(letter.closing)}
</body></html>
`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

function escaped(text: string): string {
  const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replaceAll(/[&<>"]/g, (character) => names[character] ?? character);
}
