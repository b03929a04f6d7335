import { useCallback, useRef, useState } from 'react';
import { useComputed } from '~/kit/ui/records/computed';
import { api } from '~/kit/ui/calls/api';
import type { ListState } from '~/kit/ui/records/list-store';
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

interface LoadedActivity {
  choice: FeedChoice;
  lines: readonly Activity[];
  ended: boolean;
  newest: readonly Activity[] | null;
}

export function useFeed(choice: FeedChoice): Feed {
  const response = useComputed<Activity[]>(address(choice), { dependsOn: 'everything', day: '' });
  const [loaded, setLoaded] = useState<LoadedActivity>({
    choice,
    lines: [],
    ended: false,
    newest: null,
  });
  const [reading, setReading] = useState<'no' | 'yes' | 'failed'>('no');
  const inFlight = useRef(false);
  const { data, isEarlier, state, retry } = response;
  if (data && !isEarlier && (loaded.newest !== data || loaded.choice !== choice)) {
    setLoaded(withPage(loaded.choice === choice ? loaded : null, choice, data));
  }
  const last = loaded.lines.at(-1)?.id;
  const readOn = useCallback(() => {
    if (inFlight.current || last === undefined) return;
    inFlight.current = true;
    setReading('yes');
    api
      .get<Activity[]>(`${address(choice)}&before=${last}`)
      .then(
        (page) => {
          setReading('no');
          setLoaded((now) =>
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
        inFlight.current = false;
      });
  }, [choice, last]);
  const below = { yes: 'loading', failed: 'failed', no: 'more' } as const;
  return {
    lines: loaded.lines,
    state,
    isEarlier,
    retry,
    below: loaded.ended ? 'end' : below[reading],
    readOn,
  };
}

function withPage(
  before: LoadedActivity | null,
  choice: FeedChoice,
  newest: readonly Activity[],
): LoadedActivity {
  const lines = withNewest(before?.lines ?? [], newest);
  const goesOn = before !== null && lines.length > newest.length && before.ended;
  return { choice, lines, newest, ended: newest.length < pageLength || goesOn };
}

function address(choice: FeedChoice): string {
  return `/activity?type=${choice}&limit=${pageLength}`;
}
