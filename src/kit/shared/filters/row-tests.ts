import { valueOf } from '~/kit/shared/fields/custom';
import { type Bound, type Bounds, type Condition, readCondition, type Reading } from './conditions';
import { folded, isIn, type Labels, searchedText, textOf } from './searching';

type Row = Readonly<Record<string, unknown>>;
type Test = (row: Row) => boolean;

/** A test of rows by a condition. */
export function testOf<R>(condition: Condition<R>): (row: R) => boolean {
  return readCondition(condition, tests) as (row: unknown) => boolean;
}

export function meets<R>(row: R, condition: Condition<R>): boolean {
  return testOf(condition)(row);
}

const tests: Reading<Test> = {
  any: (of) => (row) => of.some((test) => test(row)),
  all: (of) => (row) => of.every((test) => test(row)),
  not: (of) => (row) => !of(row),
  found: (columns, search, labels) => {
    const text = rowTexts(columns, labels);
    return (row) => isIn(text(row), search);
  },
  score: (lists, bounds) => {
    const isWithin = within(bounds);
    const points = (row: Row) => (list: (typeof lists)[number]) =>
      list.find(([, test]) => test(row))?.[0] ?? 0;
    return (row) =>
      isWithin(
        lists.map(points(row)).reduce((sum, each) => sum + each, 0),
        row,
      );
  },
  first: (of, name) => (row) => of.find(([, test]) => test(row))?.[0] === name,
  values: (column, values) => (row) => values.includes(valueOf(row, column) ?? null),
  bounds: (column, bounds) => {
    const isWithin = within(bounds);
    return (row) => isWithin(valueOf(row, column), row);
  },
  part: (column, { part, after = '' }) => {
    return (row) => {
      const text = textOf(row[column]).toLowerCase();
      const at = text.indexOf(after);
      return at !== -1 && text.includes(part, at + after.length);
    };
  },
};

type Comparable = number | string;

const comparisons = {
  from: (value: Comparable, bound: Comparable) => value >= bound,
  above: (value: Comparable, bound: Comparable) => value > bound,
  upTo: (value: Comparable, bound: Comparable) => value <= bound,
  below: (value: Comparable, bound: Comparable) => value < bound,
};

function within(bounds: Bounds): (value: unknown, row: Row) => boolean {
  const all = (Object.entries(bounds) as [keyof Bounds, Bound][]).map(([name, bound]) =>
    compared(comparisons[name], bound),
  );
  return (value, row) =>
    (typeof value === 'number' || typeof value === 'string') &&
    all.every((isMet) => isMet(value, row));
}

function compared(
  holds: (value: Comparable, bound: Comparable) => boolean,
  bound: Bound,
): (value: Comparable, row: Row) => boolean {
  if (typeof bound !== 'object') return (value) => holds(value, bound);
  const { column, factor } = bound;
  return (value, row) => {
    const other = row[column];
    if (typeof other === 'string' || (typeof other === 'number' && factor === 1))
      return holds(value, other);
    return typeof other === 'number' && holds(exact(Number(value)), exact(factor * other));
  };
}

/** 0.8 times 12.35 is 9.88, and not 9.879999…. */
const exact = (value: number) => Math.round(value * 1e6);

// By list of keys and labels, so that a screen that rebuilds its filters does not index its rows again. A changed row is a
// new object, and the old one is collected with its text.
const indexes = new Map<string, WeakMap<object, string>>();

/** Gives the folded text of a row's keys, in which searches look. */
function rowTexts(keys: readonly string[], labels: Labels = {}): (row: object) => string {
  const shown = Object.entries(labels).map(([key, texts]) => [key, [...texts]]);
  const name = shown.length === 0 ? keys.join('\n') : JSON.stringify([keys, shown]);
  const index = indexes.get(name) ?? new WeakMap<object, string>();
  indexes.set(name, index);
  return (row) => {
    const stored = index.get(row);
    if (stored !== undefined) return stored;
    const text = folded(searchedText(row, keys, labels));
    index.set(row, text);
    return text;
  };
}
