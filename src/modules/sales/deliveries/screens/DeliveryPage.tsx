import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { RecordPage, type RecordPageProps } from '~/modules/records/records/screens/RecordPage';
import { useRecord } from '~/modules/records/records/screens/useRecord';
import { type Delivery, deliveryFields } from '../deliveries.fields';
import { useDeliveryDialogs } from './DeliveryActions';
import { useDeliveryColumns } from './DeliveryColumns';
import { deliverySections, DeliveryStatus } from './DeliveryDetails';
import { DeliveryDialogs, type DeliveryForms } from './DeliveryDialogs';
import { useDeliveriesIn } from './deliveries.client';

/** A delivery's own page (docs/product/records.md#page). */
export default function DeliveryPage({ parts, ...forms }: RecordPageProps & DeliveryForms) {
  const record = useRecord<Delivery>('deliveries', ['invoices', 'customers']);
  const deliveries = useDeliveriesIn(record.list);
  const dialogs = useDeliveryDialogs(deliveries.rows);
  const columns = useDeliveryColumns(deliveries);
  const company = useCompany();
  const { row } = record;
  return (
    <RecordPage
      record={record}
      fields={deliveryFields}
      title={(row) => row.delivery_number}
      about={
        row ? (
          <>
            {row.order_number}, {row.customer_name} <DeliveryStatus delivery={row} />
          </>
        ) : null
      }
      actions={dialogs.rowActions}
      columns={columns}
      sections={(shown) => deliverySections(shown, company)}
      parts={parts}
    >
      <DeliveryDialogs deliveries={deliveries} dialogs={dialogs} {...forms} />
    </RecordPage>
  );
}
