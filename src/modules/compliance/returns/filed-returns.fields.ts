import { z } from 'zod';
import { anyKind, gstr1Schema } from './gstr1.fields';

export const filedSchema = z.object({
  month: z.string().describe('YYYY-MM'),
  filed_at: z.string(),
  filed_by_name: z.string().nullable().describe('Null if that user was deleted'),
});

/** That the GSTR-1 of a month was filed. */
export type FiledReturn = z.output<typeof filedSchema>;

const changeSchema = z.object({
  kind: anyKind,
  id: z.int().describe('Of a voucher: its advance'),
  number: z.string(),
  change: z.enum(['added', 'changed', 'cancelled', 'removed']),
});

/** What became of a document after its month was filed. */
export type FiledChange = z.output<typeof changeSchema>;

export const returnSchema = gstr1Schema.extend({
  filed: filedSchema.nullable(),
  changed_since_filing: z.array(changeSchema),
});

/** A month's tables with what became of them since they were filed (docs/product/returns.md#filed). */
export type MonthReturn = z.output<typeof returnSchema>;

const monthText = z.string({ error: 'Send month as YYYY-MM' }).regex(/^20\d{2}-(0[1-9]|1[0-2])$/, {
  error: 'month must be a month from 2000-01 on (YYYY-MM)',
});

export const monthParams = z.object({ month: monthText });

export const monthQuery = z.object({ month: monthText });

export const gstr1Query = monthQuery.extend({
  format: z.enum(['json', 'csv'], { error: 'format must be json or csv' }).optional(),
});
