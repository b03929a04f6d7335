import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';

/** "E-Way Bill", in the list of transfers and on a transfer's page. */
export const EWayBill = lazyDialog(
  'transfer',
  async () =>
    (await import('~/modules/compliance/filings/screens/ChallanEWayBill')).TransferEWayBill,
);
