import { useSyncExternalStore } from 'react';
import type { Fields } from '~/kit/shared/fields/fields';

/** The heading of own fields, in forms and details. */
export const ownTitle = 'Additional Information';

const none: Fields = {};

let all: ReadonlyMap<string, Fields> = new Map();
const listeners = new Set<() => void>();

/** Takes the company's own fields of each kind of records, by the names of the fields. */
export function takeOwnFields(fields: ReadonlyMap<string, Fields>): void {
  all = fields;
  for (const notify of listeners) notify();
}

function follow(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

/** The company's own fields of the kind whose fields these are, that are on; none of other records. */
export function useOwnFields(fields: Fields | undefined): Fields {
  const kind = fields?.['custom']?.to;
  return useSyncExternalStore(follow, () => (kind === undefined ? none : (all.get(kind) ?? none)));
}
