import { sql } from 'kysely';
import { registerHanging } from '~/modules/records/records/server/records.service';
import { registerTimeline } from '~/modules/records/records/server/timeline-sources.service';
import { recordKinds } from '~/modules/organization/kinds/kinds.rules';

export function provideNotes(): void {
  registerHanging('record_notes');
  for (const kind of recordKinds) {
    registerTimeline({
      of: kind,
      name: 'note',
      kind: 'note',
      // Who reads the record reads its notes.
      select: (
        _person,
        id,
      ) => sql`select t.id as ref, t.created_at as at, t.created_by_name as actor,
          json_build_object('text', t.text) as facts
        from record_notes t where t.kind = ${kind} and t.record_id = ${id}`,
      describe: ({ text }: { text: string }) => ({ title: 'Note', text }),
    });
  }
}
