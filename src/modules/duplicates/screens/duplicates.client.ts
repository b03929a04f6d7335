import { useEffect, useState } from 'react';
import { useComputed } from '~/kit/ui/data/computed';
import type { DuplicateRecords, LikelyDuplicate } from '../duplicates.fields';
import type { DuplicateKind, Reason } from '../duplicates.rules';

/** A kind as its screens show it; handed in, because the records' own modules build on this one. */
export interface DuplicateSubject {
  kind: DuplicateKind;
  /** "Customers". */
  plural: string;
  /** The list's address, where `?view={id}` opens a record. */
  path: string;
}

export function useDuplicates(kind: DuplicateKind) {
  return useComputed<DuplicateRecords[]>(`/duplicates?type=${kind}`, {
    dependsOn: [kind],
    day: '',
  });
}

export type TypedRecord = Partial<Record<Reason, string | undefined>>;

const restMs = 400;
const none: readonly LikelyDuplicate[] = [];

/** The records that what is typed is likely a duplicate of, asked for when the typing rests. */
export function useLikelyDuplicates(
  kind: DuplicateKind,
  typed: TypedRecord,
  except: number | undefined,
): readonly LikelyDuplicate[] {
  const given = Object.entries<string | undefined>({ ...typed }).filter(
    ([, text = '']) => text.trim().length > 2,
  );
  const query = new URLSearchParams({ type: kind, ...Object.fromEntries(given) });
  if (except !== undefined) query.set('except', String(except));
  const wanted = given.length > 0 ? String(query) : '';
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), restMs);
    return () => clearTimeout(timer);
  }, [wanted]);
  const { data } = useComputed<LikelyDuplicate[]>(`/duplicates/likely?${asked}`, {
    dependsOn: [],
    day: '',
    isAsked: asked !== '',
  });
  return asked === '' || wanted === '' ? none : (data ?? none);
}
