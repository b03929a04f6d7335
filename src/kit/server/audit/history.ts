import { ownFields as companyFields } from '~/kit/server/database/custom-values';
import { customKey } from '~/kit/shared/fields/custom';
import { sql } from 'kysely';
import type { Fields } from '~/kit/shared/fields/fields';
import type { HistoryItem, PastRecord } from '~/kit/shared/history';
import type { Person } from '~/kit/server/database/context';
import { type Db, instantText, type SqlPart } from '~/kit/server/database/db';
import { AppError, notFound } from '~/kit/server/errors';
import {
  historyOf,
  type Lines,
  linesBefore,
  type LinesField,
  type LogEntry,
  ownFields,
  shownLines,
  type Values,
  wireValue,
} from './unwind';

/** The records that a field points at: SQL, in which each is `t`. */
export interface Link {
  from: SqlPart;
  name: SqlPart;
  /** Which of them a person may read; all unless given. What a record points at now is named to all who read the record. */
  readableBy?: (person: Person) => SqlPart;
  /** The record itself does not name it: what it points at now is named to those alone who may read it too. */
  isUnnamed?: true;
}

export type Links = Readonly<Record<string, Link>>;

interface Reading {
  person: Person;
  record: { id: number };
}

export interface Historical {
  entity: { name: string; noun: string; fields: Fields };
  links?: Links;
  lines?: readonly (LinesField & { key: string })[];
  /** The fields that a person does not read. */
  hiddenFrom?: (person: Person) => readonly string[];
}

const mostEntries = 1000;

const isAbout = ({ entity }: Historical, id: number) =>
  sql`l.entity = ${entity.name} and l.record = ${String(id)}`;

const isAmongMany = ({ entity }: Historical, id: number) =>
  sql`l.entity = ${entity.name} and l.record is null
    and (coalesce(l.after, l.before)->>'ids')::int8multirange @> ${id}::bigint`;

/** The changes of a record that its reader may see, newest first; those of its last thousand entries. */
export async function readHistory(
  db: Db,
  kind: Historical,
  { person, record }: Reading,
): Promise<HistoryItem[]> {
  const { lines = [] } = kind;
  const tables = lines.map(({ table }) => table);
  const entry = sql`l.id, ${instantText(sql`l.at`)} as at, l.transaction_id, l.action,
    l.part, l.before, l.after,
    coalesce((select name from audit_people p where p.user_id = l.user_id), 'System') as actor`;
  const found = await sql<LogEntry>`select * from (
      select ${entry}, null::integer as together from audit_log l
      where ${isAbout(kind, record.id)} and (l.part is null or l.part = any (${tables}::text[]))
      union all
      select ${entry}, (coalesce(l.after, l.before)->>'count')::integer from audit_log l
      where ${isAmongMany(kind, record.id)}
    ) entries order by id desc limit ${mostEntries}`.execute(db);
  const existing = await Promise.all(
    lines.map(async (each) => ({ ...each, now: await currentLines(db, each, record.id) })),
  );
  const items = historyOf(found.rows, { fields: shownTo(kind, person), lines: existing });
  const labelled = await withOwnLabels(db, kind, items);
  return withNames({ db, kind, person, record }, labelled);
}

function shownTo({ entity, hiddenFrom }: Historical, person: Person): Fields {
  const hidden = hiddenFrom?.(person) ?? [];
  if (hidden.length === 0) return entity.fields;
  const shown = Object.entries(entity.fields).filter(([name]) => !hidden.includes(name));
  return Object.fromEntries(shown);
}

/** Changes of the company's own fields by their labels; by their keys where they are off or gone. */
async function withOwnLabels(
  db: Db,
  { entity }: Historical,
  items: readonly HistoryItem[],
): Promise<readonly HistoryItem[]> {
  const isOwn = ({ field }: HistoryItem['changes'][number]) => customKey(field) !== null;
  if (!items.some(({ changes }) => changes.some(isOwn))) return items;
  const own = await companyFields.get().fieldsOf(db, entity.name);
  return items.map((item) => ({
    ...item,
    changes: item.changes.map((change) => ({
      ...change,
      label: own[change.field]?.label ?? customKey(change.field) ?? change.label,
    })),
  }));
}

async function withNames(naming: Naming, items: readonly HistoryItem[]): Promise<HistoryItem[]> {
  const { links = {} } = naming.kind;
  const idsByTable = new Map<string, Set<unknown>>();
  for (const { field, before, after } of items.flatMap(({ changes }) => changes)) {
    if (links[field])
      idsByTable.set(field, new Set([...(idsByTable.get(field) ?? []), before, after]));
  }
  const names = new Map<string, Map<number, string>>();
  for (const [field, ids] of idsByTable) names.set(field, await namesOf(naming, field, ids));
  const nameIn = (field: string, id: unknown) => names.get(field)?.get(Number(id)) ?? null;
  return items.map((item) => ({
    ...item,
    changes: item.changes.map((change) =>
      names.has(change.field)
        ? {
            ...change,
            names: {
              before: nameIn(change.field, change.before),
              after: nameIn(change.field, change.after),
            },
          }
        : change,
    ),
  }));
}

