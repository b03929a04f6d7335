import { Suspense, useState } from 'react';
import { lazyPart } from '~/kit/ui/hooks/lazyPart';
import { ColumnButton } from './ColumnButton';
import type { Choice } from './ColumnPopover';

const ColumnPopover = lazyPart(() => import('./ColumnPopover'));

export function ColumnChooser({ choice }: { choice: Choice }) {
  const [used, setUsed] = useState(false);
  const button = <ColumnButton aria-haspopup="dialog" onClick={() => setUsed(true)} />;
  if (!used) return button;
  return (
    <Suspense fallback={button}>
      <ColumnPopover choice={choice} />
    </Suspense>
  );
}
