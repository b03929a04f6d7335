import { RelatedList } from '~/modules/sales/documents/screens/RelatedRecords';
import type { RecordPart } from '~/modules/records/records/screens/RecordPage';
import type { Delivery } from '../deliveries.fields';
import { DeliveryStatus } from './DeliveryDetails';
import { useDeliveriesOf } from './deliveries.client';

/** The deliveries of an order, on its page. */
export default function OrderDeliveries({ id }: Pick<RecordPart, 'id'>) {
  return (
    <RelatedList
      of={useDeliveriesOf(id)}
      noun="Delivery"
      plural="Deliveries"
      about="Transporter"
      hint='Make one with "Deliver" above, once the order is confirmed.'
      recordOf={recordOf}
    />
  );
}

const recordOf = (delivery: Delivery) => ({
  id: delivery.id,
  path: '/deliveries',
  name: delivery.delivery_number,
  day: delivery.delivery_date,
  about: delivery.transporter_name ?? undefined,
  status: <DeliveryStatus delivery={delivery} />,
});
