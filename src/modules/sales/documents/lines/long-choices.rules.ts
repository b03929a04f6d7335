import type { Choice } from '~/kit/shared/fields/fields';
import type { LongChoices } from './long-choices.fields';

/** What comes with the figures of such a list; null with those of another. */
export function longChoicesOf(figures: object | null): LongChoices | null {
  return figures !== null && 'creators' in figures ? (figures as LongChoices) : null;
}

/** The choices of the filters `customer` and `created_by` of such a list; none where the rows have them. */
export function longLists(long: LongChoices | null): Record<string, readonly Choice[]> {
  if (!long) return {};
  const names = new Set(long.customers.map(({ customer_name }) => customer_name));
  return {
    customer: [...names].map((value) => ({ value, label: value })),
    created_by: long.creators.map(({ id, name }) => ({ value: String(id), label: name })),
  };
}
