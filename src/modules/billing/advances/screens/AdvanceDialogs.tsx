import { lazy, Suspense } from 'react';
import { useOnceTrue } from '~/kit/ui/hooks/useOnceTrue';
import type { Question } from '~/modules/sales/papers/screens/PaperQuestion';
import type { Advance } from '../advances.fields';
import type { AdvanceDialogsState } from './AdvanceActions';
import type { Advances } from './advances.client';

const AdvanceDetails = lazy(async () => ({
  default: (await import('./AdvanceDetails')).AdvanceDetails,
}));
const AdvanceForm = lazy(async () => ({ default: (await import('./AdvanceForm')).AdvanceForm }));
const ApplyAdvance = lazy(async () => ({ default: (await import('./SpendForms')).ApplyAdvance }));
const RefundAdvance = lazy(async () => ({ default: (await import('./SpendForms')).RefundAdvance }));
const PaperQuestion = lazy(async () => ({
  default: (await import('~/modules/sales/papers/screens/PaperQuestion')).PaperQuestion,
}));

interface Props {
  advances: Advances;
  dialogs: AdvanceDialogsState;
}

export function AdvanceDialogs({ advances, dialogs }: Props) {
  const { viewed, applied, refunded, cancelled, recording, close } = dialogs;
  const needsDetails = useOnceTrue(viewed !== null);
  const needsForm = useOnceTrue(recording);
  const needsApply = useOnceTrue(applied !== null);
  const needsRefund = useOnceTrue(refunded !== null);
  const needsQuestion = useOnceTrue(cancelled !== null);
  return (
    <Suspense fallback={null}>
      {needsDetails ? <AdvanceDetails advance={viewed} show={dialogs} onClose={close} /> : null}
      {needsForm ? <AdvanceForm opened={recording} onClose={close} /> : null}
      {needsApply ? <ApplyAdvance advances={advances} advance={applied} onClose={close} /> : null}
      {needsRefund ? (
        <RefundAdvance advances={advances} advance={refunded} onClose={close} />
      ) : null}
      {needsQuestion ? (
        <PaperQuestion question={cancelled && questionOf(advances, cancelled)} onClose={close} />
      ) : null}
    </Suspense>
  );
}

function questionOf(advances: Advances, advance: Advance): Question {
  const { id, voucher_number: number, customer_name } = advance;
  return {
    id,
    title: 'Cancel Advance',
    subject: `${number} · ${customer_name}`,
    message:
      'The voucher keeps its number and is marked as cancelled. This cannot be undone. To return money to the customer, record a refund instead.',
    cancelLabel: 'Keep Advance',
    danger: true,
    act: async () => {
      await advances.cancel(advance);
      return `Advance ${number} cancelled successfully`;
    },
    refused: 'Failed to cancel advance',
  };
}
