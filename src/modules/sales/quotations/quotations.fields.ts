import { customOf } from '~/kit/shared/fields/custom-column';
import * as field from '~/kit/shared/fields/fields';
import {
  amountFields,
  discountFields,
  documentTaxFields,
} from '~/modules/sales/documents/documents.fields';
import { mailStatuses } from '~/modules/sales/documents/mails.fields';
import { supplyNames } from '~/modules/sales/documents/taxes/tax-changes.rules';
import { leadFields } from '~/modules/sales/leads/leads.fields';
import { itemFields, serviceFields } from '~/modules/sales/documents/lines/order-lines.fields';
import { orderFields } from '~/modules/sales/orders/orders.fields';
import { workspaceField } from '~/modules/organization/workspaces/workspaces.fields';

export const quotationStatuses = [
  { value: 'draft', label: 'Draft', color: 'gray' },
  { value: 'sent', label: 'Sent', color: 'blue' },
  { value: 'accepted', label: 'Accepted', color: 'green' },
  { value: 'declined', label: 'Declined', color: 'red' },
  { value: 'expired', label: 'Expired', color: 'yellow' },
  { value: 'superseded', label: 'Superseded', color: 'gray' },
  { value: 'ordered', label: 'Ordered', color: 'violet' },
] as const;

/**
 * The fields of a quotation (docs/product/quotations.md#fields), in the order of the list's columns. It is made for a
 * customer or for a lead; `customer_name` is the name of either.
 */
export const quotationFields = {
  id: field.id,
  quotation_number: field.readOnly(
    field.text({ label: 'Quotation Number', required: true, max: 50, sortable: true }),
  ),
  revision: field.readOnly(
    field.wholeNumber({ label: 'Revision', required: true, max: 10_000, sortable: true }),
  ),
  customer_id: field.link({ label: 'Customer', to: 'customers' }),
  lead_id: field.link({ label: 'Lead', to: 'leads' }),
  customer_name: field.derived(
    field.text({ label: 'Customer', required: true, max: 100, sortable: true }),
  ),
  customer_phone: field.derived(field.text({ label: 'Phone', max: 50 })),
  status: field.choice({
    label: 'Status',
    choices: quotationStatuses,
    required: true,
    sortable: true,
  }),
  quotation_date: field.day({ label: 'Quotation Date', required: true, sortable: true }),
  valid_until: field.day({ label: 'Valid Until', required: true, sortable: true }),
  item_count: field.readOnly(
    field.wholeNumber({ label: 'Items', required: true, max: 100_000, sortable: true }),
  ),
  service_names: field.readOnly(field.longText({ label: 'Services', max: 100_000 })),
  total_amount: amountFields.total_amount,
  reference: orderFields.reference,
  /** Of its lead, or of the first lead that became its customer. */
  lead_source: field.derived(leadFields.lead_source),
  created_at: field.instant({ label: 'Created', sortable: true }),
  created_by: field.readOnly(field.link({ label: 'Created By', to: 'users' })),
  created_by_name: field.readOnly(field.text({ label: 'Created By', required: true, max: 120 })),
  cover_text: field.longText({ label: 'Cover Text', max: 2000 }),
  terms_conditions: field.longText({ label: 'Terms', max: 1000 }),
  /** For colleagues: neither printed nor shown to the customer. */
  notes: field.longText({ label: 'Notes', max: 1000 }),
  /** Offered as the beginning of new quotations. */
  is_template: field.flag({ label: 'Template' }),
  subtotal: amountFields.subtotal,
  tax_rate: amountFields.tax_rate,
  tax_amount: amountFields.tax_amount,
  ...discountFields,
  ...documentTaxFields,
  order_id: field.readOnly(field.link({ label: 'Order', to: 'orders' })),
  order_number: field.derived(field.text({ label: 'Order Number', max: 50 })),
  decided_at: field.readOnly(field.instant({ label: 'Decided', required: false })),
  /** The user who decided by hand; null for a decision of the customer. */
  decided_by: field.readOnly(field.link({ label: 'Decided By', to: 'users' })),
  decided_by_name: field.readOnly(field.text({ label: 'Decided By', max: 120 })),
  purchase_order: field.readOnly(field.text({ label: 'Purchase Order', max: 100 })),
  decline_reason: field.readOnly(field.longText({ label: 'Reason', max: 1000 })),
  mail_status: field.readOnly(field.choice({ label: 'Mail', choices: mailStatuses })),
  mail_error: field.readOnly(field.text({ label: 'Mail Error', max: 1000 })),
  mailed_at: field.instant({ label: 'Mailed', required: false }),
  workspace_id: field.derived(workspaceField),
  updated_at: field.instant({ label: 'Last Updated' }),
  custom: customOf('quotations'),
};

/** The amounts that an order takes over from its quotation, and a revision from the one before. */
export const agreedAmounts = [
  'subtotal',
  'tax_rate',
  'tax_amount',
  'total_amount',
  'round_off',
  'cgst_amount',
  'sgst_amount',
  'igst_amount',
] as const;

/** The discount, tax and addresses that these follow from. */
export const agreedValues = [
  'tax_mode',
  'discount_percent',
  'discount_amount',
  'place_chosen',
  ...supplyNames,
] as const;

export type Quotation = field.RowOf<typeof quotationFields>;

/** Its texts, in the order of form, details and search. */
export const quotationTexts = ['reference', 'cover_text', 'terms_conditions', 'notes'] as const;

/** What the form of a quotation has besides customer or lead, lines and tax. */
export const quotationHeader = ['quotation_date', 'valid_until', ...quotationTexts] as const;

/** An option is priced and taxed on its own and is not in the total, until the customer takes it. */
const is_option = field.flag({ label: 'Option', required: true });

/** Lines as an order's (docs/product/orders.md#lines). */
export const quotationItemFields = { ...itemFields, is_option };
export const quotationServiceFields = { ...serviceFields, is_option };

export type QuotationItem = field.RowOf<typeof quotationItemFields>;
export type QuotationService = field.RowOf<typeof quotationServiceFields>;

/** A quotation with its lines, as `GET /quotations/{id}` and the writing calls answer it. */
export type QuotationWithLines = Quotation & {
  items: QuotationItem[];
  services: QuotationService[];
};
