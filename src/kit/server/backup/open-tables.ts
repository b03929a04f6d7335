import type pg from 'pg';

interface Alteration {
  off: string[];
  on: string[];
}

/**
 * Runs `fill` while no trigger fires and no row is compared with another table, as a role that owns the tables may;
 * afterwards every foreign key is compared at once. To be called in a transaction, which a failure ends.
 */
export async function withOpenTables(
  client: pg.ClientBase,
  fill: () => Promise<void>,
): Promise<void> {
  const triggers = await findTriggers(client);
  const references = await findReferences(client);
  await runAll(client, [...triggers.off, ...references.off]);
  await fill();
  await client.query('set constraints all immediate');
  await runAll(client, [...references.on, ...triggers.on]);
}

async function runAll(client: pg.ClientBase, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await client.query(statement);
}

const enabling: Readonly<Record<string, string>> = {
  O: 'enable trigger',
  A: 'enable always trigger',
  R: 'enable replica trigger',
};

const ours = `c.relnamespace = (select oid from pg_namespace where nspname = current_schema())`;

async function findTriggers(client: pg.ClientBase): Promise<Alteration> {
  const found = await client.query<{ table: string; name: string; state: string }>(
    `select c.relname as table, g.tgname as name, g.tgenabled as state
     from pg_trigger g join pg_class c on c.oid = g.tgrelid
     where c.relkind in ('r', 'p') and not g.tgisinternal and g.tgparentid = 0 and g.tgenabled <> 'D' and ${ours}`,
  );
  const alter = (each: { table: string; name: string }, how: string) =>
    `alter table ${client.escapeIdentifier(each.table)} ${how} ${client.escapeIdentifier(each.name)}`;
  return {
    off: found.rows.map((each) => alter(each, 'disable trigger')),
    on: found.rows.map((each) => alter(each, enabling[each.state] ?? 'enable trigger')),
  };
}

async function findReferences(client: pg.ClientBase): Promise<Alteration> {
  const found = await client.query<{ table: string; name: string; definition: string }>(
    `select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class c on c.oid = k.conrelid
     where k.contype = 'f' and k.conparentid = 0 and ${ours} order by k.oid`,
  );
  const rows = found.rows.map(({ definition, ...each }) => ({
    alter: `alter table ${client.escapeIdentifier(each.table)}`,
    constraint: `constraint ${client.escapeIdentifier(each.name)}`,
    definition,
  }));
  return {
    off: rows.map(({ alter, constraint }) => `${alter} drop ${constraint}`),
    on: rows.map((each) => `${each.alter} add ${each.constraint} ${each.definition}`),
  };
}
