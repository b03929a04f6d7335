import { once } from 'node:events';
import type { Socket } from 'node:net';
import { sql } from 'kysely';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { ownServer } from '~/app/testing/test-file-server';
import { busyConnections, type StalledDownload, stalledDownload } from '~/app/testing/test-stalled';
import { CsvReader } from '~/kit/shared/csv/csv-reader';

const test = ownServer();
const rows = 30_000;
const stalled: StalledDownload[] = [];

// Far more than the system's own buffers take in for a client that reads nothing.
beforeAll(async () => {
  await sql`insert into products (product_name, sku_code, description, unit_price, created_at, updated_at)
    select 'Bolt ' || n, 'BOLT-' || n, repeat(md5(n::text), 12), 1, now(), now()
    from generate_series(1, ${rows}::int) n`.execute(test.server.database.db);
});

afterEach(() => {
  for (const each of stalled.splice(0)) each.leave();
});

async function stall(address: string): Promise<StalledDownload> {
  const download = await stalledDownload(test.server, test.admin, address);
  stalled.push(download);
  return download;
}

it('twelve downloads that no one reads hold no connection, and everyone else is answered', async () => {
  await Promise.all(Array.from({ length: 12 }, () => stall('/products/export').catch(() => null)));
  expect((await test.admin.get('/settings')).status).toBe(200);
  await expect.poll(() => busyConnections(test.server)).toBe(0);
  await test.server.signIn();
});

it('a slow client gets all of it, long after the database has given it', async () => {
  const download = await stall('/products/export');
  await expect.poll(() => busyConnections(test.server)).toBe(0);
  const read = new CsvReader(',').push((await download.read()).toString());
  expect(read).toHaveLength(rows + 1);
});

it('those that are left in the middle hold no connection either, and the next is begun', async () => {
  const remaining = await Promise.all(Array.from({ length: 5 }, () => stall('/products/export')));
  for (const each of remaining) each.leave();
  await expect.poll(() => busyConnections(test.server)).toBe(0);
  expect((await stall('/products/export')).status).toBe(200);
});

it('one that takes nothing for half a minute is cut off, and cannot be taken for complete', async () => {
  const connected = once(test.server.server.app.server, 'connection') as Promise<[Socket]>;
  const download = await stall('/products/export');
  const [socket] = await connected;
  await expect.poll(() => busyConnections(test.server)).toBe(0);
  expect(socket.destroyed).toBe(false);
  test.server.clock.advance(31_000);
  await expect.poll(() => socket.destroyed).toBe(true);
  await expect(download.read()).rejects.toThrow('aborted');
});
