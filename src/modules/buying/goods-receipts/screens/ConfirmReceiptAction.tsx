import {
  type Counted,
  useBeforeCount,
} from '~/modules/catalogue/products/stock/screens/BeforeCount';
import { withRevaluedText } from '~/modules/catalogue/products/stock/revalued.fields';
import type { Day } from '~/kit/shared/time/days';
import { orNetworkError } from '~/kit/ui/calls/reportFailure';
import { ConfirmDialog } from '~/kit/ui/dialog/ConfirmDialog';
import { useLast } from '~/kit/ui/hooks/useLast';
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
  const last = useLast(question);
  const beforeCount = useBeforeCount(question);
  if (!last) return null;
  const { record: receipt } = last;
  const { title, message, refused, act, ...texts } = questionOf(receipts, last, today);
  return (
    <ConfirmDialog
      {...texts}
      message={message}
      question={beforeCount.question}
      opened={question !== null}
      title={title}
      subject={`${receipt.goods_receipt_number} · ${receipt.vendor_name}`}
      confirmLabel={title}
      failed={orNetworkError(refused)}
      onConfirm={() => beforeCount.send(act)}
      onClose={onClose}
    />
  );
}

function questionOf(receipts: Receipts, { ask, record: receipt }: ReceiptQuestion, today: Day) {
  const isReturn = receipt.kind === 'return';
  const noun = isReturn ? 'Return' : 'Receipt';
  switch (ask) {
    case 'receive':
      return {
        title: 'Receive',
        message: 'The goods enter the stock, and the receipt gets its number.',
        refused: 'Failed to receive goods',
        act: async (counted: Counted) => {
          const moved = await receipts.setStatus(receipt, 'received', counted);
          return withRevaluedText('Goods received successfully!', moved, today);
        },
      };
    case 'cancel':
      return {
        title: `Cancel ${noun}`,
        message: isReturn
          ? 'The goods are in stock again, as if they had not gone back. The number stays.'
          : 'The goods leave the stock, as if they had not come. The number stays.',
        cancelLabel: `Keep ${noun}`,
        danger: true,
        refused: `Failed to cancel ${noun.toLowerCase()}`,
        act: async (counted: Counted) => {
          const moved = await receipts.setStatus(receipt, 'cancelled', counted);
          return withRevaluedText(`${noun} cancelled successfully!`, moved, today);
        },
      };
    case 'delete':
      return {
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
