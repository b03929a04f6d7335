import * as field from '~/kit/shared/fields';

export const invoiceStatuses = [
  { value: 'draft', label: 'Draft', color: 'blue' },
  { value: 'sent', label: 'Sent', color: 'yellow' },
  { value: 'pending', label: 'Pending', color: 'yellow' },
  { value: 'paid', label: 'Paid', color: 'green' },
  { value: 'partially_paid', label: 'Partially Paid', color: 'yellow' },
  { value: 'overdue', label: 'Overdue', color: 'red' },
  { value: 'cancelled', label: 'Cancelled', color: 'red' },
] as const;

const rupees = (label: string) =>
  field.money({ label, required: true, currency: 'INR', max: 999_999_999_999.99, sortable: true });

/** What an invoice is (spec 2 §3, contract: Invoices); a draft's number is `DRAFT-{id}`. */
export const invoiceFields = {
  id: field.id,
  invoice_number: field.readOnly(
    field.text({ label: 'Invoice Number', required: true, max: 50, sortable: true }),
  ),
  customer_id: field.link({ label: 'Customer', to: 'customers', required: true }),
  customer_name: field.derived(
    field.text({ label: 'Customer Name', required: true, max: 100, sortable: true }),
  ),
  order_id: field.link({ label: 'Order', to: 'orders' }),
  invoice_date: field.day({ label: 'Invoice Date', required: true, sortable: true }),
  due_date: field.day({ label: 'Due Date', required: true, sortable: true }),
  terms_conditions: field.longText({ label: 'Terms', max: 1000 }),
  notes: field.longText({ label: 'Notes', max: 1000 }),
  subtotal: rupees('Subtotal'),
  tax_rate: field.percent({ label: 'Tax Rate', required: true }),
  tax_amount: rupees('Tax'),
  total_amount: rupees('Total'),
  paid_amount: field.readOnly(rupees('Paid')),
  total_paid: field.derived(rupees('Total Paid')),
  balance_due: field.readOnly(rupees('Balance Due')),
  status: field.choice({
    label: 'Status',
    choices: invoiceStatuses,
    required: true,
    sortable: true,
  }),
  item_count: field.derived(field.wholeNumber({ label: 'Items', required: true, max: 100_000 })),
  created_at: field.instant({ label: 'Created', sortable: true }),
  updated_at: field.instant({ label: 'Last Updated' }),
};

export type Invoice = field.RowOf<typeof invoiceFields>;
