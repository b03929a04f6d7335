import { sql } from 'kysely';
import { registerHanging } from '~/modules/records/records/server/records.service';
import { registerTimeline } from '~/modules/records/records/server/timeline-sources.service';
import { recordKinds } from '~/modules/organization/kinds/kinds.rules';

export function provideAttachments(): void {
  registerHanging('attached_files');
  for (const kind of recordKinds) {
    registerTimeline({
      of: kind,
      name: 'file',
      kind: 'file',
      select: (
        _person,
        id,
      ) => sql`select t.id as ref, t.created_at as at, t.created_by_name as actor,
          json_build_object('name', t.name) as facts
        from attached_files t where t.kind = ${kind} and t.record_id = ${id}`,
      describe: ({ name }: { name: string }) => ({ title: 'File added', text: name }),
    });
  }
}
