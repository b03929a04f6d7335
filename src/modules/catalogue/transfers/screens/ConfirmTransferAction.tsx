import { MoveQuestion, type Moving } from '~/modules/catalogue/products/stock/screens/MoveQuestion';
import type { TransferQuestion } from './TransferActions';
import type { Transfers } from './transfers.client';

interface Props {
  transfers: Transfers;
  question: TransferQuestion | null;
  onClose: () => void;
}

/** Asks before the goods of a transfer move, before it is cancelled, and before a draft is deleted. */
export default function ConfirmTransferAction({ transfers, question, onClose }: Props) {
  const opened = question && questionOf(transfers, question);
  return <MoveQuestion question={opened} onClose={onClose} />;
}

function questionOf(transfers: Transfers, { ask, record: transfer }: TransferQuestion): Moving {
  const { transfer_number, from_name, to_name } = transfer;
  const subject = `${transfer_number} · ${from_name} to ${to_name}`;
  switch (ask) {
    case 'done':
      return {
        subject,
        title: 'Transfer',
        message: 'The goods move, and the transfer gets its number.',
        refused: 'Failed to transfer goods',
        act: async (counted) => {
          await transfers.setStatus(transfer, 'done', counted);
          return 'Goods transferred successfully!';
        },
      };
    case 'cancel':
      return {
        subject,
        title: 'Cancel Transfer',
        message: `The goods go back to ${from_name}. The number stays.`,
        cancelLabel: 'Keep Transfer',
        danger: true,
        refused: 'Failed to cancel transfer',
        act: async (counted) => {
          await transfers.setStatus(transfer, 'cancelled', counted);
          return 'Transfer cancelled successfully!';
        },
      };
    case 'delete':
      return {
        subject,
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
