import type { RecordParts } from '~/modules/records/records/screens/RecordPage';
import { lazyPart } from '~/kit/ui/hooks/lazyPart';

/** What every record's page shows next to its details (docs/product/records.md#page). */
export const recordParts: RecordParts = {
  tabs: [
    {
      value: 'quotations',
      label: 'Quotations',
      kinds: ['leads', 'customers'],
      right: 'quotations.read',
      Panel: lazyPart(
        async () =>
          (await import('~/modules/sales/quotations/screens/BuyerQuotations')).BuyerQuotations,
      ),
    },
    {
      value: 'deliveries',
      label: 'Deliveries',
      kinds: ['orders'],
      right: 'deliveries.read',
      Panel: lazyPart(
        async () =>
          (await import('~/modules/sales/deliveries/screens/OrderDeliveries')).OrderDeliveries,
      ),
    },
    {
      value: 'statement',
      label: 'Statement',
      kinds: ['customers'],
      right: 'receipts.read',
      Panel: lazyPart(async () => (await import('./CustomerAccount')).CustomerAccount),
    },
    {
      value: 'timeline',
      label: 'Timeline',
      Panel: lazyPart(
        async () =>
          (await import('~/modules/collaboration/timeline/screens/TimelinePanel')).TimelinePanel,
      ),
    },
    {
      value: 'notes',
      label: 'Notes',
      Panel: lazyPart(
        async () => (await import('~/modules/collaboration/notes/screens/NotesPanel')).NotesPanel,
      ),
    },
    {
      value: 'files',
      label: 'Files',
      Panel: lazyPart(
        async () =>
          (await import('~/modules/collaboration/attachments/screens/FilesPanel')).FilesPanel,
      ),
    },
  ],
  aside: [
    lazyPart(
      async () =>
        (await import('~/modules/insight/customer-figures/screens/CustomerGlance')).CustomerGlance,
    ),
    lazyPart(
      async () => (await import('~/modules/collaboration/next-steps/screens/NextSteps')).NextSteps,
    ),
  ],
};
