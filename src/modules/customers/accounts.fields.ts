import { rowSchema } from '~/kit/shared/fields/record-schemas';
import type { z } from 'zod';
import { rupees } from '~/modules/documents/documents.fields';

/** What a customer owes, and what is theirs (docs/product/customers.md#account). */
export const accountSchema = rowSchema({
  outstanding: rupees('Outstanding'),
  overdue: rupees('Overdue'),
  customer_credit: rupees('Customer Credit'),
});

export const accountLabels = [
  ['outstanding', 'Outstanding'],
  ['overdue', 'Overdue'],
  ['customer_credit', 'Customer Credit'],
] as const;

export type CustomerAccount = z.output<typeof accountSchema>;
