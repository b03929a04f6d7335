import type { ReactNode } from 'react';
import { NearContext, useNearWatch } from './useNear';

// So many are drawn whole at any time.
const most = 40;

/** Draws the lines of a long document with their inputs only in view and near it. */
export function NearLines({ count, children }: { count: number; children: ReactNode }) {
  return <NearContext value={useNearWatch(count > most)}>{children}</NearContext>;
}
