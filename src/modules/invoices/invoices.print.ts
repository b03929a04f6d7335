import { rupeesInWords } from '~/kit/shared/money/amount-words';
import { formatDay } from '~/kit/shared/time/days';
import { formatMoney } from '~/kit/shared/money/money';
import type { PrintDocument, PrintFact, PrintTable } from '~/kit/shared/print/print-document';
import type { Customer } from '~/modules/customers/customers.fields';
import type { PaymentMethod } from '~/modules/company/accounts.fields';
import type { BillingProfile } from '~/modules/company/identity.fields';
import type { Invoice, InvoiceLine } from './invoices.fields';

type Receiver = Pick<
  Customer,
  | 'company_name'
  | 'contact_person'
  | 'billing_address'
  | 'city'
  | 'state'
  | 'postal_code'
  | 'country'
  | 'email'
  | 'phone'
>;

/**
 * Data of the printed invoice. Lines and customer are left out where they are unknown, as when only the list is loaded.
 */
export interface InvoiceFacts {
  invoice: Invoice & { items?: readonly InvoiceLine[] };
  customer: Receiver | null;
  issuer: BillingProfile | null;
  account: PaymentMethod | null;
}

/** The one layout of an invoice, for mail, download and print (docs/product/invoices.md#document). */
export function invoicePrintDocument({
  invoice,
  customer,
  issuer,
  account,
}: InvoiceFacts): PrintDocument {
  const isDraft = invoice.status === 'draft';
  return {
    title: invoice.invoice_number,
    heading: 'INVOICE',
    issuer: issuerLines(issuer),
    facts: [
      { label: 'Invoice Number', value: invoice.invoice_number, strong: true },
      { label: 'Invoice Date', value: formatDay(invoice.invoice_date) },
      { label: 'Due Date', value: formatDay(invoice.due_date) },
    ],
    parties: [{ heading: 'Bill To', lines: receiverLines(invoice, customer) }],
    ...(invoice.items && invoice.items.length > 0 ? { table: linesTable(invoice.items) } : {}),
    totals: totalsOf(invoice),
    notes: [
      { heading: 'Amount in Words', text: rupeesInWords(invoice.total_amount) },
      ...(account ? [{ heading: 'Payment Details', text: accountText(account) }] : []),
      ...(invoice.terms_conditions
        ? [{ heading: 'Terms & Conditions', text: invoice.terms_conditions }]
        : []),
      ...(invoice.notes ? [{ heading: 'Notes', text: invoice.notes }] : []),
    ],
    ...(isDraft ? { mark: 'DRAFT' } : {}),
    ...(invoice.status === 'cancelled' ? { mark: 'CANCELLED' } : {}),
  };
}

export function issuerLines(issuer: BillingProfile | null): string[] {
  const { company_name, billing_address, city, state, zip_code, tax_id } = issuer ?? {};
  const place = [city, state, zip_code].filter(Boolean).join(', ');
  return [
    company_name ?? 'Manufacturing CRM',
    ...linesOf(billing_address),
    ...(place === '' ? [] : [place]),
    ...(tax_id ? [`Tax ID: ${tax_id}`] : []),
  ];
}

function receiverLines({ customer_name }: Invoice, customer: Receiver | null): string[] {
  if (!customer) return [customer_name];
  const place = [customer.city, customer.state, customer.postal_code, customer.country];
  return [
    customer.company_name,
    customer.contact_person,
    ...linesOf(customer.billing_address),
    place.filter(Boolean).join(', '),
    customer.email ?? '',
    customer.phone ?? '',
  ].filter((line) => line !== '');
}

function linesTable(items: readonly InvoiceLine[]): PrintTable {
  return {
    columns: [
      { label: '#', width: 22, align: 'right' },
      { label: 'Description', width: '*', align: 'left' },
      { label: 'Quantity', width: 'auto', align: 'right' },
      { label: 'Unit Price', width: 'auto', align: 'right' },
      { label: 'Total', width: 'auto', align: 'right' },
    ],
    rows: items.map((line, at) => [
      String(at + 1),
      line.description,
      line.quantity.toLocaleString('en-IN', { maximumFractionDigits: 3 }),
      rupees(line.unit_price),
      rupees(line.line_total),
    ]),
  };
}

function totalsOf(invoice: Invoice): PrintFact[] {
  return [
    { label: 'Subtotal', value: rupees(invoice.subtotal) },
    { label: `Tax (${invoice.tax_rate}%)`, value: rupees(invoice.tax_amount) },
    { label: 'Total', value: rupees(invoice.total_amount), strong: true },
    ...(invoice.paid_amount > 0 ? [{ label: 'Paid', value: rupees(invoice.paid_amount) }] : []),
    { label: 'Balance Due', value: rupees(invoice.balance_due), strong: true },
  ];
}

function accountText(account: PaymentMethod): string {
  const facts: [string, string | null][] = [
    ['', account.label],
    ['Bank', account.type === 'bank' ? account.brand : null],
    ['Card', account.type === 'card' ? brandAndEnding(account) : null],
    ['UPI', account.type === 'upi' && !account.upi_id ? brandAndEnding(account) : null],
    ['Account Holder', account.account_holder],
    [
      'Account Number',
      account.type === 'bank' ? (account.account_number ?? ending(account)) : null,
    ],
    ['IFSC', account.ifsc],
    ['UPI ID', account.upi_id],
  ];
  return facts
    .filter(([, value]) => value !== null && value !== '')
    .map(([label, value]) => (label === '' ? value : `${label}: ${value}`))
    .join('\n');
}

function brandAndEnding(account: PaymentMethod): string {
  return [account.brand, ending(account)].filter(Boolean).join(' ');
}

function ending({ last4 }: PaymentMethod): string | null {
  return last4 ? `ending in ${last4}` : null;
}

function linesOf(text: string | null | undefined): string[] {
  return (text ?? '').split('\n').filter((line) => line.trim() !== '');
}

function rupees(amount: number): string {
  return formatMoney(amount, 'INR');
}
