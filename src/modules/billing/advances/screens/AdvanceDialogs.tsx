import { lazy, Suspense } from 'react';
import { useOnceTrue } from '~/kit/ui/hooks/useOnceTrue';
import type { AdvanceDialogsState } from './AdvanceActions';
import type { Advances } from './advances.client';

const AdvanceDetails = lazy(async () => ({
  default: (await import('./AdvanceDetails')).AdvanceDetails,
}));
const AdvanceForm = lazy(async () => ({ default: (await import('./AdvanceForm')).AdvanceForm }));
const ApplyAdvance = lazy(async () => ({ default: (await import('./SpendForms')).ApplyAdvance }));
const RefundAdvance = lazy(async () => ({ default: (await import('./SpendForms')).RefundAdvance }));
const ConfirmAdvanceCancel = lazy(async () => ({
  default: (await import('./ConfirmAdvanceCancel')).ConfirmAdvanceCancel,
}));

interface Props {
  advances: Advances;
  dialogs: AdvanceDialogsState;
}

export function AdvanceDialogs({ advances, dialogs }: Props) {
  const { viewed, applied, refunded, doomed, recording, close } = dialogs;
  const needsDetails = useOnceTrue(viewed !== null);
  const needsForm = useOnceTrue(recording);
  const needsApply = useOnceTrue(applied !== null);
  const needsRefund = useOnceTrue(refunded !== null);
  const needsQuestion = useOnceTrue(doomed !== null);
  return (
    <Suspense fallback={null}>
      {needsDetails ? <AdvanceDetails advance={viewed} show={dialogs} onClose={close} /> : null}
      {needsForm ? <AdvanceForm opened={recording} onClose={close} /> : null}
      {needsApply ? <ApplyAdvance advances={advances} advance={applied} onClose={close} /> : null}
      {needsRefund ? (
        <RefundAdvance advances={advances} advance={refunded} onClose={close} />
      ) : null}
      {needsQuestion ? (
        <ConfirmAdvanceCancel advances={advances} advance={doomed} onClose={close} />
      ) : null}
    </Suspense>
  );
}
