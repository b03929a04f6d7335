import { z } from 'zod';

const findingSchema = z.object({
  severity: z
    .enum(['error', 'warning'])
    .describe('An error prevents the document from being issued'),
  field: z.string().describe('A path such as `customer.gstin` or `items.0.hsn_code`'),
  message: z.string(),
  fix: z.string().describe('The path of the screen to fix it'),
});

/** What portals would refuse or doubt in a document (docs/product/invoices.md#check-before-issue). */
export const checkSchema = z.object({ ready: z.boolean(), findings: z.array(findingSchema) });

/** The same of a document that exists. */
export const documentCheckSchema = checkSchema.extend({
  is_filed: z
    .boolean()
    .describe('Whether its month is marked as filed, and the filed return contains it'),
});

/** The same of a receipt voucher, which has nothing else to check. */
export const filedSchema = documentCheckSchema.pick({ is_filed: true });

/** How many of some documents the filed return of a month contains. */
export const filedMonthSchema = z.object({
  month: z.string().describe('`YYYY-MM`'),
  documents: z.int(),
});

export type Finding = z.output<typeof findingSchema>;
export type CheckResult = z.output<typeof checkSchema>;
export type FiledMonth = z.output<typeof filedMonthSchema>;
export type DocumentCheckResult = z.output<typeof documentCheckSchema>;
