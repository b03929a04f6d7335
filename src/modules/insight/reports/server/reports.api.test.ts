import { describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { pagesOf } from '~/kit/server/testing/test-pdf';
import { openSheets } from '~/kit/shared/sheets/xlsx-reader';
import { openInvoiceFixture } from '~/modules/billing/invoices/server/invoices.builders';
import { noteFixture } from '~/modules/billing/credit-notes/server/credit-notes.builders';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import { signInWith } from '~/modules/organization/users/roles/server/roles.builders';
import { signInNew } from '~/modules/organization/users/server/users.builders';
import type { ReportEntry, ShownReport } from '../reports.fields';

const test = fileServer();

async function read(path: string, caller = test.admin): Promise<ShownReport> {
  const response = await caller.get<ShownReport>(`/reports/${path}`);
  expect(response.status, response.body.error).toBe(200);
  return response.body.data;
}

const named = (report: ShownReport, name: string) =>
  report.rows.find((row) => row['name'] === name);

describe('stock-value', () => {
  it('gives the stock of a day at cost, by product and by category', async () => {
    const category = await test.admin.post<{ id: number }>('/inventory/categories', {
      category_name: 'Sensors',
    });
    const product = await makeProduct(test.admin, {
      product_name: 'Valued Sensor',
      stock_quantity: 10,
      cost_price: 12.35,
      category_id: category.body.data.id,
    });
    await test.admin.post(`/products/${product.id}/adjust-stock`, {
      adjustment_type: 'out',
      quantity: 4,
      reason: 'Damaged',
    });
    const now = await read('stock-value');
    expect(named(now, 'Valued Sensor')).toMatchObject({
      quantity: 6,
      cost_price: 12.35,
      value: 74.1,
      link: `/inventory/products/${product.id}`,
    });
    expect(now.totals['value']).toBeCloseTo(
      now.rows.reduce((sum, row) => sum + Number(row['value'] ?? 0), 0),
      2,
    );
    const groups = await read('stock-value?group=category');
    const link = `/inventory/products?category_id=${category.body.data.id}`;
    expect(named(groups, 'Sensors')).toMatchObject({ products: 1, value: 74.1, link });
    const brands = await read('stock-value?group=brand');
    expect(named(brands, 'None')?.['link']).toBe('/inventory/products?brand_id=none');
    const before = await read('stock-value?as_of=2020-01-01');
    expect(before.rows).toEqual([]);
    expect(before.totals['value']).toBe(0);
  });
});

describe('sales', () => {
  it('counts issued invoices less credit notes, on their days', async () => {
    const fixture = await openInvoiceFixture(test.admin, { company_name: 'Report Buyer' });
    const draft = await fixture.make({
      items: [{ description: 'Job', quantity: 4, unit_price: 25 }],
    });
    expect(named(await read('sales?group=customer'), 'Report Buyer')).toBeUndefined();
    await fixture.setStatus(draft.id, 'sent');
    const invoice = await fixture.read(draft.id);
    const sold = named(await read('sales?group=customer'), 'Report Buyer');
    expect(sold).toMatchObject({ invoices: 1, invoiced: 100, corrected: 0, value: 100 });
    await noteFixture(test.admin, invoice).issue([{ quantity: 1 }]);
    const after = await read('sales?group=customer');
    expect(named(after, 'Report Buyer')).toMatchObject({
      invoiced: 100,
      corrected: -25,
      value: 75,
    });
    for (const group of ['month', 'product', 'category', 'state', 'person'])
      expect((await read(`sales?group=${group}`)).totals['value']).toBe(after.totals['value']);
  });
});

it('keeps the name of a deleted user who made an invoice', async () => {
  const names = { first_name: 'Nila', last_name: 'Menon' };
  const { id, client } = await signInNew(test.server, names);
  const fixture = await openInvoiceFixture(client);
  await fixture.setStatus((await fixture.make()).id, 'sent');
  const before = named(await read('sales?group=person'), 'Nila Menon');
  expect(before).toMatchObject({ invoices: 1 });
  await test.admin.put(`/users/${id}`, { is_active: false });
  expect((await test.admin.delete(`/users/${id}`)).status).toBe(200);
  expect(named(await read('sales?group=person'), 'Nila Menon')).toEqual(before);
});

it('counts an invoice once in the row of each product and category, with its share of the discount', async () => {
  const category = await test.admin.post<{ id: number }>('/inventory/categories', {
    category_name: 'Sold Twice',
  });
  const { id: product_id } = await makeProduct(test.admin, {
    product_name: 'Twice on an Invoice',
    category_id: category.body.data.id,
  });
  const fixture = await openInvoiceFixture(test.admin, { company_name: 'Twice Buyer' });
  const invoice = await fixture.make({
    items: [
      { product_id, description: 'First', quantity: 1, unit_price: 10 },
      { product_id, description: 'Second', quantity: 2, unit_price: 10 },
      { description: 'Work', quantity: 1, unit_price: 70 },
    ],
    discount_percent: 10,
  });
  await fixture.setStatus(invoice.id, 'sent');
  await noteFixture(test.admin, invoice, 'debit').issue([{ at: 1, quantity: 1, unit_price: 5 }]);
  const row = { invoices: 1, invoiced: 27, corrected: 5, value: 32 };
  expect(named(await read('sales?group=product'), 'Twice on an Invoice')).toMatchObject(row);
  const link = `/inventory/products?category_id=${category.body.data.id}`;
  expect(named(await read('sales?group=category'), 'Sold Twice')).toMatchObject({ ...row, link });
  const customer = named(await read('sales?group=customer'), 'Twice Buyer');
  expect(customer).toMatchObject({ invoices: 1, invoiced: 90, corrected: 5, value: 95 });
});

it('every report names each column once, and first what a row is', async () => {
  const { data } = (await test.admin.get<ReportEntry[]>('/reports')).body;
  expect(data.length).toBeGreaterThan(15);
  for (const { name, groups } of data) {
    for (const { value } of groups) {
      const { columns } = await read(`${name}?group=${value}`);
      const keys = columns.map(({ key }) => key);
      expect([keys[0], new Set(keys).size], name).toEqual(['name', keys.length]);
    }
  }
});

describe('files', () => {
  it('CSV starts with the labels and ends with the totals', async () => {
    const { content } = await test.admin.get('/reports/sales?group=customer&format=csv');
    const lines = content.toString().trimEnd().split('\r\n');
    expect(lines[0]).toBe('Customer,Invoices,Invoiced,Corrections,Sales');
    expect(lines.at(-1)).toMatch(/^Total,/);
  });

  it.each([
    ['xlsx', 'PK'],
    ['pdf', '%PDF'],
  ])('%s is a file of its kind', async (format, start) => {
    const { content } = await test.admin.get(`/reports/stock-value?format=${format}`);
    expect(content.subarray(0, start.length).toString()).toBe(start);
  });
});

describe('refusals', () => {
  it.each([
    ['nothing', 404, 'Report not found'],
    ['sales?group=planet', 400, /The group must be one of month/],
    ['sales?from=2026-02-01&to=2026-01-01', 400, /cannot be after/],
    ['sales?format=docx', 400, /csv, xlsx or pdf/],
  ])('%s is %i', async (path, status, error) => {
    const response = await test.admin.get(`/reports/${path}`);
    expect(response.status).toBe(status);
    expect(response.body.error).toMatch(error);
  });

  it('403 without the right behind it, and the list leaves it out', async () => {
    const { client } = await signInWith(test, { products: { read: 'all' } });
    expect((await client.get('/reports/sales')).status).toBe(403);
    const { data } = (await client.get<ReportEntry[]>('/reports')).body;
    expect(data.map(({ name }) => name)).toEqual(['stock-value', 'stock-moves']);
  });

  it('says that its figures are those of a part of the records', async () => {
    const isPartial = async (caller: typeof test.admin, name: string) =>
      (await read(name, caller)).is_partial;
    const { client } = await signInWith(test, {
      invoices: { read: 'own' },
      products: { read: 'all' },
      receipts: { read: 'all' },
      customers: { read: 'workspace' },
    });
    expect(await isPartial(client, 'sales')).toBe(true);
    expect(await isPartial(client, 'receivables')).toBe(true);
    expect(await isPartial(client, 'stock-value')).toBe(false);
    expect(await isPartial(test.admin, 'sales')).toBe(false);
    const lastLine = async (caller: typeof test.admin) => {
      const { content } = await caller.get('/reports/sales?format=csv');
      return Buffer.from(content).toString().trim().split('\n').at(-1);
    };
    expect(await lastLine(client)).toMatch(/^Only records that you may read are counted\.,/);
    expect(await lastLine(test.admin)).toMatch(/^Total,/);
    const fileOf = async (format: string) =>
      (await client.get(`/reports/sales?format=${format}`)).content;
    const excel = new Uint8Array(await fileOf('xlsx'));
    const part = async (from: number, to: number) => excel.slice(from, to);
    const [sheet] = await openSheets({ size: excel.byteLength, read: part });
    const starts: unknown[] = [];
    for await (const { cells } of sheet?.rows() ?? []) starts.push(cells[0]);
    expect(starts.at(-1)).toBe('Only records that you may read are counted.');
    const [page] = await pagesOf(await fileOf('pdf'));
    expect(page).toContain('Only records that you may read are counted.');
    const all = { invoices: { read: 'all' }, products: { read: 'all' } } as const;
    const { client: member } = await signInWith(test, all);
    expect(await isPartial(member, 'sales')).toBe(false);
    await test.admin.put('/settings', { workspace_isolation: true });
    expect(await isPartial(member, 'sales')).toBe(true);
    expect(await isPartial(member, 'stock-value')).toBe(false);
    expect(await isPartial(test.admin, 'sales')).toBe(false);
    await test.admin.put('/settings', { workspace_isolation: false });
  });

  it('refuse a role without reports, also one with the right to the records', async () => {
    const rights = { products: { read: 'all' }, reports: { read: 'none' } } as const;
    const { client } = await signInWith(test, rights);
    const refusal = {
      code: 'auth.right_missing',
      error: 'Your role does not allow you to see reports',
    };
    for (const path of ['/reports', '/reports/stock-value', '/reports/none'])
      expect((await client.get(path)).body).toMatchObject(refusal);
  });
});
