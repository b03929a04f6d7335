import { sql } from 'kysely';
import { registerHanging } from '~/modules/records/records/server/records.service';
import {
  attachedTo,
  linkToFormer,
  registerTimeline,
} from '~/modules/records/records/server/timeline-sources.service';
import { type RecordKind, recordKinds } from '~/modules/organization/kinds/kinds.rules';

export function provideAttachments(): void {
  registerHanging('attached_files');
  for (const kind of recordKinds) {
    registerTimeline({
      of: kind,
      name: 'file',
      kind: 'file',
      select: (
        person,
        id,
      ) => sql`select t.id as ref, t.created_at as at, t.created_by_name as actor,
          json_build_object('name', t.name, 'kind', t.kind, 'record_id', t.record_id) as facts
        from attached_files t where ${attachedTo(kind, person, id)}`,
      describe: ({ name, ...at }: { name: string; kind: RecordKind; record_id: number }) => ({
        title: 'File added',
        text: name,
        ...linkToFormer(kind, at),
      }),
    });
  }
}
