import { z } from 'zod';
import { fieldSchema } from '~/kit/shared/fields/field-schemas';
import * as field from '~/kit/shared/fields/fields';
import { reportChoices, reportSchema } from './reports.fields';

const name = field.text({ label: 'Name', required: true, max: 100 });

/** What a person types of a saved report. */
export const savedReportFields = { name };

export const newSavedReport = z.strictObject({
  report: z.string().max(40),
  name: fieldSchema(name),
  choices: reportChoices.default({}),
});

export const savedReportSchema = z.object({
  id: z.int(),
  name: z.string(),
  report: z.string(),
  choices: reportChoices,
  entry: reportSchema.nullable().describe('The report; null if you can no longer read it'),
  created_at: z.iso.datetime(),
});

export type NewSavedReport = z.output<typeof newSavedReport>;
export type SavedReport = z.output<typeof savedReportSchema>;
