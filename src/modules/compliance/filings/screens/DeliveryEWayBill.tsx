import { picked } from '~/kit/shared/fields/picked';
import { downloadFile } from '~/kit/ui/data/files';
import { toast } from '~/kit/ui/elements/toasts';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import type { Delivery } from '~/modules/sales/deliveries/deliveries.fields';
import { transportFields } from '../transport.fields';

const fields = picked(transportFields, ['mode', 'distance_km']);
const initial = { mode: 'road' } as const;

interface Props {
  delivery: Delivery | null;
  onClose: () => void;
}

/** The e-way bill of a delivery; vehicle and transporter are the delivery's own. */
export default function DeliveryEWayBill({ delivery, onClose }: Props) {
  return (
    <FormDialog
      opened={delivery !== null}
      onClose={onClose}
      title="E-Way Bill"
      subject={delivery?.id}
      size="md"
      fields={fields}
      initial={initial}
      submitLabel="Save JSON"
      failedText="Failed to create the e-way bill"
      onSubmit={async ({ mode = 'road', distance_km = 0 }) => {
        if (!delivery) return;
        const { id, delivery_number } = delivery;
        const path = `/deliveries/${id}/e-way-bill?mode=${mode}&distance_km=${distance_km}`;
        await downloadFile(path, `e-way-bill-${delivery_number}.json`);
        toast('success', `The e-way bill of ${delivery_number} is saved for upload`);
      }}
    />
  );
}
