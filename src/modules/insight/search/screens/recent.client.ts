import { useState } from 'react';
import { z } from 'zod';
import { readStored, writeStored } from '~/kit/ui/hooks/browserStorage';
import { recentKeys } from '~/modules/upkeep/privacy/privacy.rules';
import { useConsent } from '~/modules/upkeep/privacy/screens/privacy.client';
import { useSession } from '~/modules/organization/users/sessions/screens/session.client';
import { type Match, foundSchema } from '../search.fields';
import { mostRecent, remembered } from '../search.rules';

/** The person's recent searches in this browser; empty, and not stored, without consent to cookies. */
export function useRecentSearches() {
  const key = recentKeys(useSession().id).searches;
  return useRecent(key, z.string(), (typed) => typed.toLowerCase());
}

/** The records that the person opened last from the search, kept as the searches are. */
export function useRecentRecords() {
  const key = recentKeys(useSession().id).records;
  return useRecent(key, foundSchema, recordName);
}

const recordName = ({ type, id }: Match) => `${type} ${id}`;

function useRecent<T>(
  key: string,
  schema: z.ZodType<T>,
  nameOf: (each: T) => string,
): [recent: readonly T[], remember: (used: T) => void] {
  const isGranted = useConsent('cookies');
  const [stored, setStored] = useState(() => read(key, schema));
  const remember = (used: T) => {
    if (!isGranted) return;
    const next = remembered(stored, used, nameOf);
    setStored(next);
    writeStored(key, JSON.stringify(next));
  };
  return [isGranted ? stored : [], remember];
}

function read<T>(key: string, schema: z.ZodType<T>): T[] {
  try {
    const stored = z.array(schema).safeParse(JSON.parse(readStored(key) ?? '[]'));
    return (stored.data ?? []).slice(0, mostRecent);
  } catch {
    return [];
  }
}
