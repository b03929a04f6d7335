import { withRevaluedText } from '~/modules/catalogue/products/stock/revalued.fields';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import type { Day } from '~/kit/shared/time/days';
import { PaperQuestion, type Question } from '~/modules/sales/papers/screens/PaperQuestion';
import type { BillQuestion } from './BillActions';
import type { Bills } from './bills.client';

interface Props {
  bills: Bills;
  question: BillQuestion | null;
  onClose: () => void;
}

/** Asks before a bill is cancelled or a draft deleted. */
export default function ConfirmBillAction({ bills, question, onClose }: Props) {
  const { today } = useCompany();
  const shown = question && questionOf(bills, question, today);
  return <PaperQuestion question={shown} onClose={onClose} />;
}

function questionOf(bills: Bills, { ask, record: bill }: BillQuestion, today: Day): Question {
  const { id, voucher_number: label, vendor_name, updated_at } = bill;
  const of = { id, subject: `${label} · ${vendor_name}`, danger: true };
  if (ask === 'delete')
    return {
      ...of,
      title: 'Delete Bill',
      message: 'This action cannot be undone and will permanently remove this draft.',
      act: async () => {
        await bills.delete(id);
        return `Bill ${label} deleted successfully`;
      },
      refused: 'Failed to delete bill',
    };
  return {
    ...of,
    title: bill.kind === 'credit' ? 'Cancel Credit' : 'Cancel Bill',
    message:
      'It keeps its voucher number and is no longer owed. Its goods are valued as if it had never been booked.',
    cancelLabel: bill.kind === 'credit' ? 'Keep Credit' : 'Keep Bill',
    act: async () => {
      const cancelled = await bills.setStatus(id, { status: 'cancelled', updated_at });
      return withRevaluedText(`Bill ${label} cancelled successfully`, cancelled, today);
    },
    refused: 'Failed to cancel bill',
  };
}
