import { lazy, Suspense, useState } from 'react';
import { ColumnButton } from './ColumnButton';
import type { Choice } from './ColumnPopover';

const ColumnPopover = lazy(async () => ({
  default: (await import('./ColumnPopover')).ColumnPopover,
}));

/** "Customize Columns": which columns are shown and in which order; each change is seen and kept at once. */
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
