import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import type { TestClient } from '~/app/testing/test-server';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import { makeRole } from '~/modules/organization/users/roles/server/roles.builders';
import { makeUser } from '~/modules/organization/users/server/users.builders';
import type { ImportResponse, Job } from '../imports.fields';
import { uploadOf } from './imports.builders';
import { findBySku } from '~/modules/catalogue/products/imports/server/product-files.builders';

const test = fileServer();
let holder: pg.PoolClient;

beforeAll(async () => {
  holder = await test.server.database.pool.connect();
});
afterEach(() => holder.query('rollback'));
afterAll(() => holder.release());

async function hold(statement: string): Promise<void> {
  await holder.query('begin');
  await holder.query(statement);
}

const anotherTurn = 'select pg_advisory_xact_lock(8, 0)';

async function person(): Promise<{ id: number; client: TestClient }> {
  const { id, username, password } = await makeUser(test.server);
  return { id, client: await test.server.signIn(username, password) };
}

const importBy = (client: TestClient, sku: string) =>
  client.upload<ImportResponse>(
    '/products/import',
    uploadOf(`product_name,sku_code,unit_price\nMade,${sku},2\n`),
  );

const isRunning = async (client: TestClient) =>
  (await client.get<Job[]>('/products/imports')).body.data.some(
    ({ status }) => status === 'running',
  );

const waitsForLock = async () => {
  const { rows } = await test.server.database.pool.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows.length > 0;
};

type Demotion = (id: number) => Promise<{ status: number }>;

const demotions: [string, Demotion][] = [
  [
    'may no longer import',
    async (id) => {
      const role = await makeRole(test.admin, { products: { update: false } });
      return test.admin.put(`/users/${id}`, { role_id: role.id });
    },
  ],
  ['is no longer active', (id) => test.admin.put(`/users/${id}`, { is_active: false })],
];

it.each(demotions)(
  'an import whose person %s when its turn comes changes nothing',
  async (_name, demote) => {
    const { id, client } = await person();
    await hold(anotherTurn);
    const response = importBy(client, `TURN-${id}`);
    await expect.poll(() => isRunning(client)).toBe(true);
    expect((await demote(id)).status).toBe(200);
    await holder.query('rollback');
    expect([(await response).status, (await response).body.code]).toEqual([
      403,
      'auth.right_missing',
    ]);
    expect(await findBySku(test.admin, `TURN-${id}`)).toBeUndefined();
  },
);

it.each(demotions)(
  'an import whose person %s while it runs changes nothing',
  async (_name, demote) => {
    const { id, client } = await person();
    const product = await makeProduct(test.admin);
    await hold(`select from products where id = ${product.id} for update`);
    const response = importBy(client, product.sku_code);
    await expect.poll(waitsForLock).toBe(true);
    expect((await demote(id)).status).toBe(200);
    await holder.query('rollback');
    expect([(await response).status, (await response).body.code]).toEqual([
      403,
      'auth.right_missing',
    ]);
    expect((await findBySku(test.admin, product.sku_code))?.product_name).toBe(
      product.product_name,
    );
  },
);

it('an import continues in the workspace that was chosen when it was sent', async () => {
  const { id, client } = await person();
  await hold(anotherTurn);
  const response = importBy(client, `STAYS-${id}`);
  await expect.poll(() => isRunning(client)).toBe(true);
  expect((await test.admin.put(`/users/${id}`, { first_name: 'Meera' })).status).toBe(200);
  await holder.query('rollback');
  expect((await response).body.data).toMatchObject({ created: 1 });
});

it('an import by custom fields that change in the meantime changes nothing', async () => {
  const { id, client } = await person();
  const field = await makeRecord<{ id: number }>(test.admin, '/custom-fields', {
    kind: 'products',
    label: 'Coating',
    type: 'number',
  });
  const send = () =>
    client.upload<ImportResponse>(
      '/products/import',
      uploadOf(`product_name,sku_code,unit_price,custom.coating\nMade,OWN-${id},2,7\n`),
    );
  await hold(anotherTurn);
  const response = send();
  await expect.poll(() => isRunning(client)).toBe(true);
  const changed = await test.admin.put(`/custom-fields/${field.id}`, { type: 'text' });
  expect(changed.status).toBe(200);
  await holder.query('rollback');
  expect([(await response).status, (await response).body.code]).toEqual([409, 'custom.in_use']);
  expect(await findBySku(test.admin, `OWN-${id}`)).toBeUndefined();
  expect((await send()).body.data).toMatchObject({ created: 1, errors: [] });
});
