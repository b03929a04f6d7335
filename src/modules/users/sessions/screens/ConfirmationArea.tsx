import { lazy, Suspense, useEffect, useState } from 'react';
import { onConfirmationNeeded } from '~/kit/ui/data/confirmation';
import { useOnceTrue } from '~/kit/ui/hooks/useOnceTrue';

const ConfirmIdentity = lazy(() => import('./ConfirmIdentity'));

type Answer = (confirmed: boolean) => void;

/** Where a call that cannot be undone asks who the person is (docs/product/sign-in.md#confirmation). */
export function ConfirmationArea() {
  const [waiting, setWaiting] = useState<{ answer: Answer } | null>(null);
  useEffect(() => {
    let pending: Answer | null = null;
    const end = onConfirmationNeeded(
      () =>
        new Promise((resolve) => {
          pending = resolve;
          setWaiting({ answer: resolve });
        }),
    );
    return () => {
      end();
      pending?.(false);
    };
  }, []);
  const isUsed = useOnceTrue(waiting !== null);
  if (!isUsed) return null;
  const answer = (confirmed: boolean) => {
    waiting?.answer(confirmed);
    setWaiting(null);
  };
  return (
    <Suspense fallback={null}>
      <ConfirmIdentity opened={waiting !== null} onAnswer={answer} />
    </Suspense>
  );
}
