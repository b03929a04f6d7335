import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { ownServer } from '~/app/testing/test-file-server';
import type { Job } from '../imports.fields';
import type { Product } from '~/modules/catalogue/products/catalogue/products.fields';
import { csvOf, uploadOf } from './imports.builders';
import {
  findBySku,
  importProducts,
  manyProducts,
} from '~/modules/catalogue/products/imports/server/product-files.builders';
import { productBody } from '~/modules/catalogue/products/catalogue/server/products.builders';

const test = ownServer();

async function listed(): Promise<Product[]> {
  return (await test.admin.get<Product[]>('/products')).body.data;
}

const header = ['product_name', 'sku_code', 'category', 'unit_price', 'stock_quantity'];

describe('the job', () => {
  it('tells its owner, and no one else, how it ended', async () => {
    const response = await importProducts(test.admin, csvOf([header, ['J', 'JOB-1', '', 'x', 1]]));
    const job = await test.admin.get<Job>(`/products/imports/${response.job_id}`);
    expect(job.body.data).toMatchObject({
      status: 'done',
      processed: 1,
      total: 1,
      failed: 1,
      errors: response.errors,
    });
    const list = await test.admin.get<Job[]>('/products/imports');
    expect(list.body.data[0]).toMatchObject({
      job_id: response.job_id,
      status: 'done',
      errors: [],
    });
    expect((await test.admin.get('/products/imports/999999')).status).toBe(404);
    expect((await test.admin.post(`/products/imports/${response.job_id}/cancel`)).status).toBe(409);
    expect((await test.admin.get(`/products/imports/999999/refused`)).status).toBe(404);
  });

  it('can be cancelled, and then nothing of it is in', async () => {
    const before = await listed();
    const sending = test.admin.upload('/products/import', uploadOf(manyProducts(60_000, 'CANCEL')));
    const id = await runningJob();
    expect((await test.admin.post(`/products/imports/${id}/cancel`)).status).toBe(200);
    const response = await sending;
    expect([response.status, response.body.error]).toEqual([
      409,
      'The import was cancelled. Nothing was changed.',
    ]);
    expect((await test.admin.get<Job>(`/products/imports/${id}`)).body.data.status).toBe(
      'cancelled',
    );
    expect(await listed()).toEqual(before);
  });

  it('continues when its sender leaves', async () => {
    const leaving = new AbortController();
    const sending = test.admin.upload(
      '/products/import',
      uploadOf(manyProducts(20_000, 'LEFT')),
      leaving.signal,
    );
    const id = await runningJob();
    leaving.abort();
    await expect(sending).rejects.toThrow();
    await expect
      .poll(async () => (await test.admin.get<Job>(`/products/imports/${id}`)).body.data.status, {
        timeout: 12_000,
      })
      .toBe('done');
    expect(await findBySku(test.admin, 'LEFT-19999')).toBeDefined();
  });

  it('of a server that is gone ends as failed', async () => {
    await sql`insert into import_jobs (user_id, kind, file_name, created_at, updated_at)
      values (1, 'import', 'gone.csv', now() - interval '1 minute', now() - interval '1 minute')`.execute(
      test.server.database.db,
    );
    const id = (await test.admin.get<Job[]>('/products/imports')).body.data[0]?.job_id;
    await test.admin.put('/notifications/preferences', {
      events: [{ id: 'system-maintenance', push: true }],
    });
    test.server.server.jobs.trigger('abandoned-imports');
    await expect
      .poll(async () => (await test.admin.get<Job>(`/products/imports/${id}`)).body.data)
      .toMatchObject({
        status: 'failed',
        error:
          'The server was stopped during this import. Nothing was changed. Please import the file again.',
      });
    const notified = async () =>
      (
        await test.admin.get<{ event: string; message: string }[]>('/notifications')
      ).body.data.filter(({ event }) => event === 'system-maintenance');
    await expect.poll(notified).toHaveLength(1);
    expect((await notified())[0]?.message).toContain('gone.csv');
  });

  it('of the same file twice at once makes every product once', async () => {
    const file = manyProducts(3000, 'RACE');
    const responses = await Promise.all([
      importProducts(test.admin, file),
      importProducts(test.admin, file),
      importProducts(test.admin, file),
    ]);
    expect(responses.map((each) => each.created).sort()).toEqual([0, 0, 3000]);
    expect(responses.map((each) => each.failed)).toEqual([0, 0, 0]);
  });

  it('does not trip over a product that is made in the meantime', async () => {
    const sending = importProducts(test.admin, manyProducts(8000, 'MEAN'));
    const response = await test.admin.post('/products', productBody({ sku_code: 'mean-7999' }));
    expect([201, 409]).toContain(response.status);
    expect(await sending).toMatchObject({ failed: 0 });
    expect(
      (await listed()).filter((each) => each.sku_code.toLowerCase() === 'mean-7999'),
    ).toHaveLength(1);
  });

  async function runningJob(): Promise<number> {
    for (;;) {
      const [job] = (await test.admin.get<Job[]>('/products/imports')).body.data;
      if (job?.status === 'running') return job.job_id;
      await sleep(5);
    }
  }
});
