import { customKey } from '~/kit/shared/fields/custom';
import type { ErrorTable } from '~/kit/shared/error-codes';
import type { Filter, FilterValues } from '~/kit/shared/filters/filters';
import type { StoredLook, ListLook, ListSort } from '~/kit/shared/filters/list-look';
import { counted } from '~/kit/shared/money/numbers';
import { allowed, refused, type Verdict } from '~/kit/shared/verdict';
import type { View, ViewPatch, ViewState } from './views.fields';

export const viewRefusals = {
  'view.name_taken': [409, 'The user has another view of this list with this name'],
  'view.not_own': [403, 'Only its author or an administrator can change a shared view'],
  'view.too_many': [409, 'The user has the maximum number of views'],
} as const satisfies ErrorTable;

const mostViews = 100;

/** Whether a person with so many views may make another (docs/product/views.md#bounds). */
export function canMakeAnother(count: number): Verdict {
  if (count < mostViews) return allowed;
  const message = `You can have at most ${mostViews} views. Please delete one first.`;
  return refused('view.too_many', message);
}

/** Whether a person changes or deletes a view that they can read (docs/product/views.md#rights). */
export function canChange(
  { created_by }: Pick<View, 'created_by'>,
  person: { id: number; role: string },
): Verdict {
  if (created_by === person.id || person.role === 'admin') return allowed;
  const message = 'Only the author of this view or an administrator can change it';
  return refused('view.not_own', message);
}

type StoredView = Pick<View, 'name' | 'state' | 'is_shared'>;

/** What a change sends that differs from the view, for everyone who sees it. */
export function changesOf(
  view: StoredView,
  { name, state, is_shared }: ViewPatch,
): Partial<StoredView> {
  return {
    ...(name === undefined || name === view.name ? {} : { name }),
    ...(is_shared === undefined || is_shared === view.is_shared ? {} : { is_shared }),
    ...(state === undefined || isSame(state, view.state) ? {} : { state }),
  };
}

function isSame(one: unknown, other: unknown): boolean {
  return written(one) === written(other);
}

/** The database keeps the keys of an object in its own order; that of columns means something. */
function written(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** The part of a list's look that a view stores (docs/product/views.md#state). */
export function stateOf({ filters, columns, sort, layout }: ListLook): ViewState {
  return { filters, columns: [...columns], sort: { ...sort }, ...(layout ? { layout } : {}) };
}

/** The look of a list from a stored view, in any form that was sent: unreadable parts are ignored. */
export function lookIn({ filters, columns, sort, layout }: ViewState): StoredLook {
  return {
    ...(filters
      ? {
          filters: Object.fromEntries(
            Object.entries(filters).map(([key, each]) => [key, textIn(each)]),
          ),
        }
      : {}),
    ...(columns ? { columns } : {}),
    ...(sort ? { sort: sortIn(sort) } : {}),
    ...(layout ? { layout: layout === 'list' ? 'list' : 'board' } : {}),
  };
}

function textIn(value: NonNullable<ViewState['filters']>[string]): string {
  return value === null ? '' : String(value);
}

function sortIn(sort: NonNullable<ViewState['sort']>): ListSort | null {
  if (typeof sort === 'string')
    return { key: sort.replace(/^-/, ''), direction: sort.startsWith('-') ? 'desc' : 'asc' };
  const key = sort['key'] ?? sort['field'] ?? sort['column'];
  if (typeof key !== 'string') return null;
  return { key, direction: sort['direction'] === 'desc' ? 'desc' : 'asc' };
}

interface Available {
  columns: readonly string[];
  filters: readonly Filter<never, never>[];
  filterKeys: readonly string[];
  /** Before, a choice may not be there yet. */
  isLoaded: boolean;
}

const isOwn = (key: string) => customKey(key) !== null;

/** How many filters by the company's own fields do not hold, because their field is off or deleted; null for none. */
export function unavailableFilters(
  filters: FilterValues,
  filterKeys: readonly string[],
): string | null {
  const count = Object.keys(filters).filter(
    (key) => isOwn(key) && !filterKeys.includes(key),
  ).length;
  if (count === 0) return null;
  return `${counted(count, 'filter')} ${count === 1 ? 'is' : 'are'} no longer available`;
}

/**
 * One sentence on what a view names that is gone, such as a column or a stage; null where all is there. A field of the
 * company's own is hidden while it is off.
 */
export function missingParts(
  state: StoredLook,
  { columns, filters, filterKeys, isLoaded }: Available,
): string | null {
  const values = Object.entries(state.filters ?? {});
  const parts = [
    ...(state.columns ?? [])
      .filter((key) => !columns.includes(key) && !isOwn(key))
      .map((key) => `the column “${key}”`),
    ...values
      .filter(([key]) => !filterKeys.includes(key) && !isOwn(key))
      .map(([key]) => `the filter “${key}”`),
    ...filters
      .filter((filter) => isLoaded && isDeleted(filter, state.filters?.[filter.key]))
      .map((filter) => `“${state.filters?.[filter.key]}” as ${filter.label}`),
  ];
  return parts.length === 0
    ? null
    : `This view uses items that no longer exist: ${parts.join(', ')}.`;
}

/** Choices that are read from the rows say nothing of what there may be. */
function isDeleted({ choices, named }: Filter<never, never>, value: string | undefined): boolean {
  if (!value || !Array.isArray(choices) || named?.(value)) return false;
  const values = choices.map((choice: { value: string }) => choice.value);
  return values.some((each) => each !== 'none') && !values.includes(value);
}
