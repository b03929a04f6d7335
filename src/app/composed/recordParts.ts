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
      Panel: lazyPart(() => import('~/modules/sales/quotations/screens/BuyerQuotations')),
    },
    {
      value: 'documents',
      label: 'Documents',
      kinds: ['leads', 'customers'],
      Panel: lazyPart(() => import('~/modules/insight/customer-figures/screens/CustomerDocuments')),
    },
    {
      value: 'deliveries',
      label: 'Deliveries',
      kinds: ['orders'],
      right: 'deliveries.read',
      Panel: lazyPart(() => import('~/modules/sales/deliveries/screens/OrderDeliveries')),
    },
    {
      value: 'vendors',
      label: 'Vendors',
      kinds: ['products'],
      right: 'vendors.read',
      use: 'vendors',
      Panel: lazyPart(() => import('~/modules/buying/vendors/screens/ProductVendors')),
    },
    {
      value: 'purchase-orders',
      label: 'Purchase Orders',
      kinds: ['vendors'],
      right: 'purchase_orders.read',
      Panel: lazyPart(
        () => import('~/modules/buying/purchase-orders/screens/VendorPurchaseOrders'),
      ),
    },
    {
      value: 'statement',
      label: 'Statement',
      kinds: ['customers'],
      right: 'receipts.read',
      Panel: lazyPart(() => import('./CustomerAccount')),
    },
    {
      value: 'statement',
      label: 'Statement',
      kinds: ['vendors'],
      right: 'vendor_payments.read',
      Panel: lazyPart(() => import('./VendorAccount')),
    },
    {
      value: 'payments',
      label: 'Payments',
      kinds: ['bills'],
      right: 'vendor_payments.read',
      Panel: lazyPart(() => import('~/modules/buying/vendor-payments/screens/BillPayments')),
    },
    {
      value: 'timeline',
      label: 'Timeline',
      Panel: lazyPart(() => import('~/modules/collaboration/timeline/screens/TimelinePanel')),
    },
    {
      value: 'notes',
      label: 'Notes',
      Panel: lazyPart(() => import('~/modules/collaboration/notes/screens/NotesPanel')),
    },
    {
      value: 'files',
      label: 'Files',
      Panel: lazyPart(() => import('~/modules/collaboration/attachments/screens/FilesPanel')),
    },
  ],
  aside: [
    lazyPart(() => import('~/modules/insight/customer-figures/screens/CustomerGlance')),
    lazyPart(() => import('~/modules/collaboration/next-steps/screens/NextSteps')),
  ],
};
