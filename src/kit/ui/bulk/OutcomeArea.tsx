import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '~/kit/ui/hooks/lazyPart';
import { useLast } from '~/kit/ui/hooks/useLast';
import { onOutcomes, type Outcome } from './outcomes';

const OutcomeDialog = lazyPart(() => import('./OutcomeDialog'));

/** Lists the records that a change of many left out, on any screen that is open by then. */
export function OutcomeArea() {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  useEffect(() => onOutcomes(setOutcome), []);
  const last = useLast(outcome);
  if (!last) return null;
  return (
    <Suspense fallback={null}>
      <OutcomeDialog opened={outcome !== null} outcome={last} onClose={() => setOutcome(null)} />
    </Suspense>
  );
}
