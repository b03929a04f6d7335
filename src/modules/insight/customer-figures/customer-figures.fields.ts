import { z } from 'zod';
import { accountSchema } from '~/modules/sales/customers/accounts.fields';

const open = z
  .object({ count: z.int(), value: z.number().describe('Rupees') })
  .nullable()
  .describe('Null without the right to read them');

/** The account of one customer at a glance (docs/product/customers.md#at-a-glance). */
export const customerFiguresSchema = z.object({
  account: accountSchema.nullable(),
  credit_limit: z.number().nullable(),
  credit_used: z
    .number()
    .nullable()
    .describe(
      'Rupees: the outstanding amount and the uninvoiced part of confirmed orders, less credit and advances',
    ),
  open_quotations: open,
  open_orders: open,
  sales: z
    .array(z.object({ month: z.string(), value: z.number() }))
    .nullable()
    .describe('Invoices before tax of the last twelve months, in rupees'),
  days_to_pay: z
    .number()
    .nullable()
    .describe('Days from invoice to payment, on average of those paid in twelve months'),
  leads: z
    .array(z.object({ id: z.int(), company_name: z.string() }))
    .describe('The leads that became the customer, of those that the user may read'),
  last_contact_at: z
    .string()
    .nullable()
    .describe('The newest note, finished next step or logged contact'),
});

export type CustomerFigures = z.output<typeof customerFiguresSchema>;
