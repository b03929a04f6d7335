import { choiceFilter, type Filter, pointerFilter } from '~/kit/shared/filters/filters';
import type { LongChoices } from './long-choices.fields';

interface Document {
  customer_name: string;
  created_by: number | null;
  created_by_name: string;
}

/** What comes with the figures of such a list; null with those of another. */
export function longChoicesOf(figures: object | null): LongChoices | null {
  return figures !== null && 'creators' in figures ? (figures as LongChoices) : null;
}

/** By the customer's name; the choices are those of the rows, or of a list that is too long to be here. */
export function customerFilter(
  long: LongChoices | null,
): Filter<Pick<Document, 'customer_name'>, unknown> {
  const names = new Set(long?.customers.map(({ customer_name }) => customer_name));
  const choices = long && [...names].map((value) => ({ value, label: value }));
  const filter = choiceFilter('customer_name', { label: 'Customer' }, choices ? { choices } : {});
  return { ...filter, key: 'customer' };
}

/** By the person who made the document. */
export function creatorFilter(
  field: { label: string },
  long: LongChoices | null,
): Filter<Pick<Document, 'created_by' | 'created_by_name'>, unknown> {
  const filter = pointerFilter('created_by', 'created_by_name', field);
  const choices = long?.creators.map(({ id, name }) => ({ value: String(id), label: name }));
  return choices ? { ...filter, choices } : filter;
}
