import { useEffect, useState } from 'react';
import type { Fields } from '~/kit/shared/fields/fields';
import { api } from '~/kit/ui/calls/api';
import { useComputed } from '~/kit/ui/records/computed';
import type { DuplicateRecords, LikelyDuplicate } from '../duplicates.fields';
import type { Reason } from '../duplicates.rules';
import { callPath, type MergeKindName } from '~/modules/organization/kinds/kinds.rules';

/** A kind as its screens show it; handed in, because the records' own modules build on this one. */
export interface DuplicateSubject {
  kind: MergeKindName;
  fields: Fields;
  label: (row: Row) => string;
  /** The name of a linked record, by the field of the link. */
  linked: (row: Row, field: string) => string | null;
}

export type Row = Record<string, unknown> & {
  id: number;
  created_at: string;
  updated_at: string;
};

export function useDuplicates(kind: MergeKindName) {
  return useComputed<DuplicateRecords[]>(`/duplicates?type=${kind}`, {
    dependsOn: [kind],
    day: '',
  });
}

export function readBoth(kind: MergeKindName, ids: readonly [number, number]) {
  return Promise.all(ids.map((id) => api.get<Row>(`${callPath(kind)}/${id}`)));
}

interface Merged {
  record: Row;
  batch_id: number;
}

export async function mergeRecords(
  kind: MergeKindName,
  { survivor, other, values }: { survivor: Row; other: Row; values: Record<string, unknown> },
): Promise<Merged> {
  return api.post<Merged>(`${callPath(kind)}/${survivor.id}/merge`, {
    other_id: other.id,
    values,
    updated_at: survivor.updated_at,
    other_updated_at: other.updated_at,
  });
}

export type TypedRecord = Partial<Record<Reason, string | undefined>>;

const restMs = 400;
/** What a longer text would be is refused. */
const longest = 200;
const none: readonly LikelyDuplicate[] = [];

/** The records that what is typed is likely a duplicate of, asked for when the typing rests. */
export function useLikelyDuplicates(
  kind: MergeKindName,
  typed: TypedRecord,
  except: number | undefined,
): readonly LikelyDuplicate[] {
  const given = Object.entries<string | undefined>({ ...typed }).filter(
    ([, text = '']) => text.trim().length > 2 && text.trim().length <= longest,
  );
  const query = new URLSearchParams({ type: kind, ...Object.fromEntries(given) });
  if (except !== undefined) query.set('except', String(except));
  const requested = given.length > 0 ? String(query) : '';
  const [searched, setQuery] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setQuery(requested), restMs);
    return () => clearTimeout(timer);
  }, [requested]);
  const { data } = useComputed<LikelyDuplicate[]>(`/duplicates/likely?${searched}`, {
    dependsOn: [],
    day: '',
    isEnabled: searched !== '',
  });
  return searched === '' || requested === '' ? none : (data ?? none);
}
