import { z } from 'zod';
import * as field from '~/kit/shared/fields/fields';
import { maxAmount } from '~/kit/shared/money/money';
import {
  amountFields,
  discountFields,
  documentTaxFields,
  lineTaxFields,
  originFields,
  quantityOptions,
  rupees,
  typedRupees,
  unitPriceOptions,
} from '~/modules/sales/documents/documents.fields';
import { taxClassField } from '~/modules/catalogue/tax/hsn.fields';

export const billStatuses = [
  { value: 'draft', label: 'Draft', color: 'blue' },
  { value: 'open', label: 'Open', color: 'yellow' },
  { value: 'partially_paid', label: 'Partially Paid', color: 'yellow' },
  { value: 'paid', label: 'Paid', color: 'green' },
  { value: 'overdue', label: 'Overdue', color: 'red' },
  { value: 'cancelled', label: 'Cancelled', color: 'red' },
] as const;

export const billKinds = [
  { value: 'bill', label: 'Bill' },
  { value: 'credit', label: 'Credit' },
] as const;

export const itcChoices = [
  { value: 'eligible', label: 'Eligible' },
  { value: 'blocked', label: 'Blocked' },
] as const;

export const creditReasons = [
  { value: 'returned', label: 'Goods returned' },
  { value: 'price', label: 'Price lowered' },
] as const;

const signedRupees = (label: string) =>
  field.money({
    label,
    required: true,
    currency: 'INR',
    min: -maxAmount,
    max: maxAmount,
    sortable: true,
  });

/** The fields of a bill (docs/product/bills.md#fields), in the order of the list's columns. */
export const billFields = {
  id: field.id,
  voucher_number: field.readOnly(
    field.text({ label: 'Voucher Number', required: true, max: 50, sortable: true }),
  ),
  kind: field.readOnly(
    field.choice({ label: 'Kind', choices: billKinds, required: true, sortable: true }),
  ),
  vendor_id: field.link({ label: 'Vendor', to: 'vendors', required: true }),
  vendor_name: field.derived(
    field.text({ label: 'Vendor', required: true, max: 100, sortable: true }),
  ),
  /** The vendor's own number. */
  bill_number: field.text({
    label: 'Bill Number',
    required: true,
    max: 50,
    sortable: true,
    messages: { required: 'Please enter the number of the bill' },
  }),
  bill_date: field.day({ label: 'Bill Date', required: true, sortable: true }),
  due_date: field.day({ label: 'Due Date', required: true, sortable: true }),
  status: field.choice({
    label: 'Status',
    choices: billStatuses,
    required: true,
    sortable: true,
  }),
  total_amount: amountFields.total_amount,
  /** What the vendor is paid: without tax under reverse charge and without TDS. */
  payable_amount: field.readOnly(rupees('Payable')),
  paid_amount: field.readOnly(rupees('Paid')),
  /** What credits took off a bill; of a credit, what its bill took. */
  credited_amount: field.readOnly(rupees('Credited')),
  /** Of a credit negative. */
  balance_due: field.readOnly(signedRupees('Balance Due')),
  purchase_order_id: field.link({ label: 'Purchase Order', to: 'purchase_orders' }),
  purchase_number: field.derived(field.text({ label: 'Purchase Order', max: 50 })),
  /** Of a credit: its bill. */
  corrects_id: field.readOnly(field.link({ label: 'Corrects', to: 'bills' })),
  /** The total that the vendor's paper shows. */
  vendor_total: field.money({
    label: "Vendor's Total",
    currency: 'INR',
    max: maxAmount,
    step: 0.01,
  }),
  item_count: field.readOnly(
    field.wholeNumber({ label: 'Items', required: true, max: 100_000, sortable: true }),
  ),
  subtotal: amountFields.subtotal,
  tax_rate: amountFields.tax_rate,
  tax_amount: amountFields.tax_amount,
  ...discountFields,
  tax_mode: documentTaxFields.tax_mode,
  supply_type: documentTaxFields.supply_type,
  place_of_supply: documentTaxFields.place_of_supply,
  reverse_charge: documentTaxFields.reverse_charge,
  cgst_amount: documentTaxFields.cgst_amount,
  sgst_amount: documentTaxFields.sgst_amount,
  igst_amount: documentTaxFields.igst_amount,
  round_off: documentTaxFields.round_off,
  tds_code: field.text({ label: 'TDS Code', max: 20 }),
  tds_rate: field.readOnly(field.percent({ label: 'TDS Rate' })),
  tds_base: field.readOnly(rupees('TDS Base')),
  tds_amount: typedRupees('TDS', true),
  /** By a person, in place of the computed amount. */
  tds_is_typed: field.readOnly(field.flag({ label: 'TDS Typed', required: true })),
  /** The last day to pay a micro or small vendor. */
  msme_limit: field.readOnly(field.day({ label: 'MSME Limit', sortable: true })),
  /** Whether the due date is later than that. */
  is_due_late: field.readOnly(field.flag({ label: 'Due Late', required: true })),
  terms_conditions: field.longText({ label: 'Terms', max: 1000 }),
  notes: field.longText({ label: 'Notes', max: 1000 }),
  created_by: originFields.created_by,
  created_by_name: originFields.created_by_name,
  created_at: originFields.created_at,
  updated_at: originFields.updated_at,
};

