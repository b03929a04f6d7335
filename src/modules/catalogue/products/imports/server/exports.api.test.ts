import { once } from 'node:events';
import { sql } from 'kysely';
import { io, type Socket } from 'socket.io-client';
import { afterAll, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import type { TestClient } from '~/app/testing/test-server';
import { signInNew } from '~/modules/organization/users/server/users.builders';
import { CsvReader } from '~/kit/shared/csv/csv-reader';
import type { ImportResponse, Job, Progress } from '~/modules/records/imports/imports.fields';
import type { Product } from '../../catalogue/products.fields';
import { downloaded, uploadOf } from '~/modules/records/imports/server/imports.builders';
import { manyProducts } from './product-files.builders';
import { productBody } from '../../catalogue/server/products.builders';

const test = fileServer();
const sockets: Socket[] = [];

afterAll(async () => {
  for (const socket of sockets) socket.disconnect();
});

async function exported(): Promise<string> {
  const response = await test.admin.get<never>('/products/export');
  expect(response.status).toBe(200);
  return String(response.body);
}

async function listen(
  client: TestClient,
): Promise<{ received: [string, unknown][]; socket: Socket }> {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const socket = io(test.server.url, { transports: ['websocket'], extraHeaders: { cookie } });
  sockets.push(socket);
  const received: [string, unknown][] = [];
  socket.onAny((event: string, data: unknown) => received.push([event, data]));
  await once(socket as unknown as NodeJS.EventEmitter, 'connect');
  return { received, socket };
}

it('an export imports back without a single change', async () => {
  const tricky: Parameters<typeof productBody>[0][] = [
    { product_name: '=HYPERLINK("x")', description: '+1\nsecond; line,\t"quoted"\r\nthird' },
    { product_name: "'=1", color: '-red', material: '@steel', barcode: '000123' },
    { product_name: 'Ünïcode €5’ ₹ 日本', sku_code: '1.0E+12', weight: 1.234, cost_price: null },
    {
      product_name: 'Full',
      category_id: 1,
      subcategory_id: 1,
      stock_quantity: 12,
      is_active: false,
    },
    { product_name: "It's plain", unit_of_measure: 'kg', min_order_quantity: 5, reorder_level: 0 },
  ];
  for (const values of tricky) {
    expect((await test.admin.post('/products', productBody(values))).status).toBe(201);
  }
  const list = async () => (await test.admin.get<Product[]>('/products')).body.data;
  const before = await list();
  const text = await exported();
  expect(text).toContain(`'=HYPERLINK`);
  expect(text).toContain(`'@steel`);
  const back = await test.admin.upload<ImportResponse>('/products/import', uploadOf(text));
  expect(back.body.data).toMatchObject({
    created: 0,
    updated: before.length,
    unchanged: before.length,
    failed: 0,
    errors: [],
  });
  expect(await list()).toEqual(before);

  await sql`truncate products cascade`.execute(test.server.database.db);
  const anew = await test.admin.upload<ImportResponse>('/products/import', uploadOf(text));
  expect(anew.body.data).toMatchObject({ created: before.length, failed: 0 });
  const own = (rows: Product[]) =>
    rows
      .map(({ id: _id, created_at: _created, updated_at: _updated, ...rest }) => rest)
      .sort((one, other) => one.sku_code.localeCompare(other.sku_code));
  expect(own(await list())).toEqual(own(before));
});

it('an export is a dated file with a header, and a job that ends', async () => {
  const response = await test.admin.get<never>('/products/export');
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="products-\d{4}-\d\d-\d\d\.csv"$/,
  );
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const [header] = new CsvReader(',').push(String(response.body));
  expect(header?.cells.slice(0, 3)).toEqual(['product_name', 'sku_code', 'category']);
  const status = async () => {
    const jobs = await sql<Pick<Job, 'status'>>`select status from import_jobs
      where kind = 'export' order by id desc limit 1`.execute(test.server.database.db);
    return jobs.rows[0]?.status;
  };
  await expect.poll(status).toBe('done');
});

