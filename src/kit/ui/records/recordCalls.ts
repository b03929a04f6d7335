import { api, longestMailMs } from '~/kit/ui/calls/api';
import type { Identified, List } from './list-store';

/** The calls on the records of a list, or on the one of a page; `rowOf` gives the row of a record as a call answers it. */
export function recordCalls<Row extends Identified, Whole extends Identified>(
  list: Pick<List<Row>, 'path' | 'put' | 'remove'>,
  rowOf: (whole: Whole) => Row,
) {
  const stored = <Sent extends Whole>(whole: Sent): Sent => {
    list.put(rowOf(whole));
    return whole;
  };
  const at = (id: number) => `${list.path}/${id}`;
  return {
    stored,
    /** A repeated call with the same key gets the same answer. */
    create: async (body: object, idempotencyKey = '') =>
      stored(await api.post<Whole>(list.path, body, { idempotencyKey })),
    update: async (id: number, body: object) => stored(await api.put<Whole>(at(id), body)),
    send: async (id: number, idempotencyKey: string) =>
      stored(
        await api.post<Whole>(`${at(id)}/send`, undefined, {
          idempotencyKey,
          patienceMs: longestMailMs,
        }),
      ),
    refresh: async (id: number) => {
      stored(await api.get<Whole>(at(id)));
    },
    delete: async (id: number) => {
      await api.delete(at(id));
      list.remove(id);
    },
  };
}
