import { sql } from 'kysely';
import type { SqlPart } from './db';

interface LinesOf<Column extends string> {
  documents: string;
  table: string;
  /** The column that names the document. */
  key: string;
  /** The columns of a line besides its position. */
  columns: readonly Column[];
  /** What histories call them, and show of each. */
  label?: string;
  shown: readonly Column[];
}

/** The id of the new line at a position, counted from 1. */
export interface NewLine {
  id: number;
  position: number;
}

/** How histories read the lines of a kind of document, and how the statement that writes a document writes its lines. */
export function documentLines<Column extends string>(of: LinesOf<Column>) {
  type Line = Readonly<Record<Column, unknown>>;
  const names = ['position', ...of.columns];
  const [table, key] = [sql.table(of.table), sql.ref(of.key)];
  const document = sql`(select id from ${sql.table(of.documents)})`;
  // One piece of text each: the statement is compiled again every time.
  const columns = sql.raw(names.join(', '));
  const changes = sql.raw(names.map((name) => `${name} = w.${name}`).join(', '));
  const records = (lines: readonly Line[]) => {
    const json = JSON.stringify(lines.map((line, index) => ({ ...line, position: index + 1 })));
    return sql`jsonb_populate_recordset(null::${table}, ${json}::jsonb)`;
  };
  const insert = (from: SqlPart) => sql`parts as (
      insert into ${table} (${key}, ${columns}) select ${document}, ${columns} from ${from}
      order by position returning id, position
    )`;
  return {
    table: of.table,
    key: of.key,
    field: 'items',
    label: of.label ?? 'Items',
    columns: of.shown,
    /** SQL: `select` of the lines `l` of the document that `id` says, as JSON in their order. */
    json: (id: SqlPart, select: SqlPart, join = sql``): SqlPart => sql`(
      select coalesce(json_agg(row_to_json(line)), '[]') from (
        select ${select} from ${table} l ${join} where l.${key} = ${id} order by l.position, l.id) line)`,
    /** For a new document (`insertWhole`); each line yields a `NewLine`. */
    insert: (lines: readonly Line[]) => insert(records(lines)),
    /** For a changed document (`updateWhole`), whose lines are all new. */
    replace: (lines: readonly Line[]) => sql`
      removed as (delete from ${table} where ${key} = ${document}), ${insert(records(lines))}`,
    /** For a changed document, of which lines with an id stay; each new one yields a `NewLine`. */
    save: (lines: readonly (Line & { id: number | null })[]) => sql`
      requested as (select * from ${records(lines)}),
      removed as (
        delete from ${table} l where l.${key} = ${document}
          and not exists (select from requested w where w.id = l.id)
      ),
      changed as (
        update ${table} l set ${changes} from requested w where w.id = l.id and l.${key} = ${document}
      ), ${insert(sql`requested where id is null`)}`,
  };
}

/** Lines with the ids that they were written with. */
export function withIds<Line extends object>(
  lines: readonly (Line & { id?: number | null })[],
  written: readonly NewLine[],
): (Line & { id: number })[] {
  const ids = new Map(written.map(({ id, position }) => [position, id]));
  return lines.map((line, index) => ({ ...line, id: line.id ?? ids.get(index + 1) ?? 0 }));
}
