import type { Choice, Field, Fields } from '~/kit/shared/fields/fields';
import { addDays, type Day, startOfDay } from '~/kit/shared/time/days';
import { amountLimits, bandsBetween, type Limits } from './amount-bands';
import { always, type Condition, first, found, type Named, never } from './conditions';
import { chosenDaysText, dayRanges, type Days, daysIn, daysOfRange } from './day-ranges';
import { conditionFilter, distinctChoices, type Filter } from './filters';
import { testOf } from './row-tests';
import { searchOf, textOf } from './searching';

/** The day in the company's time zone, on which filters depend. */
export interface Moment {
  today: Day;
  timeZone: string;
}

export type When<Row, At = Moment> = Condition<Row> | ((at: At) => Condition<Row>);

/** A filter without its key; `column` is the field it reads, where that is not named by the key. */
interface Entry<Row, At> {
  column?: string;
  label?: string | undefined;
  kind?: Filter<Row, At>['kind'];
  none?: string;
  choicesOf?: (field: Field | undefined, column: keyof Row & string) => Filter<Row, At>['choices'];
  named?: (value: string, field: Field | undefined) => string | null;
  takesDays?: true;
  when: (value: string, at: At, read: Read<Row>) => Condition<Row>;
}

interface Read<Row> {
  field: Field | undefined;
  is: (test: unknown) => Condition<Row>;
}

/**
 * The filters of a kind as data, by their keys in the address: chip, test in the browser and SQL of the windows follow
 * from each (docs/decisions/0197-filters-as-data.md).
 */
export function filtersOf<Row, At = Moment>(
  fields: Fields,
  entries: Readonly<Record<string, Entry<Row, At>>>,
): readonly Filter<Row, At>[] {
  return Object.entries(entries).map(([key, entry]) => {
    const { column = key, kind = 'choice', label, none, named, takesDays, choicesOf, when } = entry;
    const field = fields[column];
    const choices = choicesOf?.(field, column as keyof Row & string);
    const read = { field, is: (test: unknown) => ({ [column]: test }) as Condition<Row> };
    return conditionFilter<Row, At>({
      key,
      label: label ?? field?.label ?? key,
      kind,
      ...(none === undefined ? {} : { none }),
      ...(choices ? { choices: withNone(none, choices) } : {}),
      ...(named ? { named: (value: string) => named(value, field) } : {}),
      ...(takesDays ? { takesDays } : {}),
      when: (value, at) => when(value, at, read),
    });
  });
}

/** The same filters with choices that the fields do not have. */
export function withChoices<Row, At>(
  filters: readonly Filter<Row, At>[],
  lists: Readonly<Record<string, readonly Choice[] | undefined>>,
): readonly Filter<Row, At>[] {
  return filters.map((filter) => {
    const choices = lists[filter.key];
    return choices ? { ...filter, choices: withNone(filter.none, choices) } : filter;
  });
}

type Choices<Row> = NonNullable<Filter<Row, never>['choices']>;

function withNone<Row>(none: string | undefined, choices: Choices<Row>): Choices<Row> {
  if (none === undefined) return choices;
  const label = { value: 'none', label: none };
  return typeof choices === 'function' ? (rows) => [label, ...choices(rows)] : [label, ...choices];
}

export function search<Row>(columns: readonly (keyof Row & string)[]): Entry<Row, unknown> {
  return { ...textIn(columns, 'Search'), kind: 'search' };
}

/** A typed search in some columns; in the one of the key unless given. */
export function textIn<Row>(
  columns?: readonly (keyof Row & string)[],
  label?: string,
): Entry<Row, unknown> {
  return {
    label,
    kind: 'text',
    when: (typed, _at, { is }) =>
      found(columns ?? Object.keys(is(null)), searchOf(typed)) as Condition<Row>,
  };
}

interface ChoiceOptions<Row> {
  column?: keyof Row & string;
  label?: string;
  none?: string;
  kind?: 'choice' | 'quick';
}

/** One of a field's choices, or several of them: `sent,overdue`; of a field without choices one of the texts in the rows. */
export function choice<Row>(options: ChoiceOptions<Row> = {}): Entry<Row, unknown> {
  return {
    ...options,
    choicesOf: (field, column) => field?.choices ?? choicesIn<Row>(column),
    named: (value, field) => (field?.choices ? severalText(field.choices, value) : null),
    when: (value, _at, { field, is }) => {
      if (value === 'none' && options.none !== undefined) return is(null);
      if (!field?.choices) return is(value);
      const chosen = value.split(',');
      const existing = field.choices.filter((each) => chosen.includes(each.value));
      return existing.length === 0 ? never : is(existing.map((each) => each.value));
    },
  };
}

function severalText(choices: readonly Choice[], value: string): string | null {
  const labels = value.split(',').map((each) => choices.find((one) => one.value === each)?.label);
  return labels.includes(undefined) ? null : labels.join(', ');
}

