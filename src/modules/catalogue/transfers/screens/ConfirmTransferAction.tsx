import {
  type Counted,
  useBeforeCount,
} from '~/modules/catalogue/products/stock/screens/BeforeCount';
import { orNetworkError } from '~/kit/ui/calls/reportFailure';
import { ConfirmDialog } from '~/kit/ui/dialog/ConfirmDialog';
import { useLast } from '~/kit/ui/hooks/useLast';
import type { TransferQuestion } from './TransferActions';
import type { Transfers } from './transfers.client';

interface Props {
  transfers: Transfers;
  question: TransferQuestion | null;
  onClose: () => void;
}

/** Asks before the goods of a transfer move, before it is cancelled, and before a draft is deleted. */
export default function ConfirmTransferAction({ transfers, question, onClose }: Props) {
  const last = useLast(question);
  const beforeCount = useBeforeCount(question);
  if (!last) return null;
  const { record: transfer } = last;
  const { title, message, refused, act, ...texts } = questionOf(transfers, last);
  return (
    <ConfirmDialog
      {...texts}
      message={message}
      question={beforeCount.question}
      opened={question !== null}
      title={title}
      subject={`${transfer.transfer_number} · ${transfer.from_name} to ${transfer.to_name}`}
      confirmLabel={title}
      failed={orNetworkError(refused)}
      onConfirm={() => beforeCount.send(act)}
      onClose={onClose}
    />
  );
}

function questionOf(transfers: Transfers, { ask, record: transfer }: TransferQuestion) {
  switch (ask) {
    case 'done':
      return {
        title: 'Transfer',
        message: 'The goods move, and the transfer gets its number.',
        refused: 'Failed to transfer goods',
        act: async (counted: Counted) => {
          await transfers.setStatus(transfer, 'done', counted);
          return 'Goods transferred successfully!';
        },
      };
    case 'cancel':
      return {
        title: 'Cancel Transfer',
        message: `The goods go back to ${transfer.from_name}. The number stays.`,
        cancelLabel: 'Keep Transfer',
        danger: true,
        refused: 'Failed to cancel transfer',
        act: async (counted: Counted) => {
          await transfers.setStatus(transfer, 'cancelled', counted);
          return 'Transfer cancelled successfully!';
        },
      };
    case 'delete':
      return {
        title: 'Delete Transfer',
        message: 'This action cannot be undone and will permanently remove this draft.',
        danger: true,
        refused: 'Failed to delete transfer',
        act: async () => {
          await transfers.delete(transfer.id);
          return 'Transfer deleted successfully!';
        },
      };
  }
}
