import { NoResponseError } from '~/kit/ui/calls/api';
import type { Identified } from '~/kit/ui/feeds/list-rows';
import { useSendKey } from '~/kit/ui/form/useSendKey';
import { useLatest } from '~/kit/ui/hooks/useLatest';
import type { BulkAreaProps } from './BulkArea';
import { type BulkChange, changeMany, countedAs, rowsOf } from './bulk';
import { showOutcome } from './outcomes';
import { offerUndo } from './undo';

/** Sends a change of the selected rows; rejects with a sentence where there was no answer or none was allowed. */
export type Sending = (change: Omit<BulkChange, 'ids'>) => Promise<void>;

const needsLine = 'You are offline, so nothing was changed. Try again when you are connected.';

export function useBulkSending<Row extends Identified>(props: BulkAreaProps<Row>): Sending {
  const latest = useLatest(props);
  const keyFor = useSendKey();
  return async (change) => {
    const { bulk, selection } = latest.current;
    const body = { ids: [...selection.ids()].map(Number), ...change };
    if (!navigator.onLine) throw new Error(needsLine);
    const response = await changeMany(bulk.list, body, keyFor(body)).catch((error: unknown) => {
      throw error instanceof NoResponseError ? new Error(needsLine) : error;
    });
    await showResult(latest.current, change, response);
  };
}

const done = { update: 'changed', delete: 'deleted' } as const;

async function showResult<Row extends Identified>(
  { bulk, list, selection }: BulkAreaProps<Row>,
  { action }: Pick<BulkChange, 'action'>,
  { batch_id, results }: Awaited<ReturnType<typeof changeMany>>,
): Promise<void> {
  const { nouns } = bulk;
  const failed = new Map(results.filter(({ ok }) => !ok).map((each) => [each.id, each]));
  const succeeded = results.length - failed.size;
  // Read before the list is, which may no longer have them.
  const rows = failed.size === 0 ? [] : await rowsOf(list, new Set(failed.keys())).catch(() => []);
  if (action === 'delete') selection.keep((id) => failed.has(Number(id)));
  list.source.retry();
  if (succeeded > 0) {
    offerUndo({
      batch: batch_id,
      message: `${countedAs(succeeded, nouns)} ${done[action]}`,
      nouns,
      path: bulk.path,
      onUndone: list.source.retry,
    });
  }
  if (failed.size === 0) return;
  const names = new Map(rows.map((row) => [row.id, bulk.nameOf(row)]));
  showOutcome({
    title: `${countedAs(failed.size, nouns)} not ${done[action]}`,
    message: `${countedAs(succeeded, nouns)} ${done[action]}. These were not:`,
    path: bulk.path,
    records: [...failed.values()].map(({ id, error }) => ({
      id,
      name: names.get(id) ?? `${nouns.noun} ${id}`,
      reason: error ?? 'Unknown error',
    })),
  });
}
