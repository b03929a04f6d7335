import { fromPaise, toPaise } from '~/kit/shared/money/money';
import { type Moment, type When, whenOf } from './kind-filters';
import { testOf } from './row-tests';

/** A number of rows, the sum of an amount, or how many different values they have. */
export interface Figure<Row, At = Moment> {
  of: 'count' | 'sum' | 'distinct';
  column?: keyof Row & string;
  when?: When<Row, At> | undefined;
  /** The meaning in the API description. */
  meaning?: string;
}

export type Figures<Row, At = Moment> = Readonly<Record<string, Figure<Row, At>>>;
/** Figures of any rows. */
export type AnyFigures = Readonly<
  Record<string, { of: Figure<never>['of']; column?: string; when?: unknown; meaning?: string }>
>;
export type FiguresOf<F> = { [K in keyof F]: number };

export function count<Row, At = Moment>(when?: When<Row, At>): Figure<Row, At> {
  return { of: 'count', when };
}

/** The exact sum of an amount in rupees. */
export function sum<Row, At = Moment>(
  column: keyof Row & string,
  meaning: string,
  when?: When<Row, At>,
): Figure<Row, At> {
  return { of: 'sum', column, meaning, when };
}

export function distinct<Row, At = Moment>(
  column: keyof Row & string,
  when?: When<Row, At>,
): Figure<Row, At> {
  return { of: 'distinct', column, when };
}

/** The figures of some rows. */
export function figuresOf<Row, At, F extends object>(
  figures: F & Figures<Row, At>,
  rows: readonly Row[],
  at: At,
): FiguresOf<F> {
  return mapped(figures as F, (each) => figureOf(each as Figure<Row, At>, rows, at));
}

function figureOf<Row, At>({ of, column, when }: Figure<Row, At>, rows: readonly Row[], at: At) {
  const counted = when === undefined ? rows : rows.filter(testOf(whenOf(when, at)));
  if (of === 'count' || column === undefined) return counted.length;
  const values = counted.map((row) => row[column]);
  if (of === 'distinct') return new Set(values.filter((each) => each !== null && each !== '')).size;
  return fromPaise(values.reduce<number>((all, each) => all + toPaise(Number(each)), 0));
}

export function mapped<F extends object, Result>(
  all: F,
  make: (each: F[keyof F]) => Result,
): { [K in keyof F]: Result } {
  const names = Object.keys(all) as (keyof F)[];
  return Object.fromEntries(names.map((name) => [name, make(all[name])])) as {
    [K in keyof F]: Result;
  };
}
