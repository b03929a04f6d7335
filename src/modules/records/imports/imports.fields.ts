import { z } from 'zod';
import type { KindWithRights } from '~/modules/organization/kinds/kinds.rules';

const count = z.int().min(0);

/**
 * Why a cell or a row was refused; `row` is the line in the file, where 1 is the header
 * (docs/product/imports.md#answer).
 */
export const rowErrorSchema = z.object({
  row: count,
  field: z.string().nullable(),
  value: z.string().nullable(),
  message: z.string(),
});

/**
 * The result of an import. `updated` counts rows of existing records, `unchanged` those of them without a difference;
 * `errors` holds the first ones, `failed` counts all refused rows.
 */
export const importResponseSchema = z.object({
  job_id: z.int(),
  created: count,
  updated: count,
  unchanged: count,
  failed: count,
  doubled: count
    .optional()
    .describe(
      'The refused rows that repeat the record of an earlier row; omitted for a stored job',
    ),
  same_company: count
    .optional()
    .describe(
      'The new customers with the company of an earlier row, which `one_per_company` makes contacts; omitted for a stored job',
    ),
  contacts: count
    .optional()
    .describe(
      'The rows that became contacts by `one_per_company`, in no other count; omitted for a stored job',
    ),
  errors: z.array(rowErrorSchema),
  looks_like: z
    .string()
    .nullable()
    .optional()
    .describe('The program whose export the file looks like; omitted for a stored job'),
  notes: z
    .array(z.string())
    .optional()
    .describe('What is left out or changed, a sentence each; omitted for a stored job'),
  batch_id: z.int().nullable().describe('What undoes it; null where nothing was changed'),
});

/**
 * The state of an import or export (docs/product/imports.md#jobs), from which its screen is restored after a reload.
 */
export const jobSchema = importResponseSchema.extend({
  kind: z.enum(['import', 'export']),
  status: z.enum(['running', 'done', 'failed', 'cancelled']),
  dry_run: z.boolean(),
  file_name: z.string(),
  processed: count,
  total: count,
  error: z.string().nullable().describe('Why it failed'),
  created_at: z.iso.datetime({ offset: true }),
  ended_at: z.iso.datetime({ offset: true }).nullable(),
});

export type RowError = z.infer<typeof rowErrorSchema>;
/** Without the line of the row. */
export type RowProblem = Omit<RowError, 'row'>;
export type ImportResponse = z.infer<typeof importResponseSchema>;
export type Job = z.infer<typeof jobSchema>;

/** The payload of `import-progress` and `export-progress`. */
export interface Progress {
  job_id: number;
  subject: KindWithRights;
  processed: number;
  total: number;
  /** 0 to 100, whole. */
  percentage: number;
  created: number;
  updated: number;
  failed: number;
  dry_run: boolean;
}

/** The payload of `import-error` and `export-error`. */
export interface JobFailure {
  job_id: number;
  error: string;
}

export const mostErrors = 1000;

/** "CSV files up to 50 MB" (docs/product/imports.md#files). */
export const mostBytes = 50 * 1024 * 1024;

export const mostRows = 500_000;

export const noCsvFile = 'Please select a CSV file';
/** What is taken besides, next to that sentence of the specification. */
export const takenFiles =
  'CSV (.csv, .tsv) and Excel files (.xlsx) are accepted. Save any other file as one of these.';
export const cancelledText = 'The import was cancelled. Nothing was changed.';

/** Only what ends in .csv, .tsv or .xlsx (docs/product/imports.md#files). */
export function isTableName(name: string): boolean {
  return /\.(csv|tsv|xlsx)$/i.test(name);
}

/** What must be an Excel file by its content too. */
export function isSheetName(name: string): boolean {
  return /\.xlsx$/i.test(name);
}

/** In whole percent; capped at 100, because the estimated total may be too low. */
export function percentageOf({ processed, total }: { processed: number; total: number }): number {
  return total === 0 ? 0 : Math.min(100, Math.floor((100 * processed) / total));
}
