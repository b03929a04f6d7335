import { z } from 'zod';
import { fieldSchema } from '~/kit/shared/fields/field-schemas';
import * as field from '~/kit/shared/fields/fields';
import { createSchema, seenSchema } from '~/kit/shared/fields/record-schemas';

/** The fields of a next step and their validation (docs/product/records.md#next-steps). */
export const nextStepFields = {
  id: field.id,
  text: field.text({
    label: 'Next Step',
    required: true,
    max: 500,
    messages: { required: 'Please enter what needs to be done' },
  }),
  due_date: field.day({
    label: 'Due Date',
    required: true,
    messages: { required: 'Due date is required' },
  }),
  assigned_to: field.link({ label: 'Assigned To', to: 'users' }),
  assigned_to_name: field.derived(field.text({ label: 'Assigned To', max: 120 })),
  done_at: field.instant({ label: 'Done', required: false }),
  created_by: field.readOnly(field.link({ label: 'Created By', to: 'users' })),
  created_at: field.instant({ label: 'Created' }),
  updated_at: field.instant({ label: 'Last Updated' }),
};

export type NextStep = field.RowOf<typeof nextStepFields>;
export type NextStepPatch = field.PatchOf<typeof nextStepFields>;

const { text, due_date, assigned_to } = nextStepFields;

export const newStepSchema = createSchema(nextStepFields);

/** `done_at` is any moment, for which the server takes its own, or null; `done` says the same in a word. */
export const stepChangeSchema = z.strictObject({
  text: fieldSchema(text).optional(),
  due_date: fieldSchema(due_date).optional(),
  assigned_to: fieldSchema(assigned_to).optional(),
  done: z.boolean({ error: 'Done must be true or false' }).optional(),
  done_at: z.iso
    .datetime({ offset: true, error: 'Done must be a moment, or null' })
    .nullable()
    .optional(),
  updated_at: seenSchema,
});

export type StepChange = z.output<typeof stepChangeSchema>;
