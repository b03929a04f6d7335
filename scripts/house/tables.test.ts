import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkTree } from './house';
import { AREAS } from './locations';
import { TABLES } from './tables';

/** What is wrong with the SQL of one file, each as `line: what`. */
function problemsOf(path: string, ...lines: string[]): string[] {
  const head = `import { sql } from 'kysely';\n`;
  return checkTree(new Map([[path, head + lines.join('\n')]])).map(
    ({ line, wrong }) => `${line}: ${wrong}`,
  );
}

const CUSTOMERS = 'src/modules/sales/customers/server/customers.queries.ts';
const ORDERS = 'src/modules/sales/orders/server/orders.queries.ts';
const DB = 'src/kit/server/database/db.ts';

describe('tables that may be used', () => {
  it.each([
    ['its own', CUSTOMERS, 'sql`update customers set name = 1`;'],
    ['those below, to read', ORDERS, 'sql`select * from customers c join users u on true`;'],
    ['those below, locked', ORDERS, 'sql`select from customers for update of customers`;'],
    ['those of the kit, to read', ORDERS, 'sql`select count(*) from activity, mails`;'],
    ['names in quotes and comments', CUSTOMERS, "sql`select 'from orders' -- join invoices`;"],
    ['columns and aliases', CUSTOMERS, 'sql`select o.orders as orders from customers orders`;'],
    [
      'unknown tables',
      CUSTOMERS,
      'sql`select from generate_series(1, 2) n join numbered on true`;',
    ],
    [
      'all, where a name is taken out of everything',
      'src/modules/upkeep/privacy/server/anonymization.queries.ts',
      'sql`update invitations set email = 1`; sql`delete from login_failures`;',
    ],
    [
      'all, in tests',
      'src/modules/sales/customers/server/a.api.test.ts',
      'sql`delete from orders`;',
    ],
  ])('%s', (_name, path, line) => expect(problemsOf(path, line)).toEqual([]));
});

describe('tables that may not', () => {
  it.each([
    [
      'one above, in a sub-select on a later line',
      CUSTOMERS,
      'sql`select t.*,\n  (select count(*)\n  from orders o where o.id = ${id}) from customers t`;',
      ["4: customers reads the table 'orders' of orders, which is stacked above it"],
    ],
    [
      'one above among several',
      ORDERS,
      'sql`select from orders o, customers c, invoices`; sql`delete from orders using payments`;',
      [
        "2: orders reads the table 'invoices' of invoices, which is stacked above it",
        "2: orders reads the table 'payments' of payments, which is stacked above it",
      ],
    ],
    [
      'one above named for its changes',
      CUSTOMERS,
      `export const tables = ['customers', 'orders'];`,
      ["2: customers reads the table 'orders' of orders, which is stacked above it"],
    ],
    [
      'one above, written',
      CUSTOMERS,
      'sql`INSERT INTO "orders" (id) values (1)`;',
      ["2: customers writes the table 'orders' of orders, which is stacked above it"],
    ],
    [
      'one of another module, written',
      ORDERS,
      'sql`with a as (update customers set x = 1) delete from users`;',
      [
        "2: orders writes the table 'customers', which customers owns",
        "2: orders writes the table 'users', which users owns",
      ],
    ],
    [
      'one of the kit, written',
      ORDERS,
      'sql`delete from activity`;',
      ["2: orders writes the table 'activity', which kit owns"],
    ],
    [
      'one of a module, in the kit, also in a plain string',
      DB,
      `client.query('select from sessions');`,
      ["2: kit reads the table 'sessions' of users, which is stacked above it"],
    ],
  ])('%s', (_name, path, line, expected) => expect(problemsOf(path, line)).toEqual(expected));
});

it('every table that a migration creates has an owner', () => {
  const migration = 'create table leads (id integer);\ncreate table if not exists leases (id int);';
  const findings = checkTree(new Map([['migrations/0100-leases.sql', migration]]));
  expect(findings.map(({ line, wrong }) => `${line}: ${wrong}`)).toEqual([
    "2: the table 'leases' has no owner",
  ]);
});

it('every table of the baseline is in the file of its area', () => {
  // These areas came after the baseline.
  const later = ['connections', 'buying'];
  const areas = Object.keys(AREAS).filter((area) => !later.includes(area));
  const files = ['kit', ...areas].map(
    (area, at) => `${String(108 + at).padStart(4, '0')}-${area}.sql`,
  );
  const baseline = readdirSync('migrations').filter((name) =>
    /^01(0[89]|1[0-7])-.+\.sql$/.test(name),
  );
  expect(baseline.sort()).toEqual(files);
  // Tables that later steps made, or whose module went to another area.
  const steps = readdirSync('migrations').filter((name) => name > '0118' && name.endsWith('.sql'));
  const since = steps.map((name) => readFileSync(`migrations/${name}`, 'utf8')).join('\n');
  const isNewer = (table: string) => new RegExp(`\\b${table}\\b`).test(since);
  const apart = ['migrations', 'printed_logos', 'import_jobs'];
  for (const [owner, tables] of Object.entries(TABLES)) {
    const area = Object.keys(AREAS).find((each) => AREAS[each]?.includes(owner)) ?? 'kit';
    const file = files.find((name) => name.endsWith(`-${area}.sql`));
    const text = file === undefined ? '' : readFileSync(`migrations/${file}`, 'utf8');
    const created = [...text.matchAll(/^create table (\w+)/gm)].map(([, table]) => table);
    expect(created).toEqual(
      expect.arrayContaining(tables.filter((table) => !apart.includes(table) && !isNewer(table))),
    );
  }
});
