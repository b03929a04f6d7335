import { z } from 'zod';
import { ageSums, enteredLater } from '~/modules/billing/receivables/receivables.fields';

const rupees = z.number().describe('Rupees');

const sums = {
  ...ageSums,
  msme_due: rupees.describe(
    'Rupees: unpaid bills of micro and small vendors past the limit by law',
  ),
};

/** The balances of vendors at the end of a day, by age (docs/product/payables.md#ageing). */
export const payablesSchema = z.object({
  as_of: z.iso.date(),
  rows: z.array(
    z.object({
      vendor_id: z.int(),
      vendor_name: z.string(),
      ...sums,
      msme_limit: z.iso
        .date()
        .nullable()
        .describe('The first limit of its unpaid bills, of a micro or small vendor'),
    }),
  ),
  totals: z.object(sums),
  figures: z.object({
    outstanding: rupees.describe('Rupees: the unpaid balances of bills'),
    overdue: rupees.describe('Rupees: those past their due date'),
    due_this_week: rupees.describe('Rupees: those due on the day or within 7 days'),
    msme_due: rupees.describe('Rupees: those past the limit for micro and small vendors'),
  }),
  entered_later: enteredLater,
});

export type Payables = z.output<typeof payablesSchema>;
export type PayablesRow = Payables['rows'][number];