export type Bill = field.RowOf<typeof billFields>;

/** What the form of a bill has besides lines, charges and tax. */
export const billHeader = [
  'bill_number',
  'bill_date',
  'due_date',
  'purchase_order_id',
  'vendor_total',
  'tds_code',
  'terms_conditions',
  'notes',
] as const;

/** What may change after the booking. */
export const openNames = ['due_date', 'terms_conditions', 'notes'] as const;

const line = (label: string) => field.link({ label, to: 'purchase_order_lines' });

/** A line of a bill (docs/product/bills.md#lines): of an ordered line, a product, or text alone. */
export const billLineFields = {
  id: field.id,
  purchase_line_id: line('Purchase Order Line'),
  product_id: field.link({ label: 'Product', to: 'products' }),
  product_name: field.derived(field.text({ label: 'Product', max: 255 })),
  sku_code: field.derived(field.text({ label: 'SKU', max: 100 })),
  description: field.text({ label: 'Description', required: true, max: 500 }),
  /** Null where a credit lowers the price of the whole line. */
  quantity: field.measure({ ...quantityOptions, required: false, min: 0.001 }),
  unit_price: field.price(unitPriceOptions),
  line_total: field.readOnly(rupees('Total')),
  ...lineTaxFields,
  cgst: field.derived(rupees('CGST')),
  sgst: field.derived(rupees('SGST')),
  igst: field.derived(rupees('IGST')),
  /** Whether its tax is credited by the tax office, or part of what the goods cost. */
  itc: field.choice({ label: 'Input Tax Credit', choices: itcChoices, required: true }),
  /** Of a credit: the line of its bill. */
  of_line_id: field.readOnly(field.link({ label: 'Bill Line', to: 'bill_lines' })),
  credit_reason: field.readOnly(field.choice({ label: 'Reason', choices: creditReasons })),
};

export type BillLine = field.RowOf<typeof billLineFields>;

/** Freight, loading and the like, which are part of what goods cost (docs/product/bills.md#charges). */
export const billChargeFields = {
  id: field.id,
  description: field.text({ label: 'Description', required: true, max: 500 }),
  amount: typedRupees('Amount'),
  tax_class_id: taxClassField,
  tax_treatment: lineTaxFields.tax_treatment,
  tax_rate: lineTaxFields.tax_rate,
  cgst_amount: lineTaxFields.cgst_amount,
  sgst_amount: lineTaxFields.sgst_amount,
  igst_amount: lineTaxFields.igst_amount,
  itc: billLineFields.itc,
};

export type BillCharge = field.RowOf<typeof billChargeFields> & {
  /** The receipts whose goods it was paid for. */
  goods_receipt_ids: number[];
};

export const mostCharges = 100;

export const differenceSchema = z.object({ field: z.string(), message: z.string() });

/** A bill with its lines, as `GET /bills/{id}` and the writing calls answer it. */
export type WholeBill = Bill & {
  items: BillLine[];
  charges: BillCharge[];
  /** What differed when it was booked all the same. */
  differences: z.output<typeof differenceSchema>[];
};
