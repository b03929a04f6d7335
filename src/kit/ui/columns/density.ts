import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from '~/kit/ui/hooks/browserStorage';
import { Listeners } from '~/kit/ui/hooks/listeners';

export const densities = [
  { value: 'compact', label: 'Compact' },
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'spacious', label: 'Spacious' },
] as const;

export type Density = (typeof densities)[number]['value'];

const heights: Readonly<Record<Density, number>> = { compact: 30, comfortable: 36, spacious: 44 };

const key = 'density';
const listeners = new Listeners();
let chosen: Density | null = null;

/** How close the rows of every table are, as chosen in this browser (docs/product/screens.md#density). */
export function density(): Density {
  chosen ??= densities.find(({ value }) => value === readStored(key))?.value ?? 'comfortable';
  return chosen;
}

/** Of a row, in pixels. */
export function rowHeight(): number {
  return heights[density()];
}

export function setDensity(next: Density): void {
  chosen = next;
  writeStored(key, next);
  listeners.notify();
}

export function useDensity(): Density {
  return useSyncExternalStore(listeners.listen, density);
}