interface Naming extends Reading {
  db: Db;
  kind: Historical;
}

async function namesOf(
  { db, kind, person, record }: Naming,
  field: string,
  ids: Iterable<unknown>,
): Promise<Map<number, string>> {
  const link = kind.links?.[field];
  const numbers = [...ids].filter((id) => typeof id === 'number');
  if (!link || numbers.length === 0) return new Map();
  const { from, name, readableBy, isUnnamed } = link;
  const isPresent = sql`t.id = (select own.${sql.ref(field)} from ${sql.table(kind.entity.name)} own
    where own.id = ${record.id})`;
  const isNamed = isUnnamed ? sql`false` : isPresent;
  const isShown = readableBy ? sql`(${isNamed} or ${readableBy(person)})` : sql`true`;
  const found = await sql<{ id: number; name: string }>`select t.id, ${name} as name from ${from}
    where t.id = any (${numbers}::integer[]) and ${isShown}`.execute(db);
  return new Map(found.rows.map(({ id, name }) => [id, name]));
}

async function currentLines(
  db: Db,
  { table, key }: { table: string; key: string },
  id: number,
): Promise<Lines> {
  const found = await sql<{ line: Values }>`select to_jsonb(t) as line from ${sql.table(table)} t
    where ${sql.ref(`t.${key}`)} = ${id}`.execute(db);
  return new Map(found.rows.map(({ line }) => [line['id'], line]));
}

/**
 * The record as it was at an instant, from the record as it is and what was logged since. 404 when it did not exist then, 409
 * when that was not kept.
 */
export async function readAsOf(
  db: Db,
  kind: Historical,
  { person, record, at }: Reading & { record: Values & { id: number }; at: Date },
): Promise<PastRecord> {
  const { entity, links = {}, lines = [] } = kind;
  const past = await pastOf(db, kind, { id: record.id, at });
  const created = String(record['created_at'] ?? '');
  if (past.was_created_later || (created !== '' && Date.parse(created) > at.getTime()))
    throw notFound(entity.noun);
  if (past.is_unknown)
    throw new AppError('history.not_kept', 'The history of this record does not go back that far');
  const values: Values = {};
  for (const [name, field] of ownFields(shownTo(kind, person))) {
    const value = name in past.values ? past.values[name] : record[name];
    values[name] = wireValue(field, value);
  }
  if ('updated_at' in values) values['updated_at'] = past.changed_at ?? created;
  const names: Record<string, string> = {};
  for (const field of Object.keys(links)) {
    const [name] = (await namesOf({ db, kind, person, record }, field, [values[field]])).values();
    if (name !== undefined) names[field] = name;
  }
  const parts = await Promise.all(
    lines.map(async (each): Promise<[string, Values[]]> => {
      return [each.field, await pastLines(db, kind, each, { id: record.id, at })];
    }),
  );
  return { ...values, names, ...Object.fromEntries(parts) };
}

interface Past {
  values: Values;
  changed_at: string | null;
  was_created_later: boolean;
  is_unknown: boolean;
}

async function pastOf(
  db: Db,
  kind: Historical,
  { id, at }: { id: number; at: Date },
): Promise<Past> {
  const later = sql`l.at > ${at}::timestamptz`;
  const own = sql`${isAbout(kind, id)} and l.part is null`;
  const many = isAmongMany(kind, id);
  const found = await sql<Past>`select
      coalesce((select jsonb_object_agg(name, value) from (
        select distinct on (name) name, value
        from audit_log l cross join jsonb_each(l.before) as field (name, value)
        where ${own} and ${later} and l.action = 'updated' order by name, l.id) was), '{}') as values,
      (select ${instantText(sql`max(l.at)`)} from audit_log l
        where ${isAbout(kind, id)} and not ${later}) as changed_at,
      exists (select from audit_log l where l.action = 'created' and ${later}
        and (${own} or ${many})) as was_created_later,
      exists (select from audit_log l where l.action = 'updated' and ${later} and ${many})
        or ${at}::timestamptz < (select applied_at from migrations where name in ('0025-audit-log.sql', '0108-kit.sql'))
        or ${at}::timestamptz <= (select through from audit_anchor)
        as is_unknown`.execute(db);
  const [past] = found.rows;
  if (!past) throw new Error('A select of expressions gives one row');
  return past;
}

async function pastLines(
  db: Db,
  kind: Historical,
  lines: NonNullable<Historical['lines']>[number],
  { id, at }: { id: number; at: Date },
): Promise<Values[]> {
  const found = await sql<LogEntry>`select l.action, l.before, l.after from audit_log l
    where ${isAbout(kind, id)} and l.part = ${lines.table} and l.at > ${at}::timestamptz
    order by l.id desc`.execute(db);
  const now = await currentLines(db, lines, id);
  return shownLines(found.rows.reduce(linesBefore, now), lines.columns);
}
