import { type RawBuilder, sql } from 'kysely';
import type { Db } from '~/kit/server/database/db';

interface CatalogueCheck {
  name: string;
  faults: RawBuilder<{ what: string }>;
}

interface Reference {
  table: string;
  target: string;
  columns: string[];
  target_columns: string[];
}

/*
 * PostgreSQL enforces these rules itself, unless someone switched that off or the disk lost data. So the checks test the
 * rows by the rules in the catalogue.
 */

/** Every foreign key points at a row that is there. */
export async function references(db: Db): Promise<CatalogueCheck> {
  const found = await sql<Reference>`select c.relname as table, f.relname as target,
      array(select attname::text from unnest(k.conkey) with ordinality u (num, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = num order by place) as columns,
      array(select attname::text from unnest(k.confkey) with ordinality u (num, place)
        join pg_attribute a on a.attrelid = f.oid and a.attnum = num order by place) as target_columns
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class f on f.oid = k.confrelid
    where k.contype = 'f' and k.conparentid = 0 and ${ours} order by 1, 2`.execute(db);
  return {
    name: 'All references point to existing records',
    faults: unionOf(found.rows.map(dangling)),
  };
}

function dangling({ table, target, columns, target_columns }: Reference): RawBuilder<unknown> {
  const from = columns.map((column) => sql.ref(`t.${column}`));
  const matches = from.map((column, at) => sql`${sql.ref(`r.${target_columns[at]}`)} = ${column}`);
  const given = from.map((column) => sql`${column} is not null`);
  return sql`select concat_ws(' ', ${sql.lit(`${table}:`)}, to_jsonb(t)->>'id',
      ${sql.lit(`points at ${target}`)}, ${sql.join(from)}, 'which is not there') as what
    from ${sql.table(table)} t where ${sql.join(given, sql` and `)}
      and not exists (select from ${sql.table(target)} r where ${sql.join(matches, sql` and `)})`;
}

/** Every row keeps the rules that its table declares for its columns. */
export async function columnRules(db: Db): Promise<CatalogueCheck> {
  const found = await sql<{ table: string; rule: string; condition: string }>`
    select c.relname as table, k.conname as rule, pg_get_expr(k.conbin, k.conrelid) as condition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'c' and ${ours} order by 1, 2`.execute(db);
  const broken = found.rows.map(
    ({ table, rule, condition }) =>
      sql`select concat_ws(' ', ${sql.lit(`${table}:`)}, to_jsonb(${sql.ref(table)})->>'id',
          ${sql.lit(`breaks ${rule}`)}) as what
        from ${sql.table(table)} where not (${sql.raw(condition)})`,
  );
  return { name: 'All records satisfy the constraints of their tables', faults: unionOf(broken) };
}

const ours = sql`c.relnamespace = (select oid from pg_namespace where nspname = current_schema())`;

function unionOf(parts: readonly RawBuilder<unknown>[]): RawBuilder<{ what: string }> {
  if (parts.length === 0) return sql<{ what: string }>`select '' as what where false`;
  return sql<{ what: string }>`${sql.join(parts, sql` union all `)}`;
}
