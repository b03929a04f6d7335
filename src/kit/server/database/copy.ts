import { finished } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import { Kysely, PostgresDialect, type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import { formulaStart } from '~/kit/shared/csv/csv';
import type { Field } from '~/kit/shared/fields/fields';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Database } from './db';
import { type Actor, inOneTransaction, type Transaction } from './transaction';

export interface CopySession {
  trx: Transaction;
  /** Runs `copy … from stdin` with lines made by `copyLine`. No parameters: COPY takes none. */
  copyIn: (statement: RawBuilder<unknown>, lines: string) => Promise<void>;
  /** Runs `copy … to stdout`; read it to its end before the next statement. */
  copyOut: (statement: RawBuilder<unknown>) => Readable;
}

/** Like `inTransaction`, but never retried. */
export async function inCopyTransaction<T>(
  { pool }: Database,
  work: (session: CopySession) => Promise<T>,
  actor?: Actor,
): Promise<T> {
  const client = await pool.connect();
  const original = Object.getOwnPropertyDescriptor(client, 'release');
  let isHeld = true;
  const giveBack = (broken: boolean) => {
    if (!isHeld) return;
    isHeld = false;
    if (original) Object.defineProperty(client, 'release', original);
    client.release(broken);
  };
  // Kysely gives a connection back after each use; this one stays until the work is done.
  client.release = () => undefined;
  const db = new Kysely<Record<never, never>>({
    dialect: new PostgresDialect({
      pool: { connect: async () => client, end: async () => undefined },
    }),
  });
  try {
    const session = (trx: Transaction) => sessionOf(client, trx, () => giveBack(true));
    const result = await inOneTransaction(db, (trx) => work(session(trx)), actor);
    giveBack(false);
    return result;
  } finally {
    // A failure may have left a COPY in progress: that connection is not used again.
    giveBack(true);
  }
}

function sessionOf(client: pg.PoolClient, trx: Transaction, breakOff: () => void): CopySession {
  return {
    trx,
    copyIn: async (statement, lines) => {
      const stream = client.query(copyFrom(statement.compile(trx).sql));
      stream.end(lines);
      await finished(stream);
    },
    copyOut: (statement) => {
      const lines = client.query(copyTo(statement.compile(trx).sql));
      // No one reads on: even `rollback` would wait for the rest of it.
      lines.once('close', () => {
        if (!lines.readableEnded) breakOff();
      });
      return lines;
    },
  };
}

export function copyLine(values: readonly unknown[]): string {
  return `${values.map(copyCell).join('\t')}\n`;
}

export function copyCell(value: unknown): string {
  if (value === null || value === undefined) return '\\N';
  if (typeof value !== 'string') return String(value);
  return special.test(value)
    ? value.replaceAll(everySpecial, (each) => escapes[each] ?? each)
    : value;
}

/** A cell of a CSV file as the database writes it; like `printCell`, a text that a spreadsheet would run is defused. */
export function csvCell(
  { name, field }: { name: string; field: Pick<Field, 'kind' | 'column'> },
  value: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const as = sql.id(name);
  if (field.kind === 'flag') return sql`${value}::text as ${as}`;
  if (field.kind === 'money') return sql`round(${value}, greatest(2, scale(${value}))) as ${as}`;
  if (field.column !== 'text') return sql`${value} as ${as}`;
  return sql`case when ${value} ~ ${sql.lit(formulaStart)} then '''' || ${value} else ${value} end as ${as}`;
}

const special = /[\\\n\r\t]/;
const everySpecial = /[\\\n\r\t]/g;
const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
