import { readHistory } from '~/kit/server/audit/history';
import type { Context } from '~/kit/server/database/context';
import { invalid } from '~/kit/server/errors';
import { listMergedInto } from '~/modules/records/batches/server/merge.service';
import { readRecordOf, historyOf } from '~/modules/records/records/server/records.service';
import type { TimelineItem } from '~/modules/records/records/timeline.fields';
import { changeItems, type NamedHistory, pageOf, positionOfId } from '../timeline.rules';
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
  return pageOf([...happened, ...changeItems(await historiesOf(context, kind, id))], position);
}

/** The log of a record, and those of the records that were merged into it. */
async function historiesOf(
  context: Context,
  kind: RecordKind,
  id: number,
): Promise<readonly NamedHistory[]> {
  const logged = historyOf(kind);
  const { noun } = lists[kind];
  const merged = await listMergedInto(context, logged.entity.name, id);
  const all: NamedHistory[] = [];
  for (const each of [id, ...merged]) {
    const record = { id: each };
    const history = await readHistory(context.db, logged, { person: context.person, record });
    all.push({ noun: each === id ? noun : `Merged ${noun.toLowerCase()}`, history });
  }
  return all;
}