it('no one who is not signed in gets a file', async () => {
  for (const path of ['/products/export', '/products/sample-csv', '/products/imports/1/refused']) {
    expect((await test.server.client().get(path)).status).toBe(401);
  }
});

it('the sample can be imported as it is', async () => {
  const sample = await test.admin.get<never>('/products/sample-csv');
  expect(String(sample.body).split('\r\n')[0]).toBe(
    'product_name,sku_code,category,unit_price,cost_price,stock_quantity,reorder_level,unit_of_measure,description,unit_cost',
  );
  const back = await test.admin.upload<ImportResponse>(
    '/products/import',
    uploadOf(String(sample.body)),
  );
  expect(back.body.data).toMatchObject({ created: 2, failed: 0, errors: [] });
});

it('only the browsers of the person who imports or exports hear how it goes', async () => {
  const { client: other } = await signInNew(test.server, { username: 'listener' });
  const [own, outsider] = await Promise.all([listen(test.admin), listen(other)]);
  outsider.socket.emit('join-import-room', { userId: 1 });
  outsider.socket.emit('join-export-room', { userId: 1 });
  outsider.socket.emit('join-import-room', null);
  const response = await test.admin.upload<ImportResponse>(
    '/products/import',
    uploadOf(manyProducts(6000, 'LIVE')),
  );
  await exported();
  const events = (name: string) => own.received.filter(([event]) => event === name);
  await expect.poll(() => events('export-complete').length).toBe(1);
  const progress = events('import-progress').map(([, data]) => data as Progress);
  expect(progress.length).toBeGreaterThan(1);
  expect(progress.at(-1)).toMatchObject({
    job_id: response.body.data.job_id,
    processed: 6000,
    total: 6000,
    percentage: 100,
    created: 6000,
    updated: 0,
    failed: 0,
  });
  const { percentage } = progress.reduce((before, after) => {
    expect(after.percentage).toBeGreaterThanOrEqual(before.percentage);
    return after;
  });
  expect(percentage).toBe(100);
  expect(events('import-complete')[0]?.[1]).toMatchObject(response.body.data);
  // Signing in may be sent to the person’s own browsers only after they listen.
  const transfers = outsider.received.filter(([event]) => /^(import|export)-/.test(event));
  expect(transfers).toEqual([]);
});

it('a report too long for an event is fetched', async () => {
  const { received } = await listen(test.admin);
  const rows = Array.from({ length: 3000 }, (_, n) => `,LONG-${n},${'x'.repeat(300)}`);
  const csv = `product_name,sku_code,unit_price\n${rows.join('\n')}\n`;
  const response = await test.admin.upload<ImportResponse>('/products/import', uploadOf(csv));
  expect(response.body.data).toMatchObject({ failed: 3000 });
  expect(response.body.data.errors).toHaveLength(1000);
  await expect.poll(() => received.filter(([event]) => event === 'import-complete').length).toBe(1);
  const job = await test.admin.get<Job>(`/products/imports/${response.body.data.job_id}`);
  expect(job.body.data.errors).toHaveLength(1000);
});

