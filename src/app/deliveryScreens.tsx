import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import { DeliveriesPage } from '~/modules/sales/deliveries/screens/DeliveriesPage';
import { DeliveryPage } from '~/modules/sales/deliveries/screens/DeliveryPage';
import { recordParts } from './recordParts';

const EWayBill = lazyDialog(
  'delivery',
  async () =>
    (await import('~/modules/compliance/filings/screens/DeliveryEWayBill')).DeliveryEWayBill,
);

export function DeliveriesScreen() {
  return <DeliveriesPage EWayBill={EWayBill} />;
}

export function DeliveryScreen() {
  return <DeliveryPage parts={recordParts} EWayBill={EWayBill} />;
}
