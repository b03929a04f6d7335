import { sql } from 'kysely';
import { registerHanging } from '~/modules/records/records/server/records.service';
import {
  attachedTo,
  linkToFormer,
  registerTimeline,
} from '~/modules/records/records/server/timeline-sources.service';
import { type Channel, channelLabel } from '~/modules/records/records/channels.fields';
import { type RecordKind, recordKinds } from '~/modules/organization/kinds/kinds.rules';

interface NoteData {
  text: string;
  channel: Channel | null;
  kind: RecordKind;
  record_id: number;
}

export function provideNotes(): void {
  registerHanging('record_notes');
  for (const kind of recordKinds) {
    registerTimeline({
      of: kind,
      name: 'note',
      kind: 'note',
      // Who reads the record reads its notes.
      select: (
        person,
        id,
      ) => sql`select t.id as ref, t.created_at as at, t.created_by_name as actor,
          json_build_object('text', t.text, 'channel', t.channel, 'kind', t.kind, 'record_id', t.record_id) as facts
        from record_notes t where ${attachedTo(kind, person, id)}`,
      describe: ({ text, channel, ...at }: NoteData) => ({
        title: channel === null ? 'Note' : channelLabel(channel),
        text,
        ...linkToFormer(kind, at),
      }),
    });
  }
}
