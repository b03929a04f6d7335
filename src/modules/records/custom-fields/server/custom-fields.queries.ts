import { sql } from 'kysely';
import { columnsOf, type Db, type SqlPart } from '~/kit/server/database/db';
import type { Entity } from '~/kit/server/database/entity';
import type { Transaction } from '~/kit/server/database/transaction';
import type { ListSource } from '~/kit/server/lists/list-source';
import type { CustomValue } from '~/kit/shared/fields/custom';
import { type CustomField, customFieldFields, type CustomKind } from '../custom-fields.fields';
import { textFrom } from '../custom-fields.rules';

const select = (
  where: SqlPart,
) => sql`select ${columnsOf(customFieldFields, 't')}, t.choices, t.min, t.max,
    nullif(t."default", '""') as "default" from custom_fields t where not t.is_going and ${where}`;

export const customFields: Entity<typeof customFieldFields> = {
  name: 'custom_fields',
  type: 'other',
  noun: 'Custom field',
  fields: customFieldFields,
  select,
  label: ({ label }) => label,
};

export function listCustomFields(kind: CustomKind | undefined): ListSource {
  const isOf = kind === undefined ? sql`true` : sql`t.kind = ${sql.lit(kind)}`;
  return {
    select: sql`${select(isOf)} order by t.kind, t.position, t.id`,
    entity: 'custom_fields',
  };
}

/** Those of a kind in their order, whether on or off. */
export async function listOf(db: Db, kind: string): Promise<CustomField[]> {
  const found = await sql<{ own: CustomField }>`select row_to_json(r) as own
    from (${select(sql`t.kind = ${kind}`)}) r order by r.position, r.id`.execute(db);
  return found.rows.map(({ own }) => own);
}

/** All keys of a kind, also of those that are going. */
export async function listKeys(db: Db, kind: string): Promise<string[]> {
  const found = await sql<{
    key: string;
  }>`select key from custom_fields where kind = ${kind}`.execute(db);
  return found.rows.map(({ key }) => key);
}

const lockOf = (kind: string) => sql`hashtextextended(${`custom fields of ${kind}`}, 0)`;

/** Until the transaction ends, no record is written with values of the kind, and no field of it changes. */
export async function lockFields(trx: Transaction, kind: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockOf(kind)})`.execute(trx);
  trx.forget();
}

/** The fields of some kinds that are on, in their order; until the transaction ends, none of the first kind changes. */
export async function holdFields(
  trx: Transaction,
  kinds: readonly [string, ...string[]],
): Promise<readonly CustomField[]> {
  return trx.once(`custom fields of ${kinds.join()}`, async () => {
    const found = await sql<{ own: CustomField }>`select row_to_json(f) as own
      from held_custom_fields(${kinds}::text[]) f`.execute(trx);
    // An earlier version stored an empty default, which is none.
    return found.rows.map(({ own }) => (own.default === '' ? { ...own, default: null } : own));
  });
}

/** How many records of the kind have a value of the key, or that value. */
export async function countValues(
  db: Db,
  { kind, key }: Pick<CustomField, 'kind' | 'key'>,
  value?: CustomValue,
): Promise<number> {
  const has =
    value === undefined
      ? sql`custom ? ${key}`
      : sql`custom -> ${key} = ${JSON.stringify(value)}::jsonb`;
  const found = await sql<{ count: number }>`select count(*) as count from ${sql.table(kind)}
    where ${has}`.execute(db);
  return found.rows[0]?.count ?? 0;
}

/** So many values are written in one transaction, for other writers wait for it; of so many records at most. */
export const mostWritten = 500;
const mostRead = 20_000;

/**
 * Writes values of a field as the texts that they were shown as, of records after an id; gives the last of these records,
 * null once all are done.
 */
export async function writeSomeAsTexts(
  trx: Transaction,
  former: CustomField,
  after: number,
): Promise<number | null> {
  const { kind, key } = former;
  const isOther =
    former.type === 'long_text'
      ? sql`value #>> '{}' ~ '[\t\r\n\u2028\u2029]'`
      : sql`value is not null`;
  const found = await sql<{ id: number; value: CustomValue; last: number | null }>`with
      looked as (select id, custom -> ${key} as value from ${sql.table(kind)} where id > ${after} order by id limit ${mostRead}),
      valued as (select * from looked where ${isOther} order by id limit ${mostWritten})
    select v.id, v.value, case when (select count(*) from valued) = ${mostWritten} then (select max(id) from valued)
      when (select count(*) from looked) = ${mostRead} then l.id end as last
    from (select max(id) as id from looked) l left join valued v on true`.execute(trx);
  const texts = found.rows
    .filter(({ id }) => id !== null)
    .map(({ id, value }) => ({ id, text: textFrom(former, value) }));
  await sql`update ${sql.table(kind)} t set custom = jsonb_set(t.custom, array[${key}], to_jsonb(w.text))
    from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) as w (id integer, text text)
    where t.id = w.id`.execute(trx);
  return found.rows[0]?.last ?? null;
}

