import type { Choice, Field, Fields } from '~/kit/shared/fields/fields';
import { formatDay, isDay } from '~/kit/shared/time/days';
import { always, type Bounds, type Condition, found, never } from './conditions';
import { conditionFilter, type Filter } from './filters';
import { type Labels, searchOf } from './searching';

type Own = Condition<Readonly<Record<string, unknown>>>;

const yesNo = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

/** The filters by the company's own fields (docs/product/custom-fields.md#lists): ranges are `a..b`, choices stand with commas. */
export function ownFilters(own: Fields): readonly Filter<object, unknown>[] {
  return Object.entries(own).map(([key, field]) => filterOf(key, field));
}

function filterOf(key: string, field: Field): Filter<object, unknown> {
  const { label, kind } = field;
  if (kind === 'choice' || kind === 'flag') {
    const choices = kind === 'flag' ? yesNo : (field.choices ?? []);
    return conditionFilter<object, unknown>({
      key,
      label,
      kind: 'several',
      choices,
      named: (value) => severalText(choices, value),
      when: (value) => choiceCondition(key, { value, choices, isFlag: kind === 'flag' }),
    });
  }
  if (kind === 'day' || kind === 'money' || kind === 'quantity' || kind === 'wholeNumber') {
    return conditionFilter<object, unknown>({
      key,
      label,
      kind: kind === 'day' ? 'days' : 'numbers',
      named: (value) => rangeText(value, kind === 'day'),
      when: (value) => rangeCondition(key, value, kind === 'day'),
    });
  }
  return conditionFilter<object, unknown>({
    key,
    label,
    kind: 'text',
    when: (typed) => found([key], searchOf(typed)),
  });
}

/** The choices that a filter names, as their values, which may have commas too; also those that are not there. */
export function severalIn(text: string, choices: readonly Choice[]): readonly string[] {
  const longestFirst = choices
    .map(({ value }) => value)
    .sort((one, other) => other.length - one.length);
  const found = new Set<string>();
  for (let rest = text; rest !== ''; ) {
    const existing = longestFirst.find((each) => `${rest},`.startsWith(`${each},`));
    const value = existing ?? rest.split(',', 1)[0] ?? '';
    if (value !== '') found.add(value);
    rest = rest.slice(value.length + 1);
  }
  return [...found];
}

function choiceCondition(
  key: string,
  { value, choices, isFlag }: { value: string; choices: readonly Choice[]; isFlag: boolean },
): Own {
  const chosen = severalIn(value, choices);
  const existing = choices.map((each) => each.value).filter((each) => chosen.includes(each));
  if (existing.length === 0) return never;
  return { [key]: isFlag ? existing.map((each) => each === 'true') : existing };
}

function severalText(choices: readonly Choice[], value: string): string | null {
  const labels = severalIn(value, choices).map(
    (each) => choices.find((one) => one.value === each)?.label,
  );
  return labels.includes(undefined) ? null : labels.join(', ');
}

/** The ends of `a..b`, each '' where it is open. */
export function endsOf(range: string): readonly [from: string, to: string] {
  const [from = '', to = from] = range.split('..');
  return [from.trim(), to.trim()];
}

/** `a..b`; '' without both. */
export function rangeOf(from: string, to: string): string {
  return from === '' && to === '' ? '' : `${from}..${to}`;
}

/** The bounds of a range; null for one that cannot be read. */
export function rangeIn(range: string, isDays: boolean): Bounds | null {
  if (range.split('..').length > 2) return null;
  const bounds: { from?: Bounds['from'] & (string | number); upTo?: string | number } = {};
  for (const [name, end] of [
    ['from', endsOf(range)[0]],
    ['upTo', endsOf(range)[1]],
  ] as const) {
    if (end === '') continue;
    const value = isDays ? (isDay(end) ? end : null) : Number(end);
    if (value === null || (typeof value === 'number' && !Number.isFinite(value))) return null;
    bounds[name] = value;
  }
  return Object.keys(bounds).length === 0 ? null : bounds;
}

function rangeCondition(key: string, range: string, isDays: boolean): Own {
  const bounds = rangeIn(range, isDays);
  return bounds ? { [key]: bounds } : never;
}

function rangeText(range: string, isDays: boolean): string {
  const [from = '', to = ''] = endsOf(range).map((end) =>
    isDays && isDay(end) ? formatDay(end) : end,
  );
  if (from === to) return from;
  if (to === '') return `from ${from}`;
  return from === '' ? `up to ${to}` : `${from} to ${to}`;
}

/** The filters of a list with those by own fields; its search looks into them too. */
export function withOwnFilters<Row, Options>(
  filters: readonly Filter<Row, Options>[],
  own: Fields,
): readonly Filter<Row, Options>[] {
  if (Object.keys(own).length === 0) return filters;
  const searched = filters.map((filter) =>
    filter.kind === 'search' && filter.when ? searchingToo(filter, own) : filter,
  );
  return [...searched, ...(ownFilters(own) as unknown as readonly Filter<Row, Options>[])];
}

/** The fields whose texts the search of a list finds. */
export function searchedOwn(own: Fields): Fields {
  return Object.fromEntries(
    Object.entries(own).filter(([, { kind }]) => !plainKinds.includes(kind)),
  );
}

const plainKinds: readonly Field['kind'][] = ['money', 'quantity', 'wholeNumber', 'flag'];

/** The labels of choices that are shown as other texts than their values. */
export function shownLabels({ choices = [] }: Field): ReadonlyMap<string, string> {
  const others = choices.filter(({ value, label }) => value !== label);
  return new Map(others.map(({ value, label }) => [value, label]));
}

function searchingToo<Row, Options>(
  filter: Filter<Row, Options>,
  own: Fields,
): Filter<Row, Options> {
  const { test: _test, when, ...others } = filter;
  const searched = Object.entries(searchedOwn(own));
  const names = searched.map(([name]) => name);
  const shown = searched.map(([name, field]) => [name, shownLabels(field)] as const);
  const labels: Labels = Object.fromEntries(shown.filter(([, { size }]) => size > 0));
  return conditionFilter<Row, Options>({
    ...others,
    when: (value, options) => {
      const condition = when?.(value, options);
      if (!condition) return always;
      return (
        'op' in condition && condition.op === 'found'
          ? {
              ...condition,
              columns: [...(condition.columns as readonly string[]), ...names],
              labels,
            }
          : condition
      ) as Condition<Row>;
    },
  });
}
