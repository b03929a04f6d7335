import { rowSchema } from '~/kit/shared/fields/record-schemas';
import type { z } from 'zod';
import { rupees } from '~/modules/sales/documents/documents.fields';

/** What a customer owes, and what is theirs (docs/product/customers.md#account). */
export const accountSchema = rowSchema({
  outstanding: rupees('Outstanding'),
  overdue: rupees('Overdue'),
  customer_credit: rupees('Customer Credit'),
  advances: rupees('Advances'),
});

export const accountLabels = [
  ['outstanding', 'Outstanding'],
  ['overdue', 'Overdue'],
  ['customer_credit', 'Customer Credit'],
  ['advances', 'Advances'],
] as const;

export type CustomerAccount = z.output<typeof accountSchema>;

/** What its invoices alone say of a customer's account. */
export type InvoiceAccount = Omit<CustomerAccount, 'advances'>;
