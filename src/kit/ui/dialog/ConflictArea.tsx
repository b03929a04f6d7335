import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '~/kit/ui/hooks/lazyPart';
import { type Chosen, type ConflictQuestion, onConflicts } from '~/kit/ui/calls/conflicts';
import { useLast } from '~/kit/ui/hooks/useLast';

const ConflictDialog = lazyPart(() => import('./ConflictDialog'));

interface Waiting {
  question: ConflictQuestion;
  respond: (chosen: Chosen) => void;
}

/** Where a person chooses between two values of a field (docs/product/screens.md#two-people-at-one-record). */
export function ConflictArea({ timeZone }: { timeZone: string }) {
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  useEffect(() => {
    let pending: Waiting['respond'] | null = null;
    const end = onConflicts(
      (question) =>
        new Promise((resolve) => {
          pending = resolve;
          setWaiting({ question, respond: resolve });
        }),
    );
    return () => {
      end();
      pending?.(null);
    };
  }, []);
  const last = useLast(waiting);
  if (!last) return null;
  return (
    <Suspense fallback={null}>
      <ConflictDialog
        opened={waiting !== null}
        question={last.question}
        timeZone={timeZone}
        onRespond={(chosen) => {
          waiting?.respond(chosen);
          setWaiting(null);
        }}
      />
    </Suspense>
  );
}
