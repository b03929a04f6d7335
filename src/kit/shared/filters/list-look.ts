import { customKey } from '~/kit/shared/fields/custom';
import type { FilterValues } from './filters';

export interface ListSort {
  key: string;
  direction: 'asc' | 'desc';
}

export type ListLayout = 'list' | 'board';

/** What of a list's look an address says; null where it says nothing. */
export interface AddressLook {
  filters: FilterValues;
  sort: ListSort | null;
  columns: readonly string[] | null;
  layout: ListLayout | null;
  /** The saved view that it comes from. */
  saved: number | null;
}

/** The whole look of a list. `layout` is null where there is one alone. */
export interface ListLook {
  filters: FilterValues;
  sort: ListSort;
  columns: readonly string[];
  layout: ListLayout | null;
}

/** A look that is kept: what is missing stays as it is. */
export type StoredLook = {
  [Part in keyof ListLook]?: ListLook[Part] | null | undefined;
};

const partNames = ['sort', 'direction', 'columns', 'layout', 'saved'];

/**
 * The look that a query names (docs/product/views.md#address); `filters` are the keys that the list knows. Those of the
 * company's own fields are read also while their field is off.
 */
export function readLook(search: string, filters: readonly string[]): AddressLook {
  const params = new URLSearchParams(search);
  const key = params.get('sort');
  const columns = params.get('columns');
  const layout = params.get('layout');
  const saved = Number(params.get('saved'));
  return {
    filters: withoutBlanks(
      Object.fromEntries(
        [...filters, ...ownNamesIn(params)].map((name) => [name, params.get(name) ?? '']),
      ),
    ),
    sort: key ? { key, direction: params.get('direction') === 'desc' ? 'desc' : 'asc' } : null,
    columns: columns ? columns.split(',') : null,
    layout: layout === 'list' || layout === 'board' ? layout : null,
    saved: Number.isSafeInteger(saved) && saved > 0 ? saved : null,
  };
}

function ownNamesIn(params: URLSearchParams): string[] {
  return [...params.keys()].filter((name) => customKey(name) !== null);
}

/** Puts a look into a query, whose other parameters stay. */
export function writeLook(
  params: URLSearchParams,
  look: AddressLook,
  filters: readonly string[],
): void {
  for (const name of [...filters, ...ownNamesIn(params), ...partNames]) params.delete(name);
  for (const [name, value] of Object.entries(withoutBlanks(look.filters))) params.set(name, value);
  if (look.sort) {
    params.set('sort', look.sort.key);
    params.set('direction', look.sort.direction);
  }
  if (look.columns) params.set('columns', look.columns.join(','));
  if (look.layout) params.set('layout', look.layout);
  if (look.saved !== null) params.set('saved', String(look.saved));
}

/** Whether an address says no more than which view, if any: the list opens with that one, or the default. */
export function isBare({ filters, sort, columns, layout }: AddressLook): boolean {
  return !sort && !columns && !layout && Object.keys(filters).length === 0;
}

export function withoutBlanks(values: FilterValues): FilterValues {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
}

/** A query as people read it: commas and colons stay, spaces are `+`. */
export function queryText(params: Iterable<[string, string]>): string {
  const parts = [...params].map(([name, value]) => `${written(name)}=${written(value)}`);
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

function written(text: string): string {
  // Half of a pair has no encoding.
  return encodeURIComponent(text.replaceAll(/\p{Cs}/gu, '\ufffd'))
    .replaceAll('%20', '+')
    .replaceAll('%2C', ',')
    .replaceAll('%3A', ':')
    .replaceAll('%40', '@');
}

/** Whether two looks show the same. */
export function isSameLook(one: ListLook, other: ListLook): boolean {
  return textOf(one) === textOf(other);
}

function textOf({ filters, sort, columns, layout }: ListLook): string {
  const values = Object.entries(withoutBlanks(filters)).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([values, sort.key, sort.direction, columns, layout]);
}
