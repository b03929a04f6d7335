import { picked } from '~/kit/shared/fields/picked';
import { downloadFile } from '~/kit/ui/calls/files';
import { toast } from '~/kit/ui/messages/toasts';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import type { Transfer } from '~/modules/catalogue/transfers/transfers.fields';
import type { Delivery } from '~/modules/sales/deliveries/deliveries.fields';
import { transportFields } from '../transport.fields';

const fields = picked(transportFields, ['mode', 'distance_km']);
const initial = { mode: 'road' } as const;

interface Closing {
  onClose: () => void;
}

/** "E-Way Bill" of a delivery. */
export function DeliveryEWayBill({ delivery, onClose }: Closing & { delivery: Delivery | null }) {
  const challan = delivery && {
    path: `/deliveries/${delivery.id}`,
    number: delivery.delivery_number,
  };
  return <ChallanEWayBill challan={challan} onClose={onClose} />;
}

/** "E-Way Bill" of goods for job work. */
export function TransferEWayBill({ transfer, onClose }: Closing & { transfer: Transfer | null }) {
  const challan = transfer && {
    path: `/transfers/${transfer.id}`,
    number: transfer.challan_number ?? transfer.transfer_number,
  };
  return <ChallanEWayBill challan={challan} onClose={onClose} />;
}

interface Challan {
  /** Of the call, without the name of the file. */
  path: string;
  number: string;
}

/** The e-way bill of goods that travel with a challan; vehicle and transporter are the document's own. */
function ChallanEWayBill({ challan, onClose }: Closing & { challan: Challan | null }) {
  return (
    <FormDialog
      opened={challan !== null}
      onClose={onClose}
      title="E-Way Bill"
      subject={challan?.path}
      size="md"
      fields={fields}
      initial={initial}
      submitLabel="Save JSON"
      failedText="Failed to create the e-way bill"
      onSubmit={async ({ mode = 'road', distance_km = 0 }) => {
        if (!challan) return;
        const { path, number } = challan;
        const file = `${path}/e-way-bill?mode=${mode}&distance_km=${distance_km}`;
        await downloadFile(file, `e-way-bill-${number}.json`);
        toast('success', `The e-way bill of ${number} is saved for upload`);
      }}
    />
  );
}
