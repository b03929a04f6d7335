import { MoveQuestion, type Moving } from '~/modules/catalogue/products/stock/screens/MoveQuestion';
import { withRevaluedText } from '~/modules/catalogue/products/stock/revalued.fields';
import type { Day } from '~/kit/shared/time/days';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import type { ReceiptQuestion } from './ReceiptActions';
import { type Receipts } from './goods-receipts.client';

interface Props {
  receipts: Receipts;
  question: ReceiptQuestion | null;
  onClose: () => void;
}

/** Asks before goods are received, before that is cancelled, and before a draft is deleted. */
export default function ConfirmReceiptAction({ receipts, question, onClose }: Props) {
  const { today } = useCompany();
  const opened = question && questionOf(receipts, question, today);
  return <MoveQuestion question={opened} onClose={onClose} />;
}

function questionOf(
  receipts: Receipts,
  { ask, record: receipt }: ReceiptQuestion,
  today: Day,
): Moving {
  const subject = `${receipt.goods_receipt_number} · ${receipt.vendor_name}`;
  const isReturn = receipt.kind === 'return';
  const noun = isReturn ? 'Return' : 'Receipt';
  switch (ask) {
    case 'receive':
      return {
        subject,
        title: 'Receive',
        message: 'The goods enter the stock, and the receipt gets its number.',
        refused: 'Failed to receive goods',
        act: async (counted) => {
          const moved = await receipts.setStatus(receipt, 'received', counted);
          return withRevaluedText('Goods received successfully!', moved, today);
        },
      };
    case 'cancel':
      return {
        subject,
        title: `Cancel ${noun}`,
        message: isReturn
          ? 'The goods are in stock again, as if they had not gone back. The number stays.'
          : 'The goods leave the stock, as if they had not come. The number stays.',
        cancelLabel: `Keep ${noun}`,
        danger: true,
        refused: `Failed to cancel ${noun.toLowerCase()}`,
        act: async (counted) => {
          const moved = await receipts.setStatus(receipt, 'cancelled', counted);
          return withRevaluedText(`${noun} cancelled successfully!`, moved, today);
        },
      };
    case 'delete':
      return {
        subject,
        title: 'Delete Receipt',
        message: 'This action cannot be undone and will permanently remove this draft.',
        danger: true,
        refused: 'Failed to delete receipt',
        act: async () => {
          await receipts.delete(receipt.id);
          return 'Receipt deleted successfully!';
        },
      };
  }
}
