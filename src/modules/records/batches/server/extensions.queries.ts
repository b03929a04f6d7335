import { sql } from 'kysely';
import { registerTimeline } from '~/modules/records/records/server/timeline-sources.service';
import { mergeKinds } from '~/modules/organization/kinds/kinds.rules';

interface Merged {
  other: string;
  is_undone: boolean;
}

/** Merges on the timelines of the records that stayed (docs/product/records.md#timeline). */
export function provideBatches(): void {
  for (const kind of mergeKinds) {
    registerTimeline({
      of: kind,
      name: 'merge',
      kind: 'change',
      select: (_person, id) => sql`select b.id as ref, b.created_at as at,
          coalesce((select name from audit_people p where p.user_id = b.created_by), 'System') as actor,
          json_build_object('other', gone.label, 'is_undone', b.undone_at is not null) as facts
        from batch_rows kept
        join batches b on b.id = kept.batch_id and b.kind = 'merge'
        join batch_rows gone on gone.batch_id = b.id and gone.entity = ${kind} and gone.owner_id is null
          and gone.record_id <> ${id} and gone.after is null
        where kept.entity = ${kind} and kept.record_id = ${id} and kept.owner_id is null
          and kept.after is not null`,
      describe: ({ other, is_undone }: Merged) => ({
        title: is_undone ? 'Merge, undone later' : 'Merged',
        text: `${other} was merged into this record`,
      }),
    });
  }
}
