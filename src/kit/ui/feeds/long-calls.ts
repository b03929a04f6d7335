import { api } from '~/kit/ui/calls/api';
import type { IdsResponse, LongCalls } from './long-list';

/** The calls by which a long list comes (docs/product/screens.md#very-long-lists). */
export function longCalls<Row>(path: string): LongCalls<Row> {
  return {
    ids: (query, { from, to, rows }, signal) => {
      const count = to === Infinity ? '' : `&count=${to - from}`;
      const positions = `from=${from}${count}${rows > 0 ? `&rows=${rows}` : ''}`;
      return api.get<IdsResponse<Row>>(`${path}?${query}${query && '&'}${positions}`, { signal });
    },
    rows: (ids, signal) =>
      api.get<{ rows: readonly Row[] }>(`${path}?ids=${ids.join(',')}`, { signal }),
  };
}

export interface LongQuery {
  sort?: { field: string; direction: 'asc' | 'desc' } | undefined;
  filters: Readonly<Record<string, string>>;
}

/** An order and filters as a long list's call takes them; the same text for the same choice. */
export function longQuery({ sort, filters: { search = '', ...others } }: LongQuery): string {
  const chosen = Object.entries(others)
    .map(([key, value]) => [key, value.trim()] as const)
    .filter(([, value]) => value !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const query = new URLSearchParams();
  if (sort) query.set('sort', `${sort.direction === 'desc' ? '-' : ''}${sort.field}`);
  if (search.trim() !== '') query.set('search', search.trim());
  if (chosen.length > 0) query.set('filters', JSON.stringify(Object.fromEntries(chosen)));
  return query.toString();
}
