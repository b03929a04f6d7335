import { sql } from 'kysely';
import type { SqlPart } from './db';
import type { Transaction } from './transaction';

/** A column with codes such as `CUST-00001`, which one record of a table has alone, without regard to case. */
export interface CodeColumn {
  table: string;
  column: string;
  prefix: string;
  /** The sequence that counts them. */
  numbers: string;
  /** The column with the name of a record. */
  label: string;
}

/**
 * Serializes the assignment of codes until the transaction ends: of two requests for the same code, the second sees
 * that it is taken.
 */
export async function lockCodes(
  trx: Transaction,
  { table, column }: Pick<CodeColumn, 'table' | 'column'>,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${table}.${column}`}, 0))`.execute(
    trx,
  );
}

/** The record that has a code; null where it is free. */
export async function findByCode(
  trx: Transaction,
  { table, column, label }: CodeColumn,
  code: string,
): Promise<{ id: number; label: string } | null> {
  const found = await sql<{ id: number; label: string }>`select id, ${sql.ref(label)} as label
    from ${sql.table(table)} where lower(${sql.ref(column)}) = lower(${code})`.execute(trx);
  return found.rows[0] ?? null;
}

/**
 * An SQL expression for the next free `CUST-00001`; codes that were entered by hand are skipped. A statement that makes
 * several names each by a condition on its row, or they would share one.
 */
export function nextCode(
  { table, column, prefix, numbers }: CodeColumn,
  each: SqlPart = sql`true`,
): SqlPart {
  const format = `"${prefix}-"FM9999999999999900000`;
  const next = sql`to_char(nextval(${sql.lit(numbers)}), ${sql.lit(format)})`;
  // Forces an index lookup: with `exists` the planner read all records for each code.
  const isTaken = sql`(select count(*) > 0 from ${sql.table(table)} where lower(${sql.ref(column)}) = lower(code))`;
  return sql`(with recursive candidate (place, code) as (
      select 1, ${next} where ${each}
      union all
      select place + 1, ${next} from candidate where ${isTaken}
    )
    select code from candidate order by place desc limit 1)`;
}
