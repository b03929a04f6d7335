import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { RecordPage, type RecordPageProps } from '~/modules/records/records/screens/RecordPage';
import { useRecord } from '~/modules/records/records/screens/useRecord';
import { type Order, orderFields } from '../orders.fields';
import { useOrderColumns } from './OrderColumns';
import { orderSections } from './OrderDetails';
import { OrderDialogs, type OrderForms, useOrderDialogs } from './OrderDialogs';
import { useOrdersIn } from './orders.client';

type Props = RecordPageProps & OrderForms;

/** An order's own page (docs/product/records.md#page). */
export default function OrderPage({ parts, ...forms }: Props) {
  const record = useRecord<Order>('orders', ['invoices', 'customers']);
  const orders = useOrdersIn(record.list);
  const dialogs = useOrderDialogs(orders);
  const company = useCompany();
  const columns = useOrderColumns(orders);
  return (
    <RecordPage
      record={record}
      fields={orderFields}
      title={(row) => row.order_number}
      about={record.row?.customer_name}
      actions={dialogs.rowActions}
      columns={columns}
      sections={(row) => orderSections(row, company)}
      parts={parts}
    >
      <OrderDialogs orders={orders} dialogs={dialogs} {...forms} />
    </RecordPage>
  );
}
