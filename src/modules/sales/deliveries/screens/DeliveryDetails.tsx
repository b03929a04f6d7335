import { formatNumber } from '~/kit/shared/money/numbers';
import { formatDay } from '~/kit/shared/time/days';
import type { DetailsSection } from '~/kit/ui/dialog/DetailsSections';
import { GoodsTable } from '~/modules/catalogue/products/lots/screens/GoodsTable';
import { historySection } from '~/kit/ui/dialog/RecordHistory';
import { ChoiceBadge } from '~/kit/ui/elements/Badge';
import { NotLoaded } from '~/kit/ui/messages/LoadFailed';
import { RecordLink } from '~/kit/ui/list/RecordLink';
import { type Company, useCompany } from '~/modules/organization/company/screens/settings.client';
import { recordPath } from '~/modules/organization/kinds/kinds.rules';
import { ActionButtons } from '~/modules/sales/papers/screens/PaperActions';
import { PaperDetails, recordSection } from '~/modules/sales/papers/screens/PaperDetails';
import { type Delivery, deliveryFields, deliveryStatuses } from '../deliveries.fields';
import type { DeliveryDialogsState } from './DeliveryActions';
import { phoneDetails } from '~/modules/sales/papers/screens/PaperContact';
import { deliveryContact, useWholeDelivery } from './deliveries.client';

interface Props {
  delivery: Delivery | null;
  show: DeliveryDialogsState;
  onClose: () => void;
}

const tools = ['edit', 'download', 'eWayBill', 'pick', 'cancel'];
const main = ['dispatch', 'deliver', 'invoice'];

export default function DeliveryDetails({ delivery, show, onClose }: Props) {
  const company = useCompany();
  const buttons = (shown: readonly string[], row: Delivery, size: 'xs' | 'sm') => (
    <ActionButtons row={row} actions={show.rowActions} shown={shown} size={size} />
  );
  return (
    <PaperDetails
      title="Delivery Details"
      paper={
        delivery && {
          number: delivery.delivery_number,
          customer_name: delivery.customer_name,
          status: <DeliveryStatus delivery={delivery} />,
          page: recordPath('deliveries', delivery.id),
          sections: deliverySections(delivery, company),
          tools: buttons(tools, delivery, 'xs'),
          actions: buttons(main, delivery, 'sm'),
        }
      }
      onClose={onClose}
    />
  );
}

export function DeliveryStatus({ delivery }: { delivery: Delivery }) {
  return <ChoiceBadge choices={deliveryStatuses} value={delivery.status} />;
}

/** All that is known of a delivery, in its dialog and on its page. */
export function deliverySections(
  delivery: Delivery,
  { timeZone, today }: Company,
): DetailsSection[] {
  const { packages, order_id, delivered_on } = delivery;
  const order =
    order_id === null ? (
      delivery.order_number
    ) : (
      <RecordLink path="/orders" id={order_id} name={delivery.order_number} />
    );
  return [
    {
      title: 'Delivery',
      details: [
        { label: 'Order Number', value: order },
        {
          label: 'Customer',
          value: (
            <RecordLink path="/customers" id={delivery.customer_id} name={delivery.customer_name} />
          ),
        },
        ...phoneDetails(delivery, deliveryContact),
        { label: 'Status', value: <DeliveryStatus delivery={delivery} /> },
        { label: 'Delivery Date', value: formatDay(delivery.delivery_date) },
        ...(delivery.location_name ? [{ label: 'Location', value: delivery.location_name }] : []),
        { label: 'Delivered On', value: delivered_on && formatDay(delivered_on) },
        { label: 'Invoiced', value: delivery.is_invoiced ? 'Yes' : 'No' },
        ...(delivery.by_status_change ? [{ label: 'Created by Status Change', value: 'Yes' }] : []),
      ],
    },
    { title: 'Items', content: <Items delivery={delivery} /> },
    {
      title: 'Transport',
      details: [
        { label: 'Transporter Name', value: delivery.transporter_name },
        { label: 'Transporter ID', value: delivery.transporter_id },
        { label: 'Vehicle Number', value: delivery.vehicle_number },
        { label: 'LR Number', value: delivery.lr_number },
        { label: 'Packages', value: packages === null ? null : formatNumber(packages) },
      ],
    },
    { title: 'Notes', text: delivery.notes },
    recordSection(delivery, { timeZone }),
    historySection('/deliveries', delivery, { fields: deliveryFields, timeZone, today }),
  ];
}

function Items({ delivery }: { delivery: Delivery }) {
  const { data, state, retry } = useWholeDelivery(delivery);
  if (data?.id !== delivery.id) return <NotLoaded what="items" state={state} onRetry={retry} />;
  const lines = data.items.map((item) => ({ ...item, name: item.description }));
  return <GoodsTable lines={lines} />;
}
