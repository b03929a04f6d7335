import { z } from 'zod';
import { fieldChangeSchema } from '~/kit/shared/history';

export const timelineKinds = [
  'change',
  'document',
  'payment',
  'mail',
  'note',
  'file',
  'step',
] as const;

export type TimelineKind = (typeof timelineKinds)[number];

/** One thing that happened to a record (docs/product/records.md#timeline). */
export const timelineItemSchema = z.object({
  id: z.string().describe('For `before`, and nothing else'),
  at: z.iso.datetime(),
  kind: z.enum(timelineKinds),
  actor: z.string().describe('Who did it; System where a job did'),
  title: z.string(),
  text: z.string().nullable(),
  changes: z
    .array(fieldChangeSchema)
    .optional()
    .describe('Of a change: the fields before and after'),
  link: z
    .object({ type: z.string(), id: z.int() })
    .optional()
    .describe('The record that it is about, where that is another one'),
});

export type TimelineItem = z.output<typeof timelineItemSchema>;

/** What a module says of something on the timeline. */
export type TimelineText = Pick<TimelineItem, 'title' | 'text' | 'link'>;
