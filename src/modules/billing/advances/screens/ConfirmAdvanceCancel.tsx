import { failureText } from '~/kit/ui/data/api';
import { ConfirmDialog } from '~/kit/ui/dialog/ConfirmDialog';
import { toast } from '~/kit/ui/elements/toasts';
import { useLast } from '~/kit/ui/hooks/useLast';
import type { Advance } from '../advances.fields';
import type { Advances } from './advances.client';

interface Props {
  advances: Advances;
  advance: Advance | null;
  onClose: () => void;
}

export function ConfirmAdvanceCancel({ advances, advance, onClose }: Props) {
  const last = useLast(advance);
  return (
    <ConfirmDialog
      opened={advance !== null}
      title="Cancel Advance"
      subject={last ? `${last.voucher_number} · ${last.customer_name}` : ''}
      message="Its voucher keeps its number and says that it is cancelled. This cannot be undone. Money that was received is given back by a refund instead."
      confirmLabel="Cancel Advance"
      cancelLabel="Keep Advance"
      danger
      onConfirm={async () => {
        if (!advance) return;
        try {
          await advances.cancel(advance);
          toast('success', `Advance ${advance.voucher_number} cancelled successfully`);
        } catch (error) {
          const refused = 'Failed to cancel advance';
          toast('error', failureText(error, { refused, broken: `${refused}: Network error` }));
          throw error;
        }
      }}
      onClose={onClose}
    />
  );
}
