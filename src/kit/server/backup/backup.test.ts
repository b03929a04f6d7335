import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  backUp,
  inEmptyDatabase,
  restoreInto,
  temporaryFolder,
  withOwnClient,
} from '~/kit/server/testing/test-backup';
import { createTestDatabase, type TestDatabase } from '~/kit/server/testing/test-database';
import { listTables, plainText, readRows, readSequences } from './database-content';
import { checkBackup } from './read-backup';

let source: TestDatabase;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  source = await createTestDatabase();
  folder = await temporaryFolder();
  const { pool } = source.database;
  await pool.query(`insert into users (username, email, first_name, last_name, password_hash,
      session_timeout_minutes, bio, created_at, updated_at)
    values ('asha', 'asha@example.com', 'Asha', E'tab\\there', 'x', null, E'two\\nlines \\\\ and ü', now(), now())`);
  await pool.query(
    `insert into user_photos (user_id, content, changed_at) select id, '\\x00ff0a5c', now() from users`,
  );
  await pool.query(`insert into products (product_name, sku_code, unit_price, stock_quantity, created_at, updated_at)
    select 'Bolt ' || n, 'B-' || n, round(n / 7.0, 2), n, now(), now() from generate_series(1, 3000) n`);
  await pool.query(`insert into customers (company_name, contact_person, customer_code, created_at, updated_at)
    values ('Acme', 'Ravi', 'C-1', now(), now())`);
  await pool.query(`insert into invoices (customer_id, invoice_date, due_date, subtotal, tax_rate,
      tax_amount, total_amount, created_at, updated_at)
    select id, '2026-11-01', '2026-12-01', 100, 18, 18, 118, now(), now() from customers`);
  await pool.query(`select next_order_number('26-27')`);
});
afterAll(async () => {
  await source.drop();
  await folder.remove();
});

interface Contents {
  tables: Record<string, string>;
  sequences: unknown;
  guards: unknown;
}

/** Each table's digest, every sequence, and what guards the tables. */
async function contentsOf({ connection }: TestDatabase): Promise<Contents> {
  return withOwnClient(connection, async (client) => {
    await client.query(`begin; ${plainText}`);
    const tables: Record<string, string> = {};
    for (const table of await listTables(client)) {
      const hash = createHash('sha256');
      for await (const bytes of readRows(client, table)) hash.update(bytes);
      // The restored database is another one at its address, and says so.
      if (table.name !== 'installation') tables[table.name] = hash.digest('hex');
    }
    const guards =
      await client.query(`select conrelid::regclass::text as at, conname as name, pg_get_constraintdef(oid) as text
        from pg_constraint where connamespace = 'public'::regnamespace
      union all select tgrelid::regclass::text, tgname, tgenabled::text || pg_get_triggerdef(oid) from pg_trigger
        where not tgisinternal
      union all select tablename, indexname, indexdef from pg_indexes where schemaname = 'public'
      order by 1, 2, 3`);
    return { tables, sequences: await readSequences(client), guards: guards.rows };
  });
}

test('what is restored equals what was backed up: rows, sequences, guards and files', async () => {
  const [from, to, file] = [folder.name('from'), folder.name('to'), folder.name('backup')];
  await mkdir(path.join(from, 'outbox'), { recursive: true });
  await writeFile(path.join(from, 'outbox', '1.eml'), 'Subject: Invoice\r\n\r\nHello');
  await mkdir(path.join(from, 'pg'));
  await writeFile(path.join(from, 'pg', 'PG_VERSION'), '18');
  const written = await backUp(source, { file, dataDir: from });
  await inEmptyDatabase(async (target) => {
    const restored = await restoreInto(target, { file, dataDir: to });
    expect(restored.rows).toBe(written.rows);
    expect(await contentsOf(target)).toEqual(await contentsOf(source));
    const id = 'select id from installation';
    const [one, other] = [
      await source.database.pool.query(id),
      await target.database.pool.query(id),
    ];
    expect(other.rows).not.toEqual(one.rows);
    const next = await target.database.pool.query<{ number: number }>(
      `select next_order_number('26-27') as number`,
    );
    expect(next.rows[0]?.number).toBe(2);
  });
  expect(await readdir(to)).toEqual(['outbox']);
  expect(await readFile(path.join(to, 'outbox', '1.eml'), 'utf8')).toContain('Hello');
});

