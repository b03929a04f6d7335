import * as field from '~/kit/shared/fields/fields';
import { picked } from '~/kit/shared/fields/picked';
import { quotationFields, quotationItemFields } from './quotations.fields';

/** What the customer reads of a quotation behind its link: what the paper says, and the decision. */
export const publicFields = {
  ...picked(quotationFields, [
    'quotation_number',
    'revision',
    'status',
    'quotation_date',
    'valid_until',
    'customer_name',
    'reference',
    'cover_text',
    'terms_conditions',
    'subtotal',
    'tax_rate',
    'tax_amount',
    'total_amount',
    'discount_percent',
    'discount_amount',
    'tax_mode',
    'place_of_supply',
    'cgst_amount',
    'sgst_amount',
    'igst_amount',
    'round_off',
    'decided_at',
    'decided_by_name',
    'purchase_order',
    'decline_reason',
  ]),
  company_name: field.text({ label: 'Company', required: true, max: 255 }),
  company_logo: field.longText({ label: 'Logo', max: 10_000_000 }),
};

const { description, quantity, unit, unit_price, hsn_code, line_total, taxable_value, is_option } =
  quotationItemFields;

export const publicLineFields = {
  /** Counted from 1 over items and services; names an option that is taken. */
  position: field.wholeNumber({ label: 'Position', required: true, max: 100_000 }),
  description,
  quantity,
  unit,
  unit_price,
  hsn_code,
  discount_amount: quotationFields.discount_amount,
  line_total,
  taxable_value,
  tax_rate: quotationItemFields.tax_rate,
  is_option,
};

export type PublicLine = field.RowOf<typeof publicLineFields>;
export type PublicQuotation = field.RowOf<typeof publicFields> & {
  /** The company's own fields that are printed. */
  printed_fields: { label: string; value: string }[];
  items: PublicLine[];
};
