import { DeliveriesPage } from '~/modules/sales/deliveries/screens/DeliveriesPage';
import { EWayBill } from './deliveryParts';

export default function DeliveriesScreen() {
  return <DeliveriesPage EWayBill={EWayBill} />;
}
