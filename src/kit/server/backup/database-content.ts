import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { SequenceValue, TablePart } from './backup-frames';

/*
 * Reads the database's own catalogue, so that a backup holds every table and sequence, also those
 * that another program made.
 */

const ours = `c.relnamespace = (select oid from pg_namespace where nspname = current_schema())
  and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`;

/** Every table with its columns that are not generated, by name. */
export async function listTables(client: pg.ClientBase): Promise<TablePart[]> {
  const found = await client.query<TablePart>(
    `select c.relname as name, json_agg(a.attname order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
       and not a.attisdropped and a.attgenerated = ''
     where c.relkind = 'r' and ${ours} group by c.relname order by c.relname collate "C"`,
  );
  return found.rows;
}

/** Whether there is nothing of anyone's in the database. */
export async function isEmptyDatabase(client: pg.ClientBase): Promise<boolean> {
  const found = await client.query(
    `select from pg_class c where c.relkind in ('r', 'p', 'v', 'm', 'f', 'S') and ${ours} limit 1`,
  );
  return found.rows.length === 0;
}

/** The last value of every sequence. Read them after the snapshot, so that no row holds a later number. */
export async function readSequences(client: pg.ClientBase): Promise<SequenceValue[]> {
  const listed = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relkind = 'S' and ${ours} order by c.relname collate "C"`,
  );
  if (listed.rows.length === 0) return [];
  const values = listed.rows.map(
    ({ name }) =>
      `select ${client.escapeLiteral(name)} as name, last_value::text as value, is_called
       from ${client.escapeIdentifier(name)}`,
  );
  return (await client.query<SequenceValue>(values.join(' union all '))).rows;
}

/** A table's rows as COPY writes them, in the order in which they lie. */
export function readRows(client: pg.ClientBase, table: TablePart): AsyncIterable<Buffer> {
  return client.query(copyTo(`copy ${columnsOf(client, table)} to stdout`));
}

export function columnsOf(client: pg.ClientBase, { name, columns }: TablePart): string {
  const listed = columns.map((column) => client.escapeIdentifier(column));
  return `${client.escapeIdentifier(name)} (${listed.join(', ')})`;
}

/** Settings under which the same rows always give the same text. */
export const plainText = `set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0;
  set local timezone = 'UTC';
  set local datestyle = 'ISO, YMD';
  set local intervalstyle = 'postgres';
  set local bytea_output = 'hex';
  set local extra_float_digits = 1;
  set local client_encoding = 'UTF8';
  set local synchronize_seqscans = off`;
