import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestClient, type TestServer } from '~/app/test-server';
import type { Job } from '../imports.fields';
import type { Movement } from '../../stock/movements.fields';
import type { Product } from '../../catalogue/products.fields';
import { csvOf, findBySku, importProducts, manyProducts, uploadOf } from './imports.builders';
import { productBody } from '../../catalogue/server/products.builders';

let server: TestServer;
let admin: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn();
});
afterAll(() => server.close());

async function listed(): Promise<Product[]> {
  return (await admin.get<Product[]>('/products')).body.data;
}

async function movementsOf(product: Product | undefined): Promise<Movement[]> {
  return (await admin.get<Movement[]>(`/products/${product?.id}/stock-movements`)).body.data;
}

const header = ['product_name', 'sku_code', 'category', 'unit_price', 'stock_quantity'];

describe('a file of products', () => {
  test('makes new ones, updates known ones and keeps the ledger', async () => {
    const first = await importProducts(
      admin,
      csvOf([
        header,
        ['Sensor A', 'imp-1', 'Electronics', '1,250.50', 25],
        ['Sensor B', 'IMP-2', 'Optics', 99, 0],
      ]),
    );
    expect(first).toMatchObject({ created: 2, updated: 0, unchanged: 0, failed: 0, errors: [] });
    expect(await findBySku(admin, 'imp-1')).toMatchObject({
      category: 'Electronics',
      unit_price: 1250.5,
      stock_quantity: 25,
      reorder_level: 10,
      unit_of_measure: 'each',
      min_order_quantity: 1,
      is_active: true,
      cost_price: null,
    });
    expect(await findBySku(admin, 'IMP-2')).toMatchObject({ category: 'Optics' });

    const second = await importProducts(admin, 'sku_code;stock_quantity\nIMP-1;40\nimp-2;0\n');
    expect(second).toMatchObject({ created: 0, updated: 2, unchanged: 1, failed: 0 });
    const changed = await findBySku(admin, 'imp-1');
    expect(changed).toMatchObject({
      sku_code: 'imp-1',
      product_name: 'Sensor A',
      stock_quantity: 40,
    });
    const movements = await movementsOf(changed);
    expect(
      movements.map((each) => [each.movement_type, each.quantity, each.created_by_name]),
    ).toEqual([
      ['import', 15, 'Site Administrator'],
      ['import', 25, 'Site Administrator'],
    ]);
  });

  test('may have line breaks and tabs in its cells, which are spaces where a text has one line', async () => {
    const answer = await importProducts(
      admin,
      csvOf([
        ['product_name', 'sku_code', 'description', 'unit_price'],
        ['Bench\tvice\r\n100 mm', 'LINE\n1', 'Steel\n\tblue', 5],
      ]),
    );
    expect(answer).toMatchObject({ created: 1, failed: 0, errors: [] });
    expect(await findBySku(admin, 'LINE 1')).toMatchObject({
      product_name: 'Bench vice 100 mm',
      description: 'Steel\n\tblue',
    });
  });

  test('sent twice changes nothing the second time', async () => {
    const file = csvOf([
      [...header, 'description', 'weight', 'is_active', 'subcategory'],
      ['Twice', 'TWICE-1', 'Electronics', '10.10', 5, '=formula', '1.5', 'no', 'Sensors'],
    ]);
    expect(await importProducts(admin, file)).toMatchObject({ created: 1, failed: 0 });
    const before = await listed();
    expect(await importProducts(admin, file)).toMatchObject({
      created: 0,
      updated: 1,
      unchanged: 1,
      failed: 0,
    });
    expect(await listed()).toEqual(before);
    expect(await movementsOf(await findBySku(admin, 'TWICE-1'))).toHaveLength(1);
  });

  test('of a dry run changes nothing and tells the same', async () => {
    await importProducts(admin, csvOf([header, ['Known', 'DRY-1', 'Electronics', 5, 1]]));
    const file = csvOf([
      header,
      ['Known', 'DRY-1', 'Brand new category', 6, 1],
      ['New', 'DRY-2', 'Brand new category', 6, 1],
      ['', 'DRY-3', '', -1, 1],
    ]);
    const before = await listed();
    const dry = await importProducts(admin, file, '?dry_run=true');
    expect(dry).toMatchObject({ created: 1, updated: 1, failed: 1 });
    expect(await listed()).toEqual(before);
    const groups = await admin.get<{ category_name: string }[]>('/inventory/categories');
    expect(groups.body.data.map((each) => each.category_name)).not.toContain('Brand new category');
    const real = await importProducts(admin, file);
    expect({ ...real, job_id: 0 }).toEqual({ ...dry, job_id: 0 });
  });

  test('changes only the columns that it has, and an empty cell with a default keeps what is there', async () => {
    await importProducts(
      admin,
      csvOf([
        [...header, 'description'],
        ['Kept', 'KEEP-1', 'Electronics', 5, 7, 'Text'],
      ]),
    );
    await importProducts(admin, 'sku_code,stock_quantity,description\nKEEP-1,,\n');
    expect(await findBySku(admin, 'KEEP-1')).toMatchObject({
      product_name: 'Kept',
      stock_quantity: 7,
      description: null,
      category: 'Electronics',
    });
  });

  test('that moves a product to another category takes its subcategory away', async () => {
    const start = [...header, 'subcategory'];
    await importProducts(
      admin,
      csvOf([start, ['Moved', 'MOVE-1', 'Electronics', 5, 7, 'Sensors']]),
    );
    await importProducts(admin, 'sku_code,category\nMOVE-1,Manufacturing\n');
    expect(await findBySku(admin, 'MOVE-1')).toMatchObject({
      category: 'Manufacturing',
      subcategory_id: null,
    });
    const back = await importProducts(
      admin,
      'sku_code,subcategory\nMOVE-1,Sensors\nMOVE-1,Tools\n',
    );
    expect(back).toMatchObject({ updated: 1, failed: 1 });
    expect(await findBySku(admin, 'MOVE-1')).toMatchObject({ subcategory_name: 'Tools' });
  });

  test('writes one line in the feed and makes one announcement', async () => {
    const lines = async () =>
      (
        await sql<{
          n: number;
        }>`select count(*) as n from activity where action = 'imported'`.execute(server.database.db)
      ).rows[0]?.n ?? 0;
    const before = await lines();
    await importProducts(admin, manyProducts(50, 'FEED'));
    expect(await lines()).toBe(before + 1);
  });
});

