import { z } from 'zod';
import { fieldSchema } from '~/kit/shared/fields/field-schemas';
import * as field from '~/kit/shared/fields/fields';
import { chartKinds, reportColumnKinds, reportPeriods } from '~/kit/shared/reports/reports';

const choice = z.object({ value: z.string(), label: z.string() });

export const reportSchema = z.object({
  name: z.string(),
  title: z.string(),
  about: z.string(),
  period: z.enum(reportPeriods).describe('Takes from and to, or as_of, or neither'),
  groups: z.array(choice).describe('The possible groups; the first unless sent'),
  depends_on: z.array(z.string()).describe('The entities that it depends on'),
});

/** A report that there is (docs/product/reports.md). */
export type ReportEntry = z.output<typeof reportSchema>;

const value = z.union([z.string(), z.number(), z.null()]);

export const reportResponse = z.object({
  columns: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      kind: z.enum(reportColumnKinds),
    }),
  ),
  rows: z.array(z.record(z.string(), value)).describe('By the keys of the columns'),
  totals: z.record(z.string(), z.number()).describe('By the keys of the columns that are added up'),
  chart: z
    .object({
      kind: z.enum(chartKinds),
      x: z.string(),
      y: z.string().describe('The column that the report is about'),
      ys: z.array(z.string()),
    })
    .describe('How the rows are drawn, and the columns with the names and the amounts'),
  from: z.string(),
  to: z.string().describe('The last day of the report'),
  group: z.string(),
  is_partial: z.boolean().describe('Whether you may read only a part of the records'),
  valued_from: z
    .string()
    .nullable()
    .describe('The day from which values are kept, where the report is about one before'),
});

export type ShownChart = z.output<typeof reportResponse>['chart'];

export type ShownReport = z.output<typeof reportResponse>;

/** All of a report but its rows. */
export type ReportHead = Omit<ShownReport, 'rows'>;

const day = (label: string) => fieldSchema(field.day({ label })).optional();

export const reportFormats = ['csv', 'xlsx', 'pdf'] as const;

export const reportQuery = z.object({
  from: day('From').describe('The financial year unless sent'),
  to: day('To'),
  as_of: day('As of').describe('Today unless sent'),
  group: z.string().optional(),
  format: z.enum(reportFormats, { error: 'format must be csv, xlsx or pdf' }).optional(),
});

export type ReportQuery = z.output<typeof reportQuery>;

/** What of a report is chosen, as the address of its page holds it; without days the period moves with the time. */
export const reportChoices = z.strictObject({
  ...reportQuery.omit({ format: true }).shape,
  compare: z
    .literal('yes', { error: 'compare must be yes' })
    .optional()
    .describe('The period before is shown too'),
});

export type ReportChoices = z.output<typeof reportChoices>;
