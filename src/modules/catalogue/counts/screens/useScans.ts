import { useCallback, useMemo, useRef, useState } from 'react';
import { ApiError, isRefusal, NoResponseError, reasonOf } from '~/kit/ui/calls/api';
import { SendKeys } from '~/kit/ui/form/useSendKey';
import type { Scanned } from '~/modules/catalogue/products/stock/levels.fields';
import type { Scan, ScannedLine } from '../counts.fields';
import { countLine, findChoices } from './counts.client';

/** What was typed, on its way to the server. */
export interface Entry {
  id: number;
  /** The code, or the name of a product whose quantity was typed. */
  title: string;
  body: Scan;
  key: string;
  failure: EntryFailure | null;
}

interface EntryFailure {
  message: string;
  /** The records of a code that is on several. */
  choices: readonly Scanned[];
  needsLot: boolean;
  /** No response came: the same entry can be sent again, and counts once. */
  canRetry: boolean;
}

async function failureOf(error: unknown, { code }: Scan): Promise<EntryFailure> {
  const isAmbiguous = isRefusal(error, 'count.code_ambiguous');
  const choices = isAmbiguous && code ? await findChoices(code).catch(() => []) : [];
  const details = error instanceof ApiError ? error.details : [];
  return {
    message: reasonOf(error),
    choices,
    needsLot: details.some(({ field }) => field === 'lot_number'),
    canRetry: error instanceof NoResponseError,
  };
}

/** Sends entries one after the other; those that failed wait for an answer (docs/product/counts.md#screens). */
export function useScans(count: number) {
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  const [counted, setCounted] = useState<ReadonlyMap<number, ScannedLine>>(new Map());
  const last = useRef<Promise<void>>(Promise.resolve());
  const next = useRef(1);

  const drop = useCallback(
    (id: number) => setEntries((all) => all.filter((each) => each.id !== id)),
    [],
  );
  const forget = useCallback(
    (line: number) => setCounted((all) => new Map([...all].filter(([id]) => id !== line))),
    [],
  );
  const send = useCallback(
    (entry: Entry) => {
      const run = async () => {
        try {
          const line = await countLine(count, entry.body, entry.key);
          setCounted((all) => new Map([...all, [line.id, line]]));
          drop(entry.id);
        } catch (error) {
          const failure = await failureOf(error, entry.body);
          setEntries((all) =>
            all.map((each) => (each.id === entry.id ? { ...each, failure } : each)),
          );
        }
      };
      last.current = last.current.then(run);
    },
    [count, drop],
  );
  const add = useCallback(
    (title: string, body: Scan) => {
      const id = next.current;
      next.current += 1;
      const entry = { id, title, body, key: new SendKeys().keyFor(body), failure: null };
      setEntries((all) => [...all, entry]);
      send(entry);
    },
    [send],
  );
  const retry = useCallback(
    (entry: Entry) => {
      const again = { ...entry, failure: null };
      setEntries((all) => all.map((each) => (each.id === entry.id ? again : each)));
      send(again);
    },
    [send],
  );
  return useMemo(
    () => ({ entries, counted, add, retry, drop, forget }),
    [entries, counted, add, retry, drop, forget],
  );
}

export type Scans = ReturnType<typeof useScans>;
