import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';

/** "E-Way Bill", in the list of deliveries and on a delivery's page. */
export const EWayBill = lazyDialog(
  'delivery',
  async () =>
    (await import('~/modules/compliance/filings/screens/ChallanEWayBill')).DeliveryEWayBill,
);
