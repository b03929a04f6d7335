import { z } from 'zod';
import { allLists } from '~/modules/organization/kinds/kinds.rules';

/** What the activity log calls a record; `other` is what no list shows. */
export const activityTypes = [...allLists.map(({ type }) => type), 'other'] as const;

export type ActivityType = (typeof activityTypes)[number];

/**
 * One entry of the feed (docs/product/activity.md#lines); `record` is the record that changed, even if it was deleted
 * since.
 */
export const activitySchema = z.object({
  id: z.int(),
  type: z.enum(activityTypes),
  action: z.string().describe('created, updated, deleted, or a specific name such as converted'),
  title: z.string(),
  message: z.string(),
  user_name: z.string(),
  record: z
    .object({
      type: z.enum(activityTypes),
      id: z.int(),
      label: z.string(),
      entity: z
        .string()
        .optional()
        .describe(
          'If the type is not enough: invitations, maintenance_runs, record_notes, webhooks, lead_sources',
        ),
    })
    .nullable(),
  timestamp: z.iso.datetime(),
});

export type Activity = z.output<typeof activitySchema>;