/** One of the records that rows point at, by its id; `name` is their name in the rows, where those give the choices. */
export function link<Row>({
  name,
  ...options
}: ChoiceOptions<Row> & { name?: keyof Row & string } = {}): Entry<Row, unknown> {
  return {
    ...options,
    choicesOf: (_field, column) =>
      name ? namedChoices<Row>(column, name) : choicesIn<Row>(column),
    when: (value, _at, { is }) => {
      if (value === 'none') return options.none === undefined ? never : is(null);
      return /^[1-9]\d{0,8}$/.test(value) ? is(Number(value)) : never;
    },
  };
}

const choicesIn =
  <Row>(column: keyof Row) =>
  (rows: readonly Row[]) =>
    distinctChoices(rows, (row) => row[column]);

function namedChoices<Row>(column: keyof Row, name: keyof Row) {
  return (rows: readonly Row[]) => {
    const names = new Map(rows.map((row) => [textOf(row[column]), textOf(row[name])]));
    names.delete('');
    return [...names]
      .map(([value, label]) => ({ value, label }))
      .sort((one, other) => collator.compare(one.label, other.label));
  };
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Rows whose day, or the day of whose instant, lies in a range around today, or between days that an address names. */
export function days<Row>(column: keyof Row & string, label = 'Date Range'): Entry<Row, Moment> {
  return {
    column,
    label,
    choicesOf: () => dayRanges,
    named: chosenDaysText,
    takesDays: true,
    when: (value, at, { field, is }) => {
      const range = daysIn(value, at.today);
      return range
        ? is(field?.kind === 'instant' ? instantsOf(range, at.timeZone) : dayBounds(range))
        : never;
    },
  };
}

/** The bounds of a day. */
const dayBounds = ({ from, to }: Days): { from: Day; upTo: Day } => ({ from, upTo: to });

/** Those of the month of `today`. */
export function monthBounds({ today }: Pick<Moment, 'today'>): { from: Day; upTo: Day } {
  return dayBounds(daysOfRange('month', today));
}

/** The bounds of an instant on some days in a time zone. */
export function instantsOf({ from, to }: Days, timeZone: string): { from: string; below: string } {
  return { from: startOfDay(from, timeZone), below: startOfDay(addDays(to, 1), timeZone) };
}

/** Bands of rupees between `limits` (docs/product/screens.md#bands). */
export function amounts<Row>(
  column: keyof Row & string,
  { label = 'Amount Range', limits = amountLimits }: { label?: string; limits?: Limits } = {},
): Entry<Row, unknown> {
  const all = bandsBetween(limits);
  return {
    column,
    label,
    choicesOf: () => all.map(({ value, label }) => ({ value, label })),
    when: (value, _at, { is }) => {
      const band = all.find((each) => each.value === value);
      return band ? is(band.bounds) : never;
    },
  };
}

/** Values with their labels and conditions; in `rank` the first that holds counts, and one without a condition is the rest. */
export type Bands<Row, At = Moment> = Readonly<
  Record<string, readonly [label: string, when?: When<Row, At>]>
>;

export function bands<Row, At = Moment>(
  label: string,
  all: Bands<NoInfer<Row>, NoInfer<At>>,
): Entry<Row, At> {
  return {
    label,
    choicesOf: () => labelsOf(all),
    when: (value, at) => (Object.hasOwn(all, value) ? whenOf(all[value]?.[1], at) : never),
  };
}

/** Bands of which each row is in one: the first whose condition holds. */
export function rank<Row, At = Moment>(
  label: string,
  all: Bands<NoInfer<Row>, NoInfer<At>>,
  shown: readonly string[] = Object.keys(all),
): Entry<Row, At> {
  const labels = labelsOf(all);
  return {
    label,
    choicesOf: () => shown.flatMap((value) => labels.filter((each) => each.value === value)),
    when: (value, at) => inBand(all, value)(at),
  };
}

/** That a row is in a band of `rank`. */
export function inBand<Row, At>(
  all: Bands<NoInfer<Row>, NoInfer<At>>,
  value: string,
): (at: At) => Condition<Row> {
  return (at) => (Object.hasOwn(all, value) ? first(namedOf(all, at), value) : never);
}

/** Finds the band of `rank` that a row is in. */
export function bandFinder<Row, Value extends string, At>(
  all: Readonly<Record<Value, readonly [label: string, when?: When<Row, At>]>>,
  at: At,
): (row: Row) => Value {
  const tests = namedOf<Row, At>(all, at).map(([value, when]) => [value, testOf(when)] as const);
  return (row) => (tests.find(([, isIn]) => isIn(row)) ?? tests.at(-1))?.[0] as Value;
}

const namedOf = <Row, At>(all: Bands<Row, At>, at: At): readonly Named<Row>[] =>
  Object.entries(all).map(([name, [, when]]) => [name, whenOf(when, at)]);

const labelsOf = <Row, At>(all: Bands<Row, At>): readonly Choice[] =>
  Object.entries(all).map(([value, [label]]) => ({ value, label }));

/** The condition at a moment. */
export function whenOf<Row, At>(when: When<Row, At> | undefined, at: At): Condition<Row> {
  if (when === undefined) return always;
  return typeof when === 'function' ? when(at) : when;
}
