import { readHistory } from '~/kit/server/audit/history';
import type { Context } from '~/kit/server/database/context';
import { invalid } from '~/kit/server/errors';
import { readRecordOf, historyOf } from '~/modules/records/records/server/records.service';
import type { TimelineItem } from '~/modules/records/records/timeline.fields';
import { changeItems, pageOf, positionOfId } from '../timeline.rules';
import { listHappened } from './timeline.queries';
import { type RecordKind, lists } from '~/modules/organization/kinds/kinds.rules';

/** A page of what happened to a record, newest first: what its reader may read of it (docs/product/records.md#timeline). */
export async function timelineOf(
  context: Context,
  { kind, id, before }: { kind: RecordKind; id: number; before: string | undefined },
): Promise<TimelineItem[]> {
  const position = before === undefined ? null : positionOfId(before);
  if (before !== undefined && !position)
    throw invalid('before', 'before must be the id of an item');
  await readRecordOf(context, kind, id);
  const happened = await listHappened(context, { kind, id, before: position });
  const history = await readHistory(context.db, historyOf(kind), {
    person: context.person,
    record: { id },
  });
  return pageOf([...happened, ...changeItems(history, lists[kind].noun)], position);
}
