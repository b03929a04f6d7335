import { DeliveryPage } from '~/modules/sales/deliveries/screens/DeliveryPage';
import { EWayBill } from './deliveryParts';
import { recordParts } from './recordParts';

export default function DeliveryScreen() {
  return <DeliveryPage parts={recordParts} EWayBill={EWayBill} />;
}
