import { counted } from '~/kit/shared/money/numbers';

export interface DependentCount {
  noun: string;
  count: number;
}

/** "2 orders and 1 invoice"; '' when nothing refers to the record. */
export function dependentsText(counts: readonly DependentCount[]): string {
  const present = counts.filter(({ count }) => count > 0);
  return present.map(({ noun, count }) => counted(count, noun)).join(' and ');
}
