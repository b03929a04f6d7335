import { useEffect, useState } from 'react';
import { useComputed } from '~/kit/ui/data/computed';
import type { Identified, List } from '~/kit/ui/data/list-store';
import type { IdsResponse } from '~/kit/ui/data/long-list';

/** A list that is here sooner needs no call for its first rows. */
const slowAfterMs = 200;
const firstRows = 40;

type Source<Row extends Identified> = Partial<Pick<List<Row>, 'path' | 'isSortedByServer'>>;

/**
 * The first rows in an order and with filters, sorted by the server, while a list that takes its time is loaded or
 * sorted here; none otherwise.
 */
export function useFirstRows<Row extends Identified>(
  { path = '', isSortedByServer = false }: Source<Row>,
  query: string,
  isComing: boolean,
): readonly Row[] {
  const [isSlow, setSlow] = useState(false);
  const isExpected = isComing && isSortedByServer;
  useEffect(() => {
    if (!isExpected) return;
    const timer = setTimeout(() => setSlow(true), slowAfterMs);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isExpected]);
  const range = `from=0&count=${firstRows}&rows=${firstRows}`;
  const { data, isEarlier } = useComputed<IdsResponse<Row>>(`${path}?${query}&${range}`, {
    dependsOn: 'everything',
    day: '',
    isEnabled: isExpected && isSlow,
  });
  return isExpected && !isEarlier ? (data?.rows ?? none) : none;
}

const none: readonly never[] = [];
