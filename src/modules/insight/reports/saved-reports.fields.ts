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

export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

/** Each month has so many days. */
const mostDays = 28;

/** What a person types of a schedule (docs/product/reports.md#schedules). */
export const scheduleFields = {
  frequency: field.choice({
    label: 'Frequency',
    required: true,
    choices: [
      { value: 'weekly', label: 'Weekly' },
      { value: 'monthly', label: 'Monthly' },
    ],
  }),
  day: field.choice({
    label: 'Day',
    required: true,
    choices: Array.from({ length: mostDays }, (_, at) => ({
      value: String(at + 1),
      label: `Day ${at + 1}`,
    })),
  }),
  covers: field.choice({
    label: 'Period',
    required: true,
    choices: [
      { value: 'before', label: 'Week or month before' },
      { value: 'saved', label: 'As on the dashboard' },
    ],
  }),
  format: field.choice({
    label: 'Format',
    required: true,
    choices: [
      { value: 'pdf', label: 'PDF' },
      { value: 'xlsx', label: 'Excel' },
    ],
  }),
  recipients: field.text({
    label: 'Recipients',
    required: true,
    max: 500,
    messages: { required: 'Select at least one recipient' },
  }),
};

const { frequency, covers, format } = scheduleFields;

const timing = z.strictObject({
  frequency: fieldSchema(frequency),
  day: z
    .int({ error: 'The day must be a whole number' })
    .min(1, { error: 'The day must be at least 1' })
    .max(mostDays, { error: `The day cannot be after ${mostDays}` })
    .describe('Weekly from 1, Monday, to 7; monthly the day of the month'),
  covers: fieldSchema(covers).describe('The week or month before, or what is saved'),
  format: fieldSchema(format),
});

const mostRecipients = 20;

export const newSchedule = timing
  .extend({
    recipients: z
      .array(z.int({ error: 'Recipients must be ids of users' }))
      .min(1, { error: 'Select at least one recipient' })
      .max(mostRecipients, { error: `At most ${mostRecipients} users can be recipients` }),
  })
  .refine(({ frequency: often, day }) => often === 'monthly' || day <= weekdays.length, {
    error: 'The day of a week must be from 1 to 7',
    path: ['day'],
  });

const recipientSchema = z.object({
  user_id: z.int(),
  name: z.string(),
  run_day: z.iso.date().nullable().describe('The last day for which it was sent, or failed'),
  mail_status: z.enum(['queued', 'accepted', 'failed']).nullable(),
  failure: z.string().nullable().describe('Why nothing was sent to this user'),
});

export const savedReportSchema = z.object({
  id: z.int(),
  name: z.string(),
  report: z.string(),
  choices: reportChoices,
  entry: reportSchema
    .nullable()
    .describe('The report; null of a statement, or if you can no longer read it'),
  customer: z
    .object({ id: z.int(), name: z.string() })
    .nullable()
    .describe('Of a statement: the customer; null if you can no longer read it'),
  vendor: z
    .object({ id: z.int(), name: z.string() })
    .nullable()
    .describe('Of a statement: the vendor; null if you can no longer read it'),
  schedule: timing
    .extend({ recipients: z.array(recipientSchema) })
    .nullable()
    .describe('When and to whom it is mailed'),
  created_at: z.iso.datetime(),
});

/** The name of the report that is a statement, which is scheduled on the page of its customer or vendor. */
export const statementName = 'statement';

export type NewSavedReport = z.output<typeof newSavedReport>;
export type NewSchedule = z.output<typeof newSchedule>;
export type Timing = z.output<typeof timing>;
export type SavedReport = z.output<typeof savedReportSchema>;
export type Schedule = NonNullable<SavedReport['schedule']>;
