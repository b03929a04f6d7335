import { z } from 'zod';
import { fieldSchema } from '~/kit/shared/fields/field-schemas';
import * as field from '~/kit/shared/fields/fields';
import { documentTaxFields, rupees } from '~/modules/sales/documents/documents.fields';
import type { DocumentParty } from '~/modules/sales/documents/print/tax-documents.fields';
import { paymentFields, receivedAmount } from '~/modules/billing/payments/payments.fields';
import { type SupplyType, supplyTypes } from '~/modules/catalogue/tax/supply.rules';
import { workspaceField } from '~/modules/organization/workspaces/workspaces.fields';
import type { AdvancePart } from './advance-amounts.rules';

export const advanceStatuses = [
  { value: 'open', label: 'Open', color: 'blue' },
  { value: 'settled', label: 'Settled', color: 'green' },
  { value: 'cancelled', label: 'Cancelled', color: 'red' },
] as const;

const read = (label: string) => field.readOnly(rupees(label));
const { cgst_amount, sgst_amount, igst_amount, place_of_supply, reverse_charge } =
  documentTaxFields;

/** The fields of an advance (docs/product/advances.md#fields). */
export const advanceFields = {
  id: field.id,
  voucher_number: field.readOnly(
    field.text({ label: 'Voucher Number', required: true, max: 50, sortable: true }),
  ),
  customer_id: field.readOnly(field.link({ label: 'Customer', to: 'customers', required: true })),
  customer_name: field.derived(
    field.text({ label: 'Customer', required: true, max: 100, sortable: true }),
  ),
  order_id: field.readOnly(field.link({ label: 'Order', to: 'orders' })),
  order_number: field.derived(field.text({ label: 'Order', max: 50, sortable: true })),
  advance_date: field.readOnly(field.day({ label: 'Date', required: true, sortable: true })),
  amount: receivedAmount,
  payment_method: field.readOnly(paymentFields.payment_method),
  reference_number: paymentFields.reference_number,
  status: field.readOnly(
    field.choice({ label: 'Status', choices: advanceStatuses, required: true, sortable: true }),
  ),
  adjusted_amount: read('Adjusted'),
  refunded_amount: read('Refunded'),
  balance: read('Balance'),
  supply_type: field.readOnly(
    field.choice({ label: 'Supply Type', choices: supplyTypes, required: true }),
  ),
  place_of_supply: field.readOnly(place_of_supply),
  reverse_charge: field.readOnly(reverse_charge),
  taxable_value: read('Value'),
  tax_amount: read('Tax'),
  cgst_amount,
  sgst_amount,
  igst_amount,
  notes: paymentFields.notes,
  /** The receipt that it was left of (docs/product/receipts.md#credit). */
  receipt_id: paymentFields.receipt_id,
  receipt_number: paymentFields.receipt_number,
  created_by: paymentFields.created_by,
  created_by_name: paymentFields.created_by_name,
  workspace_id: field.derived(workspaceField),
  created_at: field.instant({ label: 'Created', sortable: true }),
  updated_at: field.instant({ label: 'Last Updated' }),
};

export type Advance = field.RowOf<typeof advanceFields>;

/** A voucher as it is printed and reported: kept when it is issued, never changed. */
export interface Voucher {
  kind: 'receipt' | 'refund';
  number: string;
  date: string;
  seller: DocumentParty;
  buyer: DocumentParty;
  supply_type: SupplyType;
  place_of_supply: string | null;
  reverse_charge: boolean;
  order_number: string | null;
  payment_method: Advance['payment_method'];
  reference_number: string | null;
  notes: string | null;
  amount: number;
  /** None for the refund of a receipt without GST. */
  parts: AdvancePart[];
  /** Of a refund: the receipt voucher, the receipt, or the invoice. */
  original: { number: string; date: string; is_invoice?: boolean } | null;
}

/** What of a voucher is printed. */
export type PrintedVoucher = Omit<Voucher, 'supply_type'>;

const amount = z.number().describe('Rupees');

export const partSchema = z.object({
  kind: z.enum(['goods', 'services']),
  tax_rate: z.number().nullable().describe('Percent'),
  amount,
  taxable_value: amount,
  cgst_amount: amount,
  sgst_amount: amount,
  igst_amount: amount,
});

export const adjustmentSchema = z.object({
  payment_id: z.int(),
  invoice_id: z.int(),
  invoice_number: z.string(),
  payment_date: z.string(),
  amount,
});

export const refundSchema = z.object({
  id: z.int(),
  voucher_number: z.string(),
  refund_date: z.string(),
  amount,
  payment_method: fieldSchema(paymentFields.payment_method),
  reference_number: z.string().nullable(),
  notes: z.string().nullable(),
  created_by_name: z.string(),
  created_at: z.string(),
});

export type Adjustment = z.output<typeof adjustmentSchema>;
export type Refund = z.output<typeof refundSchema>;

/** What `POST /advances/preview` works out. */
export type AdvancePreview = Pick<Advance, 'supply_type' | 'place_of_supply'> & {
  parts: AdvancePart[];
  /** Those of the voucher that no font prints. */
  letters: string[];
};

/** An advance with what it is for and what became of it, as `GET /advances/{id}` answers it. */
export type WholeAdvance = Advance & {
  parts: AdvancePart[];
  adjustments: Adjustment[];
  refunds: Refund[];
};