test('a role that only owns its database restores too', async () => {
  const file = folder.name('backup');
  await backUp(source, { file, dataDir: folder.name('from') });
  await inEmptyDatabase(async (target) => {
    const found = await target.database.pool.query<{ name: string }>(
      'select current_database() as name',
    );
    const name = found.rows[0]?.name;
    const role = `owner_of_${name}`;
    await target.database.pool.query(
      `create role ${role} login password 'secret'; alter database ${name} owner to ${role}`,
    );
    const url = target.connection.connectionString;
    const connection = url
      ? { connectionString: asRole(url, role) }
      : { ...target.connection, user: role };
    await restoreInto({ ...target, connection }, { file, dataDir: folder.name('to') });
    expect((await contentsOf(target)).tables).toEqual((await contentsOf(source)).tables);
    await target.database.pool.query(
      `reassign owned by ${role} to current_user; drop role ${role}`,
    );
  });
});

function asRole(url: string, role: string): string {
  const address = new URL(url);
  address.username = role;
  address.password = 'secret';
  return address.href;
}

test('a backup while writers write holds each of their transactions whole', async () => {
  const file = folder.name('backup');
  let isOver = false;
  const { pool } = source.database;
  const write = async (writer: number) => {
    for (let turn = 0; !isOver; turn += 1) {
      await pool.query(
        `with made as (insert into products (product_name, sku_code, unit_price, stock_quantity, created_at, updated_at)
           values ($1, $1, 1, 7, now(), now()) returning id)
         update products set stock_quantity = stock_quantity + 1 where sku_code = 'B-1'`,
        [`W-${writer}-${turn}`],
      );
    }
  };
  const writers = [1, 2, 3].map(write);
  await backUp(source, { file, dataDir: folder.name('from') });
  isOver = true;
  await Promise.all(writers);
  await inEmptyDatabase(async (target) => {
    await restoreInto(target, { file, dataDir: folder.name('to') });
    const found = await target.database.pool.query<{
      created: number;
      counted: number;
      apart: number;
    }>(
      `select (select count(*) from products where sku_code like 'W-%') as created,
         (select stock_quantity - 1 from products where sku_code = 'B-1') as counted,
         (select count(*) from products p where stock_quantity <>
           (select sum(quantity) from stock_movements m where m.product_id = p.id)) as apart`,
    );
    const [row] = found.rows;
    expect(row?.apart).toBe(0);
    expect(row?.counted).toBe(row?.created);
    // Numbers continue behind those that are taken.
    await target.database.pool.query(
      `insert into products (product_name, sku_code, unit_price, created_at, updated_at)
       values ('New', 'NEW', 1, now(), now())`,
    );
  });
});

test('with a passphrase nothing can be read without it', async () => {
  const [file, dataDir] = [folder.name('backup'), folder.name('from')];
  await backUp(source, { file, dataDir, passphrase: 'correct horse' });
  const { header, totals } = await checkBackup({ file, passphrase: 'correct horse' });
  expect(header.migration).toBeGreaterThan(20);
  expect(totals.rows).toBeGreaterThan(3000);
  await expect(checkBackup({ file, passphrase: 'wrong horse' })).rejects.toThrow(
    'The passphrase in BACKUP_PASSPHRASE does not open this backup.',
  );
  await expect(checkBackup({ file, passphrase: undefined })).rejects.toThrow(
    'The backup is encrypted. Set BACKUP_PASSPHRASE.',
  );
});