describe('the job', () => {
  test('tells its owner, and nobody else, how it ended', async () => {
    const answer = await importProducts(admin, csvOf([header, ['J', 'JOB-1', '', 'x', 1]]));
    const job = await admin.get<Job>(`/products/imports/${answer.job_id}`);
    expect(job.body.data).toMatchObject({
      status: 'done',
      processed: 1,
      total: 1,
      failed: 1,
      errors: answer.errors,
    });
    const list = await admin.get<Job[]>('/products/imports');
    expect(list.body.data[0]).toMatchObject({ job_id: answer.job_id, status: 'done', errors: [] });
    expect((await admin.get('/products/imports/999999')).status).toBe(404);
    expect((await admin.post(`/products/imports/${answer.job_id}/cancel`)).status).toBe(409);
    expect((await admin.get(`/products/imports/999999/refused`)).status).toBe(404);
  });

  test('can be cancelled, and then nothing of it is in', async () => {
    const before = await listed();
    const sending = admin.upload('/products/import', uploadOf(manyProducts(60_000, 'CANCEL')));
    const id = await runningJob();
    expect((await admin.post(`/products/imports/${id}/cancel`)).status).toBe(200);
    const answer = await sending;
    expect([answer.status, answer.body.error]).toEqual([
      409,
      'The import was cancelled. Nothing was changed.',
    ]);
    expect((await admin.get<Job>(`/products/imports/${id}`)).body.data.status).toBe('cancelled');
    expect(await listed()).toEqual(before);
  });

  test('goes on when its sender leaves', async () => {
    const leaving = new AbortController();
    const sending = admin.upload(
      '/products/import',
      uploadOf(manyProducts(20_000, 'LEFT')),
      leaving.signal,
    );
    const id = await runningJob();
    leaving.abort();
    await expect(sending).rejects.toThrow();
    await expect
      .poll(async () => (await admin.get<Job>(`/products/imports/${id}`)).body.data.status, {
        timeout: 12_000,
      })
      .toBe('done');
    expect(await findBySku(admin, 'LEFT-19999')).toBeDefined();
  });

  test('of a server that is gone ends as failed', async () => {
    await sql`insert into import_jobs (user_id, kind, file_name, created_at, updated_at)
      values (1, 'import', 'gone.csv', now() - interval '1 minute', now() - interval '1 minute')`.execute(
      server.database.db,
    );
    const id = (await admin.get<Job[]>('/products/imports')).body.data[0]?.job_id;
    await admin.put('/notifications/preferences', {
      events: [{ id: 'system-maintenance', push: true }],
    });
    server.server.jobs.nudge('abandoned-imports');
    await expect
      .poll(async () => (await admin.get<Job>(`/products/imports/${id}`)).body.data)
      .toMatchObject({
        status: 'failed',
        error:
          'The server was stopped during this import. Nothing was changed. Please import the file again.',
      });
    const told = async () =>
      (await admin.get<{ event: string; message: string }[]>('/notifications')).body.data.filter(
        ({ event }) => event === 'system-maintenance',
      );
    await expect.poll(told).toHaveLength(1);
    expect((await told())[0]?.message).toContain('gone.csv');
  });

  test('of the same file twice at once makes every product once', async () => {
    const file = manyProducts(3000, 'RACE');
    const answers = await Promise.all([
      importProducts(admin, file),
      importProducts(admin, file),
      importProducts(admin, file),
    ]);
    expect(answers.map((each) => each.created).sort()).toEqual([0, 0, 3000]);
    expect(answers.map((each) => each.failed)).toEqual([0, 0, 0]);
  });

  test('does not trip over a product that is made meanwhile', async () => {
    const sending = importProducts(admin, manyProducts(8000, 'MEAN'));
    const answer = await admin.post('/products', productBody({ sku_code: 'mean-7999' }));
    expect([201, 409]).toContain(answer.status);
    expect(await sending).toMatchObject({ failed: 0 });
    expect(
      (await listed()).filter((each) => each.sku_code.toLowerCase() === 'mean-7999'),
    ).toHaveLength(1);
  });

  async function runningJob(): Promise<number> {
    for (;;) {
      const [job] = (await admin.get<Job[]>('/products/imports')).body.data;
      if (job?.status === 'running') return job.job_id;
      await sleep(5);
    }
  }
});

test('every stock is the sum of its movements', async () => {
  const wrong =
    await sql`select p.id from products p left join stock_movements m on m.product_id = p.id
    group by p.id having p.stock_quantity <> coalesce(sum(m.quantity), 0)`.execute(
      server.database.db,
    );
  expect(wrong.rows).toEqual([]);
});
