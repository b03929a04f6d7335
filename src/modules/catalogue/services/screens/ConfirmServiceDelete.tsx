import { failureText } from '~/kit/ui/data/api';
import { ConfirmDialog } from '~/kit/ui/dialog/ConfirmDialog';
import { toast } from '~/kit/ui/elements/toasts';
import type { Service } from '../services.fields';
import type { Services } from './services.client';

interface Props {
  services: Services;
  doomed: Service | null;
  onClose: () => void;
}

export function ConfirmServiceDelete({ services, doomed, onClose }: Props) {
  return (
    <ConfirmDialog
      opened={doomed !== null}
      title="Delete Service"
      subject={doomed?.service_name}
      message="This action cannot be undone. To keep it out of new orders only, make it inactive instead."
      confirmLabel="Delete Service"
      danger
      onConfirm={async () => {
        if (doomed) await deleteService(services, doomed);
      }}
      onClose={onClose}
    />
  );
}

async function deleteService(services: Services, service: Service): Promise<void> {
  try {
    await services.delete(service.id);
    toast('success', 'Service deleted successfully');
  } catch (error) {
    const words = { refused: 'Failed to delete service', broken: 'Failed to delete service' };
    toast('error', failureText(error, words));
    throw error;
  }
}
