import { z } from 'zod';
import { fieldSchema } from '~/kit/shared/fields/field-schemas';
import * as field from '~/kit/shared/fields/fields';
import { rowSchema, seenSchema } from '~/kit/shared/fields/record-schemas';
import { isEventPattern } from './events.rules';

/** A webhook but for its lists of events and fields (docs/product/webhooks.md#fields). */
export const webhookFields = {
  id: field.id,
  name: field.text({ label: 'Name', required: true, min: 2, max: 100, sortable: true }),
  url: field.text({ label: 'Address', required: true, max: 2000, inputType: 'url' }),
  workspace_id: field.link({ label: 'Workspace', to: 'workspaces' }),
  is_active: field.flag({ label: 'On', required: true }),
  off_reason: field.readOnly(field.text({ label: 'Reason', max: 200 })),
  failing_since: field.instant({ label: 'Failing Since', required: false }),
  last_delivery_at: field.derived(field.instant({ label: 'Last Delivery', required: false })),
  former_until: field.instant({ label: 'Former Secret Until', required: false }),
  created_at: field.instant({ label: 'Created' }),
  updated_at: field.instant({ label: 'Last Updated' }),
};

const { name, url, workspace_id, is_active } = webhookFields;

const events = z
  .array(
    z.string().refine(isEventPattern, {
      error: 'Events must be types, such as lead.created, lead.* or *',
    }),
  )
  .min(1, { error: 'Select at least one event' })
  .max(100, { error: 'At most 100 events can be selected' });

const fields = z
  .array(
    z
      .string()
      .regex(/^(custom\.)?[a-z][a-z0-9_]{0,59}$/, { error: 'Fields must be names of fields' }),
  )
  .max(100, { error: 'At most 100 fields can be named' })
  .transform((names) => (names.length === 0 ? null : names))
  .nullable();

export const newWebhookSchema = z.strictObject({
  name: fieldSchema(name),
  url: fieldSchema(url),
  events,
  fields: fields.optional(),
  workspace_id: fieldSchema(workspace_id).optional(),
  is_active: fieldSchema(is_active).optional(),
});

export const webhookPatchSchema = newWebhookSchema.partial().extend({ updated_at: seenSchema });

/** As calls show it; the state follows from the rest. */
export const webhookSchema = rowSchema(webhookFields).and(
  z.object({
    events: z.array(z.string()),
    fields: z.array(z.string()).nullable(),
    state: z.enum(['ok', 'failing', 'off']),
    key_id: z.int().nullable().describe('The API key that subscribed'),
  }),
);

export const secretSchema = z.object({
  secret: z.string().optional().describe('Shown once: a repeated call leaves it out'),
});

export type Webhook = z.output<typeof webhookSchema>;
export type NewWebhook = z.output<typeof newWebhookSchema>;
export type WebhookPatch = z.output<typeof webhookPatchSchema>;

export const deliveryStatuses = [
  { value: 'pending', label: 'Pending', color: 'blue' },
  { value: 'delivered', label: 'Delivered', color: 'green' },
  { value: 'failed', label: 'Failed', color: 'red' },
  { value: 'held', label: 'Held', color: 'gray' },
] as const;

export const statusSchema = z.enum(deliveryStatuses.map(({ value }) => value));

const attemptSchema = z.object({
  at: z.iso.datetime(),
  status: z.int().nullable().describe('Null where no status arrived'),
  ms: z.int(),
  error: z.string().nullable(),
  response: z.string().nullable().describe('The first 1,000 characters'),
});

export const deliverySchema = z.object({
  id: z.int(),
  event_id: z.string(),
  type: z.string(),
  status: statusSchema,
  attempts: z.array(attemptSchema),
  next_attempt_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
});

export const sentDeliverySchema = deliverySchema.extend({
  body: z.unknown().describe('The body; null before the first try'),
});

export const replaySchema = z
  .strictObject({
    from: z.iso.datetime({ offset: true, error: 'From must be an instant' }),
    to: z.iso.datetime({ offset: true, error: 'To must be an instant' }).optional(),
    status: z
      .enum(['delivered', 'failed', 'held'], {
        error: 'The status must be delivered, failed or held',
      })
      .optional(),
  })
  .refine(({ from, to }) => !to || !(Date.parse(to) < Date.parse(from)), {
    path: ['to'],
    error: 'To cannot be before from',
  });

export const pingSchema = z.object({
  ok: z.boolean(),
  status: z.int().nullable(),
  ms: z.int(),
  error: z.string().nullable(),
});

export type Attempt = z.output<typeof attemptSchema>;
export type Delivery = z.output<typeof deliverySchema>;
export type SentDelivery = z.output<typeof sentDeliverySchema>;
export type Replay = z.output<typeof replaySchema>;
export type Ping = z.output<typeof pingSchema>;
