import { z } from 'zod';
import { activitySchema } from '~/modules/collaboration/activity/activity.fields';
import { type NotificationEvent, notificationEvents } from './events.rules';

const eventIds = notificationEvents.map((event) => event.id) as [
  NotificationEvent,
  ...NotificationEvent[],
];
const eventId = z.enum(eventIds, { error: `The event must be one of ${eventIds.join(', ')}` });
const flag = (label: string) => z.boolean({ error: `${label} must be true or false` });
const doNotDisturb = flag('Do not disturb');
const emailDigest = flag('Email digest');

export const preferencesSchema = z.object({
  events: z.array(
    z.object({ id: eventId, email: z.boolean(), push: z.boolean(), sms: z.boolean() }),
  ),
  do_not_disturb: z.boolean(),
  email_digest: z.boolean(),
});

export const preferencesPatchSchema = z
  .strictObject({
    events: z
      .array(
        z.strictObject({
          id: eventId,
          email: flag('Email').optional(),
          push: flag('Push').optional(),
          sms: flag('SMS').optional(),
        }),
        { error: 'Events must be a list' },
      )
      .refine((events) => new Set(events.map(({ id }) => id)).size === events.length, {
        error: 'Each event can be sent once',
      }),
    do_not_disturb: doNotDisturb,
    email_digest: emailDigest,
  })
  .partial();

export type Preferences = z.output<typeof preferencesSchema>;
export type PreferencesPatch = z.output<typeof preferencesPatchSchema>;

/** A notification of a person; `record` is its subject, even if that was deleted since. */
export const notificationSchema = z.object({
  id: z.int(),
  event: eventId,
  title: z.string(),
  message: z.string(),
  user_name: z.string().describe('The user who did it, or System'),
  record: activitySchema.shape.record.unwrap().extend({ type: z.string() }).nullable(),
  is_read: z.boolean(),
  created_at: z.iso.datetime(),
});

export type Notification = z.output<typeof notificationSchema>;

const ids = z
  .array(z.int({ error: 'Each id must be a whole number' }).min(1), {
    error: 'Send the ids as a list, or all: true',
  })
  .max(1000, { error: 'At most 1000 ids at once' });

export const readSchema = z.union(
  [
    z.strictObject({ ids }),
    z.strictObject({ all: z.literal(true, { error: 'all must be true' }) }),
  ],
  { error: 'Send {ids: […]} or {all: true}' },
);

export type ReadRequest = z.output<typeof readSchema>;
