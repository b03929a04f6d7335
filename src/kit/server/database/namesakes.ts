import { sql } from 'kysely';
import { alreadyTaken } from '~/kit/server/errors';
import type { ErrorCode } from '~/kit/shared/error-codes';
import { lockName, type Transaction } from './transaction';

/** A text that one record of a table has alone. */
export interface UniqueText {
  table: string;
  column: string;
  /** Of the record in a refusal. */
  type: string;
  code: ErrorCode;
  message: (label: string) => string;
}

/** The record that has this text, without regard to case. */
export async function findNamesake(
  trx: Transaction,
  { table, column }: Pick<UniqueText, 'table' | 'column'>,
  text: string,
  except = 0,
): Promise<{ id: number; label: string } | null> {
  const key = sql.ref(column);
  const found = await sql<{ id: number; label: string }>`select id, ${key} as label
    from ${sql.table(table)} where lower(${key}) = lower(${text}) and id <> ${except}
    order by id limit 1`.execute(trx);
  return found.rows[0] ?? null;
}

/** 409 where another record has this text; of two transactions the second waits. */
export async function refuseNamesake(
  trx: Transaction,
  unique: UniqueText,
  text: string,
  except?: number,
): Promise<void> {
  const { table, column, type, code, message } = unique;
  await lockName(trx, `${table}.${column}`);
  const holder = await findNamesake(trx, unique, text, except);
  if (!holder) return;
  const record = { type, ...holder };
  throw alreadyTaken(code, { field: column, message: message(holder.label), record });
}
