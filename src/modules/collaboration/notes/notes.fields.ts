import { z } from 'zod';
import { fieldSchema } from '~/kit/shared/fields/field-schemas';
import { longText, maxId } from '~/kit/shared/fields/fields';
import { seenSchema } from '~/kit/shared/fields/record-schemas';
import { recordKinds } from '~/modules/organization/kinds/kinds.rules';
import { channels } from '~/modules/records/records/channels.fields';

export const noteText = longText({
  label: 'Note',
  required: true,
  max: 5000,
  messages: { max: 'A note cannot exceed 5,000 characters' },
});

const text = fieldSchema(noteText);
const mentions = z
  .array(z.int({ error: 'Each mention must be the id of a user' }).min(1).max(maxId), {
    error: 'Mentions must be a list of ids of users',
  })
  .max(50, { error: 'At most 50 people can be mentioned' })
  .transform((ids) => [...new Set(ids)]);

const channelNames = channels.map(({ value }) => value);
const channel = z
  .enum(channelNames, { error: `Channel must be one of ${channelNames.join(', ')}` })
  .nullable();

export const newNoteSchema = z.strictObject({
  text,
  mentions: mentions.optional(),
  channel: channel.optional(),
});

export const notePatchSchema = z.strictObject({
  text: text.optional(),
  mentions: mentions.optional(),
  channel: channel.optional(),
  updated_at: seenSchema,
});

/** A note on a record (docs/product/records.md#notes). */
export const recordNoteSchema = z.object({
  id: z.int(),
  kind: z.enum(recordKinds),
  record_id: z.int(),
  text: z.string(),
  mentions: z.array(z.int()).describe('The mentioned users'),
  channel: channel.describe('How the writer was in touch'),
  created_by: z.int().nullable().describe('Null if the system wrote it'),
  created_by_name: z.string(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});

export type NewNote = z.output<typeof newNoteSchema>;
export type NotePatch = z.output<typeof notePatchSchema>;
export type RecordNote = z.output<typeof recordNoteSchema>;
