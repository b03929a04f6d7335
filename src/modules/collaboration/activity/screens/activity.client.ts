import { useCallback, useRef, useState } from 'react';
import { useComputed } from '~/kit/ui/data/computed';
import { api } from '~/kit/ui/data/api';
import type { ListState } from '~/kit/ui/data/list-store';
import type { Activity } from '../activity.fields';
import { type FeedChoice, withNewest } from '../activity.rules';

const pageLength = 50;

export interface Feed {
  lines: readonly Activity[];
  state: ListState;
  /** The entries shown belong to the previous choice; those of the current one are loading. */
  isEarlier: boolean;
  retry: () => void;
  below: 'end' | 'more' | 'loading' | 'failed';
  readOn: () => void;
}

interface Kept {
  choice: FeedChoice;
  lines: readonly Activity[];
  ended: boolean;
  newest: readonly Activity[] | null;
}

export function useFeed(choice: FeedChoice): Feed {
  const answer = useComputed<Activity[]>(address(choice), { dependsOn: 'everything', day: '' });
  const [kept, setKept] = useState<Kept>({ choice, lines: [], ended: false, newest: null });
  const [reading, setReading] = useState<'no' | 'yes' | 'failed'>('no');
  const underWay = useRef(false);
  const { data, isEarlier, state, retry } = answer;
  if (data && !isEarlier && (kept.newest !== data || kept.choice !== choice)) {
    setKept(withPage(kept.choice === choice ? kept : null, choice, data));
  }
  const last = kept.lines.at(-1)?.id;
  const readOn = useCallback(() => {
    if (underWay.current || last === undefined) return;
    underWay.current = true;
    setReading('yes');
    api
      .get<Activity[]>(`${address(choice)}&before=${last}`)
      .then(
        (page) => {
          setReading('no');
          setKept((now) =>
            now.choice === choice && now.lines.at(-1)?.id === last
              ? {
                  ...now,
                  lines: [...now.lines, ...page],
                  ended: page.length < pageLength,
                }
              : now,
          );
        },
        () => setReading('failed'),
      )
      .finally(() => {
        underWay.current = false;
      });
  }, [choice, last]);
  const below = { yes: 'loading', failed: 'failed', no: 'more' } as const;
  return {
    lines: kept.lines,
    state,
    isEarlier,
    retry,
    below: kept.ended ? 'end' : below[reading],
    readOn,
  };
}

function withPage(before: Kept | null, choice: FeedChoice, newest: readonly Activity[]): Kept {
  const lines = withNewest(before?.lines ?? [], newest);
  const goesOn = before !== null && lines.length > newest.length && before.ended;
  return { choice, lines, newest, ended: newest.length < pageLength || goesOn };
}

function address(choice: FeedChoice): string {
  return `/activity?type=${choice}&limit=${pageLength}`;
}
