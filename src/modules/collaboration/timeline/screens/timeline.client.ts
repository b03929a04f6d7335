import { useState } from 'react';
import { api } from '~/kit/ui/calls/api';
import { useComputed } from '~/kit/ui/records/computed';
import type { TimelineItem } from '~/modules/records/records/timeline.fields';
import { pageSize, withNewestItems } from '../timeline.rules';
import { callPath, type RecordKind, recordKinds } from '~/modules/organization/kinds/kinds.rules';

/** Whose changes may add to a timeline or change what it says. */
const shown = [
  ...recordKinds,
  'payments',
  'advances',
  'credit_notes',
  'record_notes',
  'attached_files',
  'next_steps',
];

interface LoadedTimeline {
  newest: readonly TimelineItem[] | null;
  items: readonly TimelineItem[];
  isWhole: boolean;
}

/** The timeline of one record: its newest page, kept current, and older ones on request. */
export function useTimeline({ kind, id }: { kind: RecordKind; id: number }) {
  const path = `${callPath(kind)}/${id}/timeline`;
  const { data, state, retry } = useComputed<TimelineItem[]>(path, { dependsOn: shown, day: '' });
  const [loaded, setLoaded] = useState<LoadedTimeline>({ newest: null, items: [], isWhole: false });
  const [reading, setReading] = useState<'no' | 'yes' | 'failed'>('no');
  if (data && loaded.newest !== data) {
    const items = withNewestItems(loaded.items, data);
    const goesOn = loaded.isWhole && items.length > data.length;
    setLoaded({ newest: data, items, isWhole: data.length < pageSize || goesOn });
  }
  const readOn = async () => {
    const last = loaded.items.at(-1);
    if (!last || reading === 'yes') return;
    setReading('yes');
    try {
      const page = await api.get<TimelineItem[]>(`${path}?before=${last.id}`);
      setLoaded((now) =>
        now.items.at(-1)?.id === last.id
          ? { ...now, items: [...now.items, ...page], isWhole: page.length < pageSize }
          : now,
      );
      setReading('no');
    } catch {
      setReading('failed');
    }
  };
  return { ...loaded, state, retry, reading, readOn: () => void readOn() };
}
