import { useMemo } from 'react';
import { EditableDetails } from '~/kit/ui/grid/EditableDetails';
import { RecordPage, type RecordPageProps } from '~/modules/records/records/screens/RecordPage';
import { useRecord } from '~/modules/records/records/screens/useRecord';
import { formatDay } from '~/kit/shared/time/days';
import { type Delivery, deliveryFields } from '../deliveries.fields';
import { useDeliveryColumns } from './DeliveryColumns';

/** A delivery's own page (docs/product/records.md#page). */
export function DeliveryPage({ parts }: RecordPageProps) {
  const record = useRecord<Delivery>('deliveries');
  const columns = useDeliveryColumns();
  const { row } = record;
  const sections = useMemo(() => (row ? sectionsOf(row) : []), [row]);
  return (
    <RecordPage
      record={record}
      fields={deliveryFields}
      title={row?.delivery_number ?? null}
      about={row ? `${row.order_number}, ${row.customer_name}` : null}
      actions={null}
      details={row ? <EditableDetails row={row} columns={columns} sections={sections} /> : null}
      parts={parts}
    >
      {null}
    </RecordPage>
  );
}

function sectionsOf(delivery: Delivery) {
  const { transporter_name, vehicle_number, lr_number, packages, notes } = delivery;
  return [
    {
      title: 'Delivery',
      details: [
        { label: 'Order Number', value: delivery.order_number },
        { label: 'Customer', value: delivery.customer_name },
        { label: 'Delivery Date', value: formatDay(delivery.delivery_date) },
        { label: 'Items', value: String(delivery.item_count) },
      ],
    },
    {
      title: 'Transport',
      details: [
        { label: 'Transporter Name', value: transporter_name },
        { label: 'Vehicle Number', value: vehicle_number },
        { label: 'LR Number', value: lr_number },
        { label: 'Packages', value: packages === null ? null : String(packages) },
      ],
    },
    { title: 'Notes', text: notes },
  ];
}
