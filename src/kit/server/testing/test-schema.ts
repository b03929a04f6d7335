import type pg from 'pg';

const ours = `(select oid from pg_namespace where nspname = current_schema())`;
const notOfExtension = (catalog: string, oid: string) =>
  `not exists (select from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = ${oid} and d.deptype = 'e')`;

// Without rights, which each start grants, and the sequences of order numbers, which each year adds.
const parts: readonly string[] = [
  `select format('relation %s %s %s', relkind, relname, reloptions) from pg_class
    where relnamespace = ${ours} and relname not like 'order_numbers_%'`,
  `select format('column %s.%s %s %s not null %s identity %s generated %s storage %s collation %s default %s', c.relname,
      row_number() over (partition by c.oid order by a.attnum), a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
      a.attidentity, a.attgenerated, a.attstorage, a.attcollation::regcollation, pg_get_expr(d.adbin, d.adrelid))
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = ${ours} and c.relkind = 'r'`,
  `select format('constraint %s.%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated)
    from pg_constraint where connamespace = ${ours}`,
  `select format('index %s %s', pg_get_indexdef(indexrelid), indisvalid)
    from pg_index join pg_class c on c.oid = indrelid where c.relnamespace = ${ours}`,
  `select format('function %s', pg_get_functiondef(oid)) from pg_proc
    where pronamespace = ${ours} and prokind <> 'a' and ${notOfExtension('pg_proc', 'pg_proc.oid')}`,
  `select format('aggregate %s %s %s', aggfnoid::regprocedure, aggtransfn, agginitval) from pg_aggregate
    join pg_proc on pg_proc.oid = aggfnoid where pronamespace = ${ours} and ${notOfExtension('pg_proc', 'pg_proc.oid')}`,
  `select format('trigger %s %s', pg_get_triggerdef(g.oid), tgenabled) from pg_trigger g
    join pg_class c on c.oid = tgrelid where c.relnamespace = ${ours} and not tgisinternal`,
  `select format('sequence %s %s %s', sequencename, data_type, start_value) from pg_sequences
    where schemaname = current_schema() and sequencename not like 'order_numbers_%'`,
  `select format('statistics %s', pg_get_statisticsobjdef(oid)) from pg_statistic_ext where stxnamespace = ${ours}`,
  `select format('collation %s %s %s', collname, collprovider, collisdeterministic) from pg_collation
    where collnamespace = ${ours}`,
  `select format('extension %s', extname) from pg_extension`,
];

/** What the catalogue says of the schema, a line for each thing: two databases with the same lines have the same schema. */
export async function schemaOf(pool: pg.Pool): Promise<string[]> {
  const found = await Promise.all(parts.map((part) => pool.query<{ format: string }>(part)));
  return found.flatMap(({ rows }) => rows.map(({ format }) => format)).sort();
}
