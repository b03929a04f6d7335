import { EmptyState, FailedState, LoadingRows } from '~/kit/ui/elements/ListStates';
import { RelatedRecords } from '~/modules/sales/documents/screens/RelatedRecords';
import type { RecordPart } from '~/modules/records/records/screens/RecordPage';
import { DeliveryStatus } from './DeliveryDetails';
import { useDeliveriesOf } from './deliveries.client';

/** The deliveries of an order, on its page. */
export function OrderDeliveries({ id }: Pick<RecordPart, 'id'>) {
  const { data, state, retry } = useDeliveriesOf(id);
  if (state === 'failed')
    return <FailedState text="Deliveries could not be loaded" onRetry={retry} />;
  if (!data) return <LoadingRows columns={4} text="Loading deliveries..." />;
  if (data.length === 0)
    return (
      <EmptyState
        action={null}
        text="No deliveries found"
        hint='Make one with "Deliver" above, once the order is confirmed.'
      />
    );
  return (
    <RelatedRecords
      noun="Delivery"
      about="Transporter"
      records={data.map((delivery) => ({
        id: delivery.id,
        path: '/deliveries',
        name: delivery.delivery_number,
        day: delivery.delivery_date,
        about: delivery.transporter_name ?? undefined,
        status: <DeliveryStatus delivery={delivery} />,
      }))}
    />
  );
}
