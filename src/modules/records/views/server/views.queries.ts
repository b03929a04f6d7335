import { sql } from 'kysely';
import type { Person } from '~/kit/server/database/context';
import { columnsOf, findJson } from '~/kit/server/database/db';
import type { Entity } from '~/kit/server/database/entity';
import type { Transaction } from '~/kit/server/database/transaction';
import type { ListSource } from '~/kit/server/lists/list-source';
import { type NewView, type View, viewFields } from '../views.fields';

/** Views as one person reads them: which one is the default is each person's own. */
export function viewsOf({ id: person }: Pick<Person, 'id'>): Entity<typeof viewFields> {
  return {
    name: 'views',
    type: 'other',
    noun: 'View',
    fields: viewFields,
    select: (where) => sql`select ${columnsOf(viewFields, 't')}, t.state, exists (
        select from view_defaults d where d.view_id = t.id and d.user_id = ${sql.lit(person)}
      ) as is_default from views t where ${where}`,
    label: (view) => view.name,
    readableBy: ({ id }) => sql`(t.is_shared or t.created_by = ${sql.lit(id)})`,
  };
}

/** The person’s own and the shared views, of one list or of all, by name. */
export function listViews(person: Person, list?: View['list']): ListSource {
  const isOf = list === undefined ? sql`true` : sql`t.list = ${sql.lit(list)}`;
  const isRead = sql`(t.is_shared or t.created_by = ${sql.lit(person.id)})`;
  return {
    select: sql`${viewsOf(person).select(sql`${isOf} and ${isRead}`)} order by lower(t.name), t.id`,
    entity: 'views',
    reads: ({ owners }) => owners.length === 0 || owners.includes(person.id),
  };
}

export async function countViews(trx: Transaction, maker: number): Promise<number> {
  const found = await sql<{ count: number }>`select count(*) as count from views
    where created_by = ${maker}`.execute(trx);
  return found.rows[0]?.count ?? 0;
}

type Named = Pick<View, 'list' | 'name'>;

/** The maker's view of that list with the name, regardless of its case. */
export async function findNamed(
  trx: Transaction,
  maker: number,
  { list, name }: Named,
): Promise<Pick<View, 'id' | 'name'> | null> {
  return findJson(
    trx,
    sql`select id, name from views
      where created_by = ${maker} and list = ${list} and lower(name) = lower(${name})`,
  );
}

export async function insertView(
  trx: Transaction,
  { list, name, state, is_shared = false }: NewView,
  by: { by: number; now: Date },
): Promise<number> {
  const inserted = await sql<{ id: number }>`insert into views
      (list, name, state, is_shared, created_by, created_at, updated_at)
    values (${list}, ${name}, ${JSON.stringify(state)}::jsonb, ${is_shared}, ${by.by}, ${by.now}, ${by.now})
    returning id`.execute(trx);
  const [row] = inserted.rows;
  if (!row) throw new Error('A view cannot be read back');
  return row.id;
}

/** Two changes within one millisecond differ, or the second sender would not be refused. */
export async function writeView(
  trx: Transaction,
  { id, name, state, is_shared }: Pick<View, 'id' | 'name' | 'state' | 'is_shared'>,
  now: Date,
): Promise<void> {
  await sql`update views set name = ${name}, state = ${JSON.stringify(state)}::jsonb,
      is_shared = ${is_shared},
      updated_at = greatest(${now}::timestamptz, updated_at + interval '1 millisecond')
    where id = ${id}`.execute(trx);
}

export async function removeView(trx: Transaction, id: number): Promise<void> {
  await sql`delete from views where id = ${id}`.execute(trx);
}

/** Of two at once the later one stays: a person has one row for each list. */
export async function chooseDefault(
  trx: Transaction,
  user: number,
  { id, list }: Pick<View, 'id' | 'list'>,
): Promise<void> {
  await sql`insert into view_defaults (user_id, list, view_id) values (${user}, ${list}, ${id})
    on conflict (user_id, list) do update set view_id = excluded.view_id
    where view_defaults.view_id <> excluded.view_id`.execute(trx);
}

export async function giveUpDefault(trx: Transaction, user: number, view: number): Promise<void> {
  await sql`delete from view_defaults where user_id = ${user} and view_id = ${view}`.execute(trx);
}

/** For a view that others no longer see. */
export async function giveUpOthersDefaults(
  trx: Transaction,
  { id, created_by }: Pick<View, 'id' | 'created_by'>,
): Promise<void> {
  await sql`delete from view_defaults where view_id = ${id} and user_id <> ${created_by}`.execute(
    trx,
  );
}