it('an Excel export holds the same, as numbers and texts, and imports back without a change', async () => {
  const body = productBody({ product_name: '=1+1', sku_code: "'0012", unit_price: 12.5 });
  expect((await test.admin.post('/products', body)).status).toBe(201);
  const response = await fetch(`${test.server.url}/api/products/export?format=xlsx`, {
    headers: {
      cookie: [...test.admin.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
  });
  expect(response.headers.get('content-disposition')).toMatch(/products-\d{4}-\d\d-\d\d\.xlsx"$/);
  expect(response.headers.get('content-encoding')).toBeNull();
  const bytes = new Uint8Array(await response.arrayBuffer());
  const { data } = (await test.admin.get<Product[]>('/products')).body;
  const back = await test.admin.upload<ImportResponse>(
    '/products/import',
    uploadOf(bytes, { name: 'products.xlsx' }),
  );
  const count = data.length;
  expect(back.body.data).toMatchObject({
    created: 0,
    updated: count,
    unchanged: count,
    errors: [],
  });
  const filtered = await test.admin.get<never>('/products/export?search=%3D1%2B1');
  expect(String(filtered.body).trim().split('\n')).toHaveLength(2);
});

it.each(['csv', 'xlsx'])(
  'parts of a kilogram and prices of four decimals come back from a %s as they went',
  async (format) => {
    await test.admin.put('/settings', { price_decimals: 4 });
    const parts = [
      [2.5, 0.0375],
      [0.001, 1234.5678],
      [123_456.125, 0.1],
      [7, 999_999.9999],
    ] as const;
    for (const [stock_quantity, unit_price] of parts) {
      const sku_code = `PART-${format}-${stock_quantity * 1000}`;
      const kilograms = { unit_of_measure: 'kg', reorder_level: 0.25, min_order_quantity: 1.5 };
      const body = productBody({ sku_code, stock_quantity, unit_price, ...kilograms });
      const created = await test.admin.post('/products', body);
      expect(created.status, created.body.error).toBe(201);
    }
    const before = (await test.admin.get<Product[]>('/products')).body.data;
    const client = { url: test.server.url, cookies: test.admin.cookies };
    const bytes = await downloaded(
      client,
      `/products/export?format=${format}&search=PART-${format}`,
    );
    if (format === 'csv') expect(String(Buffer.from(bytes))).toContain(',1234.5678,');
    const form = uploadOf(bytes, { name: `products.${format}` });
    const back = await test.admin.upload<ImportResponse>('/products/import', form);
    expect(back.body.data).toMatchObject({ created: 0, updated: 4, unchanged: 4, errors: [] });
    expect((await test.admin.get<Product[]>('/products')).body.data).toEqual(before);
    await test.admin.put('/settings', { price_decimals: 2 });
  },
);

it('an Excel file that is none is refused with a sentence, and no job begins', async () => {
  const old = Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1);
  const zip = Uint8Array.of(0x50, 0x4b, 0x03, 0x04, 0, 0);
  for (const [bytes, message] of [
    [old, /old \.xls format/],
    [zip, /damaged/],
  ] as const) {
    const form = uploadOf(bytes, { name: 'products.xlsx' });
    const response = await test.admin.upload('/products/import', form);
    expect([response.status, response.body.code]).toEqual([400, 'import.unreadable_file']);
    expect(response.body.error).toMatch(message);
  }
});

it('an import is undone: what it made is gone, what it changed is as before, what was edited since stays', async () => {
  const rows = (city: string, from: number, to: number) =>
    Array.from(
      { length: to - from },
      (_, n) => `Undo ${from + n},UNDO-${from + n},${city},12.5,${n + 3}`,
    );
  const send = async (lines: string[]) => {
    const text = ['product_name,sku_code,category,unit_price,stock_quantity', ...lines].join('\n');
    return (await test.admin.upload<ImportResponse>('/products/import', uploadOf(text))).body.data;
  };
  await send(rows('Electronics', 0, 20));
  const list = async () => {
    const { data } = (await test.admin.get<Product[]>('/products')).body;
    return data.filter(({ sku_code }) => sku_code.startsWith('UNDO-'));
  };
  const before = await list();
  const changed = rows('Raw Materials', 0, 20).map((line) => `${line}0`);
  const response = await send([...changed, ...rows('Electronics', 20, 50)]);
  expect(response).toMatchObject({ created: 30, updated: 20, unchanged: 0, failed: 0 });
  const edited = (await list()).find(({ sku_code }) => sku_code === 'UNDO-7');
  await test.admin.put(`/products/${edited?.id}`, { color: 'red' });
  const undone = await test.admin.post<{ undone: number; left: { label: string }[] }>(
    `/batches/${response.batch_id}/undo`,
  );
  expect(undone.body.data).toMatchObject({ undone: 49, left: [{ label: 'Undo 7' }] });
  const others = (all: Product[]) => all.filter(({ sku_code }) => sku_code !== 'UNDO-7');
  expect(others(await list())).toEqual(others(before));
  expect(
    (await send(rows('Raw Materials', 0, 1).map((line) => `${line}0`))).batch_id,
  ).toBeGreaterThan(0);
  expect((await send(rows('Raw Materials', 0, 1).map((line) => `${line}0`))).batch_id).toBeNull();
});
