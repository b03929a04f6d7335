import { useEffect } from 'react';
import { api, isRefusal } from '~/kit/ui/calls/api';
import type { Identified, List } from './list-store';
import { toast } from '~/kit/ui/messages/toasts';
import { useUrlAction } from '~/kit/ui/hooks/useUrlAction';
import { useLatest } from '~/kit/ui/hooks/useLatest';

/**
 * When the address names a record (`?view=7`, `?edit=7`) that is not on the list, asks the server for it: a new one
 * joins the list, and for a deleted one a message is shown. `noun` as it begins a sentence.
 */
export function useMissingRecord<Row extends Identified>(
  path: string,
  noun: string,
  { rows, state, put }: Pick<List<Row>, 'rows' | 'state' | 'put'>,
): void {
  const [view, done] = useUrlAction('view');
  const [edit] = useUrlAction('edit');
  const id = Number(edit ?? view);
  const isMissing =
    (edit ?? view) !== null && state === 'ready' && !rows.some((each) => each.id === id);
  const join = useLatest(put);
  useEffect(() => {
    if (!isMissing) return;
    let isAsking = true;
    ask<Row>(path, id).then(
      (row) => {
        if (!isAsking) return;
        if (row) return join.current(row);
        toast('error', `${noun} not found`);
        done();
      },
      () => undefined,
    );
    return () => {
      isAsking = false;
    };
  }, [isMissing, path, id, noun, join, done]);
}

async function ask<Row>(path: string, id: number): Promise<Row | null> {
  if (!Number.isSafeInteger(id) || id < 1) return null;
  try {
    return await api.get<Row>(`${path}/${id}`);
  } catch (error) {
    if (isRefusal(error, 'record.not_found')) return null;
    throw error;
  }
}
