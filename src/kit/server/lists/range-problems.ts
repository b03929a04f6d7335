import type { Filter } from '~/kit/shared/filters/filters';
import { rangeIn } from '~/kit/shared/filters/own-filters';
import { isDay } from '~/kit/shared/time/days';

/** Why a filter cannot take a value as its range; null where it can, and for filters of other kinds. */
export function rangeProblem<Row, Options>(
  { kind, label, takesDays }: Pick<Filter<Row, Options>, 'kind' | 'label' | 'takesDays'>,
  value: string,
): string | null {
  const isDays = kind === 'days' || takesDays === true;
  const isRange = isDays || kind === 'numbers';
  const isRight = takesDays ? isNamedOrChosen(value) : rangeIn(value, isDays) !== null;
  if (!isRange || isRight) return null;
  const examples = isDays ? 'days, such as 2026-12-01..2026-12-31' : 'numbers, such as 1..5';
  return `The filter "${label}" must be a range of ${examples}`;
}

/** Chosen days have two ends, which are days. */
function isNamedOrChosen(value: string): boolean {
  const ends = value.split('..');
  return ends.length === 1 || (ends.length === 2 && ends.every(isDay));
}