/** A field whose values become text; `former` is on where the field is afterwards. */
export interface Conversion {
  former: CustomField;
  done_to: number;
}

export async function storeConversion(
  trx: Transaction,
  { former, done_to }: Conversion,
): Promise<void> {
  await sql`insert into custom_conversions (field_id, former, done_to)
    values (${former.id}, ${asJson(former)}, ${done_to})
    on conflict (field_id) do update set done_to = excluded.done_to`.execute(trx);
}

export async function listConversions(db: Db): Promise<Conversion[]> {
  const found = await sql<Conversion>`select former, done_to
    from custom_conversions order by field_id`.execute(db);
  return found.rows;
}

export async function endConversion(
  trx: Transaction,
  { id, is_active }: CustomField,
  now: Date,
): Promise<void> {
  await sql`delete from custom_conversions where field_id = ${id}`.execute(trx);
  await sql`update custom_fields set is_active = ${is_active},
      updated_at = greatest(${now}::timestamptz, updated_at + interval '1 millisecond')
    where id = ${id}`.execute(trx);
}

/** Removes the values of a key from some records; gives whether there may be more. */
export async function removeSomeValues(
  db: Db,
  { kind, key }: Pick<CustomField, 'kind' | 'key'>,
): Promise<boolean> {
  const done = await sql`update ${sql.table(kind)} set custom = custom - ${key}::text
    where id = any (array(select id from ${sql.table(kind)} where custom ? ${key} limit ${mostWritten}))`.execute(
    db,
  );
  return Number(done.numAffectedRows ?? 0) === mostWritten;
}

export async function markGoing(trx: Transaction, id: number): Promise<void> {
  await sql`update custom_fields set is_going = true where id = ${id}`.execute(trx);
}

export async function listGoing(db: Db): Promise<Pick<CustomField, 'id' | 'kind' | 'key'>[]> {
  const found = await sql<Pick<CustomField, 'id' | 'kind' | 'key'>>`select id, kind, key
    from custom_fields where is_going order by id`.execute(db);
  return found.rows;
}

export async function removeField(trx: Transaction, id: number): Promise<void> {
  await sql`delete from custom_fields where id = ${id} and is_going`.execute(trx);
}

/** The kind of a field; '' where there is none. */
export async function findKind(db: Db, id: number): Promise<string> {
  const found = await sql<{
    kind: string;
  }>`select kind from custom_fields where id = ${id}`.execute(db);
  return found.rows[0]?.kind ?? '';
}

/** Gives fields the positions that they have in the list of their ids. */
export async function writePositions(
  trx: Transaction,
  ids: readonly number[],
  now: Date,
): Promise<void> {
  await sql`update custom_fields t set position = o.position,
      updated_at = greatest(${now}::timestamptz, t.updated_at + interval '1 millisecond')
    from unnest(${ids}::integer[]) with ordinality as o (id, position)
    where t.id = o.id and t.position <> o.position`.execute(trx);
}

/** SQL: a value of a column of JSON. */
export function asJson(value: unknown): SqlPart {
  return sql`${JSON.stringify(value)}::jsonb`;
}

/** The keys of what an issued document prints; null where it was issued before these were kept, or its kind has no fields. */
export async function findPrintedKeys(
  db: Db,
  kind: string,
  id: number,
): Promise<readonly string[] | null> {
  const found = await sql<{ keys: string[] | null }>`select case when printed_own is not null
      then array(select jsonb_array_elements(printed_own)->>'key') end as keys
    from ${sql.table(kind)} where id = ${id} and exists (select from custom_fields where kind = ${kind})`.execute(
    db,
  );
  return found.rows[0]?.keys ?? null;
}
