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
    {
      value: 'files',
      label: 'Files',
      Panel: lazy(async () => ({
        default: (await import('~/modules/attachments/screens/FilesPanel')).FilesPanel,
      })),
    },
  ],
  aside: [
    lazy(async () => ({
      default: (await import('~/modules/next-steps/screens/NextSteps')).NextSteps,
    })),
  ],
};
