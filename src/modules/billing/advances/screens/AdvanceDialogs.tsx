import { formatMoney } from '~/kit/shared/money/money';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import type { Question } from '~/modules/sales/papers/screens/PaperQuestion';
import type { Advance } from '../advances.fields';
import type { AdvanceDialogsState } from './AdvanceActions';
import type { Advances } from './advances.client';

const AdvanceDetails = lazyDialog('advance', () => import('./AdvanceDetails'));
const AdvanceForm = lazyDialog('opened', () => import('./AdvanceForm'));
const ApplyAdvance = lazyDialog('advance', async () => (await import('./SpendForms')).ApplyAdvance);
const RefundAdvance = lazyDialog(
  'advance',
  async () => (await import('./SpendForms')).RefundAdvance,
);
const PaperQuestion = lazyDialog(
  'question',
  async () => (await import('~/modules/sales/papers/screens/PaperQuestion')).PaperQuestion,
);

interface Props {
  advances: Advances;
  dialogs: AdvanceDialogsState;
}

export function AdvanceDialogs({ advances, dialogs }: Props) {
  const { viewed, recordTo, close } = dialogs;
  const cancelled = recordTo('cancel');
  return (
    <>
      <AdvanceDetails advance={viewed} show={dialogs} onClose={close} />
      <AdvanceForm opened={dialogs.isCreating} onClose={close} />
      <ApplyAdvance advances={advances} advance={recordTo('apply')} onClose={close} />
      <RefundAdvance advances={advances} advance={recordTo('refund')} onClose={close} />
      <PaperQuestion question={cancelled && questionOf(advances, cancelled)} onClose={close} />
    </>
  );
}

function questionOf(advances: Advances, advance: Advance): Question {
  const { id, voucher_number: number, customer_name, advance_date: date } = advance;
  const { updated_at, refunded_amount } = advance;
  return {
    id,
    title: 'Cancel Advance',
    subject: `${number} · ${customer_name}`,
    message: `The voucher keeps its number and is marked as cancelled. This cannot be undone. ${
      refunded_amount > 0
        ? `The customer will owe the refunded ${formatMoney(refunded_amount, 'INR')}.`
        : 'To return money to the customer, record a refund instead.'
    }`,
    filed: { document: { path: '/advances', id, updated_at }, date },
    cancelLabel: 'Keep Advance',
    danger: true,
    act: async () => {
      await advances.cancel(advance);
      return `Advance ${number} cancelled successfully`;
    },
    refused: 'Failed to cancel advance',
  };
}
