import { sql } from 'kysely';
import { z } from 'zod';
import { type Db, oneRow, type SqlPart } from '~/kit/server/database/db';
import { type AnyFigures, type FiguresOf, mapped } from '~/kit/shared/filters/figures';
import { type When, whenOf } from '~/kit/shared/filters/kind-filters';
import { type ColumnSource, conditionSql } from './condition-sql';

/** The response with these figures. */
export function figuresSchema<F extends AnyFigures>(
  figures: F,
): z.ZodObject<{ [K in keyof F]: z.ZodType<number, number> }> {
  const schemas = mapped(
    figures,
    ({ of, meaning = '' }): z.ZodType<number, number> =>
      of === 'sum' ? z.number().describe(meaning) : z.int(),
  );
  return z.object(schemas);
}

interface Read {
  source: ColumnSource;
  from: SqlPart;
  where: SqlPart;
  at: never;
}

/** The figures of some rows. */
export function readFigures<F extends AnyFigures>(
  db: Db,
  figures: F,
  reading: Read,
): Promise<FiguresOf<F>> {
  const values = Object.entries(figures).map(
    ([name, figure]) => sql`${figureSql(figure, reading)} as ${sql.id(name)}`,
  );
  const { from, where } = reading;
  return oneRow(db, sql<FiguresOf<F>>`select ${sql.join(values)} from ${from} where ${where}`);
}

type AnyWhen = When<Readonly<Record<string, unknown>>, never>;

function figureSql(
  { of, column, when }: AnyFigures[string],
  { source, from, where, at }: Read,
): SqlPart {
  const condition = when ? conditionSql(whenOf(when as AnyWhen, at), source) : sql`true`;
  if (of === 'count' || column === undefined) return sql`count(*) filter (where ${condition})`;
  const value = source.column(column);
  if (of === 'sum') return sql`coalesce(sum(${value}) filter (where ${condition}), 0)`;
  // Counting different values at once would sort all of them.
  return sql`(select count(*) from (
    select distinct ${value} from ${from} where ${where} and ${value} <> '' and ${condition}) different)`;
}
