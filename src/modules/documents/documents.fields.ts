import * as field from '~/kit/shared/fields/fields';
import { maxAmount } from '~/kit/shared/money/money';

export const maxQuantity = 999_999_999;

export const mostLines = 1000;

export const rupees = (label: string) =>
  field.money({ label, required: true, currency: 'INR', max: maxAmount, sortable: true });

export const amountFields = {
  subtotal: rupees('Subtotal'),
  tax_rate: field.percent({ label: 'Tax Rate', required: true }),
  tax_amount: rupees('Tax'),
  total_amount: rupees('Total'),
};

/** The amounts that a request may contain; the server computes them again. */
export const sentAmounts = {
  subtotal: amountFields.subtotal.schema('form').optional(),
  tax_rate: amountFields.tax_rate.schema('form').optional(),
  tax_amount: amountFields.tax_amount.schema('form').optional(),
  total_amount: amountFields.total_amount.schema('form').optional(),
};

/** The quantity of a line; each kind of line decides whether fractions are allowed. */
export const quantityFacts = { label: 'Quantity', required: true, max: maxQuantity } as const;

/** The price of one unit of a line, in rupees. */
export const unitPriceFacts = {
  label: 'Unit Price',
  required: true,
  currency: 'INR',
  max: maxAmount,
  step: 0.01,
} as const;
