import { useMemo, useSyncExternalStore } from 'react';
import type { Fields } from '~/kit/shared/fields/fields';
import { keepOwnFields, ownFieldsOf } from '~/kit/shared/fields/own-fields';

/** The heading of own fields, in forms and details. */
export const ownTitle = 'Additional Information';

const listeners = new Set<() => void>();
let areHere = false;

/** Takes the company's own fields of each kind of records, by the names of the fields. */
export function takeOwnFields(fields: ReadonlyMap<string, Fields>): void {
  keepOwnFields(fields);
  areHere = true;
  for (const notify of listeners) notify();
}

function follow(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

/** The company's own fields of the kind whose fields these are, that are on; none of other records. */
export function useOwnFields(fields: Fields | undefined): Fields {
  return useSyncExternalStore(follow, () => ownFieldsOf(fields));
}

/** These fields with the company's own ones of their kind. */
export function useAllFields(standard: Fields): Fields {
  const own = useOwnFields(standard);
  return useMemo(() => ({ ...standard, ...own }), [standard, own]);
}

/** Whether the company's own fields have arrived: before, any filter by one looks deleted. */
export function useHasOwnFields(): boolean {
  return useSyncExternalStore(follow, () => areHere);
}
