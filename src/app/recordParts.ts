import { lazy } from 'react';
import type { RecordParts } from '~/modules/records/records/screens/RecordPage';

/** What every record's page shows next to its details (docs/product/records.md#page). */
export const recordParts: RecordParts = {
  tabs: [
    {
      value: 'quotations',
      label: 'Quotations',
      kinds: ['leads', 'customers'],
      right: 'quotations.read',
      Panel: lazy(async () => ({
        default: (await import('~/modules/sales/quotations/screens/BuyerQuotations'))
          .BuyerQuotations,
      })),
    },
    {
      value: 'deliveries',
      label: 'Deliveries',
      kinds: ['orders'],
      right: 'deliveries.read',
      Panel: lazy(async () => ({
        default: (await import('~/modules/sales/deliveries/screens/OrderDeliveries'))
          .OrderDeliveries,
      })),
    },
    {
      value: 'statement',
      label: 'Statement',
      kinds: ['customers'],
      right: 'receipts.read',
      Panel: lazy(async () => ({
        default: (await import('./CustomerAccount')).CustomerAccount,
      })),
    },
    {
      value: 'timeline',
      label: 'Timeline',
      Panel: lazy(async () => ({
        default: (await import('~/modules/collaboration/timeline/screens/TimelinePanel'))
          .TimelinePanel,
      })),
    },
    {
      value: 'notes',
      label: 'Notes',
      Panel: lazy(async () => ({
        default: (await import('~/modules/collaboration/notes/screens/NotesPanel')).NotesPanel,
      })),
    },
    {
      value: 'files',
      label: 'Files',
      Panel: lazy(async () => ({
        default: (await import('~/modules/collaboration/attachments/screens/FilesPanel'))
          .FilesPanel,
      })),
    },
  ],
  aside: [
    lazy(async () => ({
      default: (await import('~/modules/insight/customer-figures/screens/CustomerGlance'))
        .CustomerGlance,
    })),
    lazy(async () => ({
      default: (await import('~/modules/collaboration/next-steps/screens/NextSteps')).NextSteps,
    })),
  ],
};
