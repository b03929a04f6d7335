import type { Mail } from '~/kit/server/mail/mail';
import { formatDay } from '~/kit/shared/time/days';
import { formatMoney } from '~/kit/shared/money/money';
import { letterWith } from '~/modules/sales/documents/letters.rules';
import type { Invoice } from '../invoices.fields';

interface Letter {
  invoice: Invoice;
  company: string | null;
  contact: string | undefined;
}

export function invoiceMail({ invoice, company, contact }: Letter): Omit<Mail, 'to'> {
  const { invoice_number, customer_name, balance_due, total_amount } = invoice;
  return letterWith({
    noun: 'Invoice',
    number: invoice_number,
    date: invoice.invoice_date,
    contact: contact ?? customer_name,
    company,
    facts: [
      ['Amount', formatMoney(total_amount, 'INR')],
      ...(balance_due === total_amount
        ? []
        : [['Balance due', formatMoney(balance_due, 'INR')] as const]),
      ['Due date', formatDay(invoice.due_date)],
    ],
  });
}
