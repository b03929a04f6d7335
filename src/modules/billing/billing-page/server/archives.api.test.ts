import { beforeAll, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import type { TestClient } from '~/app/testing/test-server';
import { stalledDownload } from '~/app/testing/test-stalled';
import { pagesOf } from '~/kit/server/testing/test-pdf';
import { readEntries } from '~/kit/shared/sheets/zip-reader';
import { customerBody } from '~/modules/sales/customers/server/customers.builders';
import { damageDocument } from '~/modules/billing/invoices/server/invoices.builders';
import { makeUser } from '~/modules/organization/users/server/users.builders';

const test = fileServer();
let user: TestClient;

beforeAll(async () => {
  const plain = await makeUser(test.server);
  user = await test.server.signIn(plain.username, plain.password);
});

async function insertInvoices(customerId: number): Promise<void> {
  for (const [number, day] of [
    ['INV-25-26-00001', '2026-03-31'],
    ['INV/26-27-00001', '2026-04-01'],
    ['INV-26-27-00002', '2026-11-21'],
    [null, '2026-11-21'],
  ]) {
    await test.server.database.pool.query(
      `insert into invoices (invoice_number, customer_id, invoice_date, due_date, subtotal, tax_rate,
         tax_amount, total_amount, status, created_at, updated_at)
       values ($1, $2, $3, $3, 100, 0, 0, 100, $4, now(), now())`,
      [number, customerId, day, number ? 'sent' : 'draft'],
    );
  }
}

async function filesOf(zip: Uint8Array): Promise<Map<string, Buffer>> {
  const source = {
    size: zip.length,
    read: async (from: number, to: number) => Uint8Array.from(zip.subarray(from, to)),
  };
  const entries = await readEntries(source, { bytes: 1_048_576, entries: 100 });
  const contents = entries.map(async (entry) => Buffer.from(await entry.arrayBuffer()));
  const files = await Promise.all(contents);
  return new Map(entries.map(({ filename }, at) => [filename, files[at] ?? Buffer.alloc(0)]));
}

it('gives all invoices issued, or those of some days, as PDF files in one archive', async () => {
  expect((await user.get('/billing/invoices.zip')).status).toBe(404);
  const customer = await user.post<{ id: number }>('/customers', customerBody({}));
  await insertInvoices(customer.body.data.id);
  const all = await user.get('/billing/invoices.zip');
  expect(all.status).toBe(200);
  expect(all.headers.get('content-type')).toBe('application/zip');
  expect(all.headers.get('content-disposition')).toBe('attachment; filename="invoices.zip"');
  const files = await filesOf(all.content);
  expect([...files.keys()].sort()).toEqual([
    'INV-25-26-00001.pdf',
    'INV-26-27-00001.pdf',
    'INV-26-27-00002.pdf',
  ]);
  const pages = await pagesOf(files.get('INV-26-27-00002.pdf') ?? Buffer.alloc(0));
  expect(pages.join(' ')).toContain('INV-26-27-00002');
  const invoices = await user.get<{ id: number; invoice_number: string }[]>('/invoices');
  const one = invoices.body.data.find((each) => each.invoice_number === 'INV-26-27-00002');
  const alone = await user.get(`/invoices/${one?.id}/pdf`);
  expect(files.get('INV-26-27-00002.pdf')?.equals(alone.content)).toBe(true);
  const some = await user.get('/billing/invoices.zip?from=2026-04-01&to=2026-04-30');
  expect([...(await filesOf(some.content)).keys()]).toEqual(['INV-26-27-00001.pdf']);
  expect((await user.get('/billing/invoices.zip?from=2030-01-01')).status).toBe(404);
});

it('leaves out and names an invoice that cannot be printed, for each kind of damage', async () => {
  const { database } = test.server;
  const list = await user.get<{ id: number; invoice_number: string }[]>('/invoices');
  const [one, two] = list.body.data.filter(({ invoice_number: number }) =>
    number.includes('26-27'),
  );
  await damageDocument(database, one?.id ?? 0, "document - 'lines'");
  await damageDocument(database, two?.id ?? 0, `document || '{"buyer": null}'`);
  const archive = await user.get('/billing/invoices.zip');
  const files = await filesOf(archive.content);
  expect([...files.keys()].sort()).toEqual(['INV-25-26-00001.pdf', 'LEFT-OUT.txt']);
  const text = String(files.get('LEFT-OUT.txt'));
  expect(text).toContain('2 invoices could not be printed');
  expect(text).toContain(`${one?.invoice_number}: The record is damaged.`);
  expect(text).toContain(`${two?.invoice_number}: The record is damaged.`);
  expect(text).not.toContain('undefined');
  expect(test.server.log()).toContain('Some invoices could not be printed for an archive');
});

it.each(['from=yesterday', 'to=2026-02-30', 'from=2026-04-02&to=2026-04-01', 'from=1&from=2'])(
  'refuses the days %s',
  async (query) => {
    expect((await user.get(`/billing/invoices.zip?${query}`)).status).toBe(400);
  },
);

it('holds only what belongs to the chosen workspace', async () => {
  const admin = await test.server.signIn();
  const created = await admin.post<{ id: number }>('/workspaces', { name: 'Pune plant' });
  await admin.put('/auth/workspace', { workspace_id: created.body.data.id });
  expect((await admin.get('/billing/invoices.zip')).status).toBe(404);
  await admin.put('/auth/workspace', { workspace_id: null });
  expect((await admin.get('/billing/invoices.zip')).status).toBe(200);
});

it('makes two at once for one person, the next when one has ended', async () => {
  const { server } = test;
  await server.database.pool.query(`insert into invoices (invoice_number, customer_id, invoice_date,
      due_date, subtotal, tax_rate, tax_amount, total_amount, status, created_at, updated_at)
    select 'OLD-' || n, (select max(id) from customers), '2024-04-01', '2024-04-01', 1, 0, 0, 1, 'sent', now(), now()
    from generate_series(1, 3000) n`);
  const path = '/billing/invoices.zip?to=2024-04-01';
  const both = [
    await stalledDownload(server, user, path),
    await stalledDownload(server, user, path),
  ];
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  const third = await user.get(path);
  expect([third.status, third.body.code]).toEqual([503, 'server.busy']);
  expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0);
  for (const each of both) each.leave();
  const again = async () => {
    const download = await stalledDownload(server, user, path);
    download.leave();
    return download.status;
  };
  await expect.poll(again).toBe(200);
});
