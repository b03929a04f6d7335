import { readdirSync, readlinkSync } from 'node:fs';
import type pg from 'pg';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { ownServer } from '~/app/testing/test-file-server';
import { busyConnections } from '~/app/testing/test-stalled';
import { statusesOf, type TestClient } from '~/app/testing/test-server';
import type { ApiResponse } from '~/kit/server/testing/test-calls';
import { makeUser } from '~/modules/organization/users/server/users.builders';
import { mostRows, type ImportResponse, type Job } from '../imports.fields';
import { uploadOf } from './imports.builders';
import { manyProducts } from '~/modules/catalogue/products/imports/server/product-files.builders';

const test = ownServer();
const people: TestClient[] = [];
let otherCopy: pg.PoolClient | undefined;

beforeAll(async () => {
  for (let remaining = 8; remaining > 0; remaining -= 1) {
    const { username, password } = await makeUser(test.server);
    people.push(await test.server.signIn(username, password));
  }
});

afterEach(() => release());

/** Another copy of the server imports and looks through files, a small and a large one. */
async function importOnOtherCopy(lanes = [0, -1, -2]): Promise<void> {
  otherCopy = await test.server.database.pool.connect();
  await otherCopy.query('begin');
  for (const lane of lanes) {
    await otherCopy.query('select pg_advisory_xact_lock(8, $1)', [lane]);
  }
}

async function release(): Promise<void> {
  await otherCopy?.query('rollback');
  otherCopy?.release();
  otherCopy = undefined;
}

function importBy(client: TestClient | undefined, name: string, dryRun = false) {
  const call = `/products/import${dryRun ? '?dry_run=true' : ''}`;
  return (client ?? test.admin).upload<ImportResponse>(call, uploadOf(manyProducts(3, name)));
}

async function inFlight(): Promise<number> {
  const { rows } = await test.server.database.pool.query<{ count: number }>(
    "select count(*)::int as count from import_jobs where status = 'running'",
  );
  return rows[0]?.count ?? 0;
}

it('imports that wait, dry or not, hold no connection, and all have their turn', async () => {
  await importOnOtherCopy();
  const all = Array.from({ length: 12 }, (_, n) => importBy(people[n % 6], `TURN${n}`, n < 3));
  await expect.poll(inFlight).toBe(12);
  await expect.poll(() => busyConnections(test.server)).toBe(0);
  expect((await test.admin.get('/settings')).status).toBe(200);
  await release();
  expect(statusesOf(await Promise.all(all))).toEqual(Array.from({ length: 12 }, () => 200));
});

it('a look through a small file does not wait for one through a large file', async () => {
  await importOnOtherCopy([-1]);
  const file = uploadOf(manyProducts(20_000, 'LARGE'));
  const large = test.admin.upload<ImportResponse>('/products/import?dry_run=true', file);
  await expect.poll(inFlight).toBe(1);
  const small = await importBy(people[0], 'SMALL', true);
  expect([small.status, small.body.data.created]).toEqual([200, 3]);
  expect(await inFlight()).toBe(1);
  await release();
  expect((await large).body.data.created).toBe(20_000);
});

it('fifteen of one person and so many of all; the next is refused before it is read', async () => {
  await importOnOtherCopy();
  const sent: Promise<ApiResponse<ImportResponse>>[] = [];
  for (const [at, person] of people.entries()) {
    for (let n = 0; n < (at === 0 ? 15 : 1); n += 1) sent.push(importBy(person, `MANY${at}-${n}`));
  }
  await expect.poll(inFlight).toBe(22);
  const another = await importBy(people[0], 'ANOTHER');
  expect([another.status, another.body.code]).toEqual([503, 'server.busy']);
  expect(another.body.error).toContain('You already have 15 imports');
  const last = await importBy(people[7], 'LAST');
  expect([last.status, last.body.code, last.headers.get('retry-after')]).toEqual([
    503,
    'server.busy',
    '60',
  ]);
  await release();
  expect(statusesOf(await Promise.all(sent))).toEqual(Array.from({ length: 22 }, () => 200));
});

it('one that waits can be cancelled', async () => {
  await importOnOtherCopy();
  const first = importBy(people[0], 'HOLDS');
  await expect.poll(inFlight).toBe(1);
  const second = importBy(people[1], 'WAITS');
  await expect.poll(inFlight).toBe(2);
  const jobs = await people[1]?.get<Job[]>('/products/imports');
  await people[1]?.post(`/products/imports/${jobs?.body.data[0]?.job_id}/cancel`);
  expect((await second).body.code).toBe('import.cancelled');
  await release();
  expect((await first).status).toBe(200);
});

// Two files of 500,000 rows on a busy machine.
const limit = { timeout: 90_000 };

it('a file of more rows than one import takes is refused, with how many', limit, async () => {
  const csv = `sku_code\n${'A\n'.repeat(mostRows + 1)}`;
  const response = await test.admin.upload('/products/import', uploadOf(csv));
  expect([response.status, response.body.code]).toEqual([413, 'import.too_many_rows']);
  expect(response.body.error).toContain('5,00,000 rows');
  const returns = await test.admin.upload('/products/import', uploadOf(csv.replaceAll('\n', '\r')));
  expect([returns.status, returns.body.code]).toEqual([413, 'import.too_many_rows']);
});

function openUploads(): number {
  const folder = `${test.server.dataDir}/uploads`;
  return readdirSync('/proc/self/fd').filter((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`).startsWith(folder);
    } catch {
      return false;
    }
  }).length;
}

it.skipIf(process.platform !== 'linux')(
  'a file whose name cannot be stored is refused and closed',
  async () => {
    const boundary = 'xxxx';
    const cookie = [...test.admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const body = [
      `--${boundary}`,
      `content-disposition: form-data; name="csvFile"; filename*=utf-8''a%00b.csv`,
      'content-type: text/csv',
      '',
      'sku_code',
      `--${boundary}--`,
      '',
    ].join('\r\n');
    await expect.poll(openUploads).toBe(0);
    const response = await fetch(`${test.server.url}/api/products/import`, {
      method: 'POST',
      headers: { cookie, 'content-type': `multipart/form-data; boundary=${boundary}` },
      body,
    });
    expect(response.status).toBe(400);
    expect(openUploads()).toBe(0);
  },
);
