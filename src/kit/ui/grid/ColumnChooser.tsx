import { lazy, Suspense, useState } from 'react';
import { ColumnButton } from './ColumnButton';
import type { Choice } from './ColumnPopover';

const ColumnPopover = lazy(async () => ({
  default: (await import('./ColumnPopover')).ColumnPopover,
}));

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
