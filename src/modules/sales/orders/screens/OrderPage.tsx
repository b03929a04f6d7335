import { EditableDetails } from '~/kit/ui/grid/EditableDetails';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { RecordActions } from '~/modules/records/records/screens/RecordActions';
import { RecordPage, type RecordPageProps } from '~/modules/records/records/screens/RecordPage';
import { useRecord } from '~/modules/records/records/screens/useRecord';
import { type Order, orderFields } from '../orders.fields';
import { useOrderColumns } from './OrderColumns';
import { orderSections } from './OrderDetails';
import { OrderDialogs, type OrderForms, useOrderDialogs } from './OrderDialogs';
import { useOrdersIn } from './orders.client';

type Props = RecordPageProps & OrderForms;

/** An order's own page (docs/product/records.md#page). */
export function OrderPage({ parts, ...forms }: Props) {
  const record = useRecord<Order>('orders', ['invoices', 'customers']);
  const orders = useOrdersIn(record.list);
  const dialogs = useOrderDialogs(orders);
  const company = useCompany();
  const columns = useOrderColumns(orders);
  const { row } = record;
  return (
    <RecordPage
      record={record}
      fields={orderFields}
      title={row?.order_number ?? null}
      about={row?.customer_name}
      actions={row ? <RecordActions row={row} actions={dialogs.rowActions} /> : null}
      details={
        row ? (
          <EditableDetails row={row} columns={columns} sections={orderSections(row, company)} />
        ) : null
      }
      parts={parts}
    >
      <OrderDialogs orders={orders} dialogs={dialogs} {...forms} />
    </RecordPage>
  );
}
