import { type Day, formatDay } from '~/kit/shared/time/days';
import { formatMoney } from '~/kit/shared/money/money';
import { toast } from '~/kit/ui/messages/toasts';
import { isPastDue } from '../dues.rules';
import { type Invoice, invoiceStatuses } from '../invoices.fields';

// The new window needs this time to render (docs/product/invoices.md#document).
const printAfterMs = 250;

const look = `
  body { margin: 48px; color: #10131c; background: #fff; font: 15px/24px system-ui, sans-serif; }
  h1 { margin: 0 0 24px; font-size: 24px; line-height: 32px; }
  dl { display: grid; grid-template-columns: 160px 1fr; margin: 0; }
  dt, dd { margin: 0; padding: 8px 0; border-bottom: 1px solid #d5d9e0; }
  dt { color: #5a6375; }
  dd { font-variant-numeric: tabular-nums; }
`;

/**
 * Opens a window that prints itself after a moment. It is built node by node from here, because the content security
 * policy forbids scripts in it, and so that names cannot become markup.
 */
export function printInvoice(invoice: Invoice, today: Day): void {
  const view = window.open('', '_blank', 'width=820,height=920');
  if (!view) {
    toast('error', 'Your browser blocked the print view. Allow pop-ups for this site.');
    return;
  }
  const page = view.document;
  page.title = `Invoice ${invoice.invoice_number}`;
  page.documentElement.lang = 'en';
  const style = page.createElement('style');
  style.textContent = look;
  page.head.append(style);
  const heading = page.createElement('h1');
  heading.textContent = `Invoice ${invoice.invoice_number}`;
  const list = page.createElement('dl');
  for (const [label, value] of entriesOf(invoice, today)) {
    const term = page.createElement('dt');
    term.textContent = label;
    const texts = page.createElement('dd');
    texts.textContent = value;
    list.append(term, texts);
  }
  const main = page.createElement('main');
  main.append(heading, list);
  page.body.append(main);
  setTimeout(() => {
    if (view.closed) return;
    view.focus();
    view.print();
  }, printAfterMs);
}

function entriesOf(invoice: Invoice, today: Day): readonly [label: string, value: string][] {
  const status = invoiceStatuses.find(({ value }) => value === invoice.status)?.label ?? '';
  const isLate = isPastDue(invoice, today) && invoice.status !== 'overdue';
  return [
    ['Invoice Number', invoice.invoice_number],
    ['Customer', invoice.customer_name],
    ['Amount', formatMoney(invoice.total_amount, 'INR')],
    ['Date', formatDay(invoice.invoice_date)],
    ['Due Date', formatDay(invoice.due_date)],
    ['Status', isLate ? `${status}, overdue` : status],
    ['Balance Due', formatMoney(invoice.balance_due, 'INR')],
  ];
}
