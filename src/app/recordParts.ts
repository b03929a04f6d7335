import { lazy } from 'react';
import type { RecordParts } from '~/modules/records/screens/RecordPage';

/** What every record's page shows beside its details (docs/product/records.md#page). */
export const recordParts: RecordParts = {
  tabs: [
    {
      value: 'timeline',
      label: 'Timeline',
      Panel: lazy(async () => ({
        default: (await import('~/modules/timeline/screens/TimelinePanel')).TimelinePanel,
      })),
    },
    {
      value: 'notes',
      label: 'Notes',
      Panel: lazy(async () => ({
        default: (await import('~/modules/notes/screens/NotesPanel')).NotesPanel,
      })),
    },
  ],
  aside: [],
};
