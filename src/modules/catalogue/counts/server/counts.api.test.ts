import { describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { dayOf } from '~/kit/shared/time/days';
import type { Product } from '~/modules/catalogue/products/catalogue/products.fields';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import { adjustStock, movementsOf } from '~/modules/catalogue/products/stock/server/stock.builders';
import type { Count, WholeCount } from '../counts.fields';
import { makeCount, makeLocation, postCount, scanInto } from './counts.builders';

const test = fileServer();
const day = (ago: number) => dayOf(new Date(Date.now() - ago * 86_400_000), 'Asia/Kolkata');
const read = async (id: number) => (await test.admin.get<WholeCount>(`/counts/${id}`)).body.data;
const stockOf = async (id: number) =>
  (await test.admin.get<Product>(`/products/${id}`)).body.data.stock_quantity;

async function stocked(quantity: number, values = {}, more = {}) {
  const location = await makeLocation(test.admin);
  const product = await makeProduct(test.admin, values);
  await adjustStock(test.admin, product.id, { quantity, location_id: location.id, ...more });
  return { location, product };
}

describe('a stock count', () => {
  it('is opened, changed while it is empty, and deleted', async () => {
    const count = await makeCount(test.admin);
    expect(count).toMatchObject({
      status: 'draft',
      count_date: day(0),
      is_blind: false,
      category_id: null,
      line_count: 0,
      difference_value: 0,
      lines: [],
    });
    expect(count.count_number).toMatch(/^SC-\d\d-\d\d-\d{5}$/);
    const put = (values: object) => test.admin.put<WholeCount>(`/counts/${count.id}`, values);
    const changed = await put({ count_date: day(3), is_blind: true });
    expect(changed.body.data).toMatchObject({ count_date: day(3), is_blind: true });
    expect((await put({ count_date: day(-1) })).body.details).toMatchObject([
      { field: 'count_date' },
    ]);
    expect((await put({ updated_at: count.updated_at })).body.code).toBe('record.changed');
    expect((await put({ category_id: 999_999 })).status).toBe(400);
    const { id } = await makeProduct(test.admin);
    await scanInto(test.admin, count.id, { product_id: id });
    expect((await put({ count_date: day(1) })).body.code).toBe('count.has_lines');
    expect((await put({ is_blind: false })).status).toBe(200);
    const history = await test.admin.get<unknown[]>(`/history/counts/${count.id}`);
    expect(history.body.data).toHaveLength(3);
    expect((await test.admin.delete(`/counts/${count.id}`)).status).toBe(200);
    expect((await test.admin.get(`/counts/${count.id}`)).status).toBe(404);
  });

  it('is the only open one of its location and category, also of two at once', async () => {
    const location_id = (await makeLocation(test.admin)).id;
    const open = () => test.admin.post<Count>('/counts', { location_id });
    const both = await Promise.all([open(), open()]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    const refused = both.find(({ status }) => status === 409)?.body;
    expect(refused).toMatchObject({
      code: 'count.open',
      details: [{ record: { type: 'count' } }],
    });
    const { id: category_id } = await makeRecord<{ id: number }>(
      test.admin,
      '/inventory/categories',
      { category_name: 'Cables' },
    );
    const part = await makeCount(test.admin, { location_id, category_id });
    expect(part.category_name).toBe('Cables');
    const used = await test.admin.put(`/locations/${location_id}`, { is_active: false });
    expect(used).toMatchObject({ status: 409, body: { code: 'location.in_use' } });
    const category = await test.admin.delete(`/inventory/categories/${category_id}`);
    expect(category).toMatchObject({ status: 409, body: { code: 'category.in_use' } });
    const other = await makeProduct(test.admin);
    expect(await scanInto(test.admin, part.id, { product_id: other.id })).toMatchObject({
      status: 409,
      body: { code: 'count.other_category' },
    });
  });

  it('is found by its number, and has a sheet', async () => {
    const { location, product } = await stocked(5);
    const { id, count_number } = await makeCount(test.admin, { location_id: location.id });
    const found = await test.admin.get<unknown>(`/search?q=${count_number}`);
    expect(JSON.stringify(found.body.data)).toContain(count_number);
    await scanInto(test.admin, id, { code: product.sku_code });
    for (const posted of [false, true]) {
      if (posted) await postCount(test.admin, id);
      const sheet = await test.admin.get(`/counts/${id}/pdf`);
      expect(sheet.headers.get('content-type')).toBe('application/pdf');
    }
  });
});

describe('a scan', () => {
  it('finds a product by its codes, adds, and sets', async () => {
    const { location, product } = await stocked(10, { barcode: '8901234567894' });
    const { id } = await makeCount(test.admin, { location_id: location.id });
    const first = await scanInto(test.admin, id, { code: product.sku_code.toLowerCase() });
    expect(first.body.data).toMatchObject({
      product_id: product.id,
      sku_code: product.sku_code,
      counted_quantity: 1,
      book_quantity: 10,
      difference: -9,
      value: -7200,
      quantity_before: null,
    });
    const second = await scanInto(test.admin, id, { code: '8901234567894', quantity: 4 });
    expect(second.body.data).toMatchObject({ counted_quantity: 5, quantity_before: 1 });
    await adjustStock(test.admin, product.id, { quantity: 3, location_id: location.id });
    const third = await scanInto(test.admin, id, {
      product_id: product.id,
      quantity: 8,
      mode: 'set',
    });
    expect(third.body.data).toMatchObject({
      counted_quantity: 8,
      book_quantity: 10,
      difference: -2,
      counted_at: first.body.data.counted_at,
    });
    const line = third.body.data.id;
    const removed = await test.admin.delete<WholeCount>(`/counts/${id}/lines/${line}`);
    expect(removed.body.data.lines).toEqual([]);
    expect((await test.admin.delete(`/counts/${id}/lines/${line}`)).status).toBe(404);
  });

  it('guesses nothing', async () => {
    const { id } = await makeCount(test.admin);
    const product = await makeProduct(test.admin);
    const duplicate = await makeProduct(test.admin, { barcode: product.sku_code });
    const scan = (body: object) => scanInto(test.admin, id, body);
    const both = await scan({ code: product.sku_code });
    expect(both).toMatchObject({ status: 409, body: { code: 'count.code_ambiguous' } });
    expect(both.body.details?.map(({ record }) => record?.id)).toEqual([product.id, duplicate.id]);
    const none = await scan({ code: 'NOWHERE-1' });
    expect(none).toMatchObject({ status: 404, body: { code: 'count.code_unknown' } });
    expect((await scan({ code: 'Main' })).body.error).toBe('"Main" is a location, not a product');
    for (const body of [
      {},
      { code: product.sku_code, product_id: product.id },
      { product_id: 999_999 },
      { product_id: product.id, quantity: 1.5 },
      { product_id: product.id, quantity: -1 },
      { product_id: product.id, quantity: 0 },
      { product_id: product.id, lot_number: 'L1' },
    ])
      expect((await scan(body)).status, JSON.stringify(body)).toBe(400);
    expect((await read(id)).lines).toEqual([]);
  });

  it('needs the lot of a tracked product, and makes a new one', async () => {
    const { location, product } = await stocked(5, { tracking: 'lot' }, { lot_number: 'HEAT-1' });
    const { id } = await makeCount(test.admin, { location_id: location.id });
    const scan = (body: object) => scanInto(test.admin, id, body);
    const none = await scan({ code: product.sku_code });
    expect(none).toMatchObject({ status: 400, body: { details: [{ field: 'lot_number' }] } });
    expect((await scan({ code: 'heat-1' })).body.data).toMatchObject({
      lot_number: 'HEAT-1',
      book_quantity: 5,
    });
    const created = await scan({ code: product.sku_code, lot_number: 'HEAT-2', quantity: 2 });
    expect(created.body.data).toMatchObject({
      lot_number: 'HEAT-2',
      book_quantity: 0,
      difference: 2,
    });
    const serial = await makeProduct(test.admin, { tracking: 'serial' });
    const one = { product_id: serial.id, lot_number: 'SN-77' };
    expect((await scan(one)).status).toBe(200);
    expect((await scan(one)).body.error).toContain('counted already');
    await postCount(test.admin, id);
    expect(await stockOf(product.id)).toBe(3);
    expect(await stockOf(serial.id)).toBe(1);
  });

  it('of two people at once counts both, and once by one key', async () => {
    const { location, product } = await stocked(10);
    const { id } = await makeCount(test.admin, { location_id: location.id });
    const code = product.sku_code;
    await Promise.all(Array.from({ length: 12 }, () => scanInto(test.admin, id, { code })));
    const key = { 'idempotency-key': `scan-${id}` };
    await Promise.all([
      scanInto(test.admin, id, { code }, key),
      scanInto(test.admin, id, { code }, key),
    ]);
    await scanInto(test.admin, id, { code }, key);
    expect((await read(id)).lines).toMatchObject([{ counted_quantity: 13, book_quantity: 10 }]);
  });
});

describe('posting', () => {
  it('moves each difference at the moment of its line', async () => {
    const { location, product } = await stocked(10);
    const second = await makeProduct(test.admin);
    const location_id = location.id;
    await adjustStock(test.admin, second.id, { quantity: 4, location_id });
    const { id, count_number } = await makeCount(test.admin, { location_id });
    await scanInto(test.admin, id, { product_id: product.id, quantity: 8 });
    await scanInto(test.admin, id, { product_id: second.id, quantity: 4 });
    await adjustStock(test.admin, product.id, { quantity: 3, location_id });
    const before = await read(id);
    const stale = await postCount(test.admin, id, { updated_at: '2020-01-01T00:00:00.000Z' });
    expect(stale.body.code).toBe('record.changed');
    const posted = await postCount(test.admin, id, { updated_at: before.updated_at });
    expect(posted.body.data).toMatchObject({
      status: 'posted',
      line_count: 2,
      difference_value: -1600,
      lines: [
        { difference: -2, value: -1600 },
        { difference: 0, value: 0 },
      ],
    });
    expect(await stockOf(product.id)).toBe(11);
    expect((await movementsOf(test.admin, product.id))[1]).toMatchObject({
      movement_type: 'set',
      quantity: -2,
      value: -1600,
      difference: 0,
      created_at: before.lines[0]?.counted_at,
      reason: `Count ${count_number}`,
      source: { type: 'count', id, label: count_number },
    });
    expect(await movementsOf(test.admin, second.id)).toHaveLength(1);
    const final = [
      await postCount(test.admin, id),
      await test.admin.put(`/counts/${id}`, { is_blind: true }),
      await test.admin.delete(`/counts/${id}`),
      await scanInto(test.admin, id, { product_id: product.id }),
    ];
    expect(final.map(({ body }) => body.code)).toEqual(Array(4).fill('count.posted'));
  });

  it('leaves what was not counted, or makes it zero', async () => {
    const { location, product } = await stocked(10);
    const location_id = location.id;
    const lots = await makeProduct(test.admin, { tracking: 'lot' });
    for (const lot_number of ['A', 'B'])
      await adjustStock(test.admin, lots.id, { quantity: 2, location_id, lot_number });
    const first = await makeCount(test.admin, { location_id });
    await scanInto(test.admin, first.id, { code: product.sku_code, quantity: 10 });
    expect((await postCount(test.admin, first.id)).body.data.line_count).toBe(1);
    const second = await makeCount(test.admin, { location_id });
    await scanInto(test.admin, second.id, { product_id: lots.id, lot_number: 'A', quantity: 2 });
    const posted = await postCount(test.admin, second.id, { uncounted: 'zero' });
    expect(posted.body.data.lines).toMatchObject([
      { lot_number: 'A', difference: 0 },
      { product_id: product.id, counted_quantity: 0, difference: -10 },
      { lot_number: 'B', counted_quantity: 0, difference: -2 },
    ]);
    expect(await stockOf(product.id)).toBe(0);
    expect(await stockOf(lots.id)).toBe(2);
  });

  it('of a past day counts for its last moment', async () => {
    const location_id = (await makeLocation(test.admin)).id;
    const { id: product_id } = await makeProduct(test.admin);
    const adjust = (body: object) => adjustStock(test.admin, product_id, { location_id, ...body });
    await adjust({ quantity: 10, date: day(5) });
    await adjust({ quantity: 6, date: day(2) });
    const { id } = await makeCount(test.admin, { location_id, count_date: day(3) });
    const line = (await scanInto(test.admin, id, { product_id, quantity: 7 })).body.data;
    expect(line).toMatchObject({ book_quantity: 10, difference: -3 });
    expect(dayOf(new Date(line.counted_at), 'Asia/Kolkata')).toBe(day(3));
    await adjust({ quantity: 2, date: day(4) });
    expect((await postCount(test.admin, id)).body.data.lines).toMatchObject([
      { book_quantity: 12, counted_quantity: 7, difference: -5 },
    ]);
    expect(await stockOf(product_id)).toBe(13);
    const closed = await makeCount(test.admin, { location_id, count_date: day(2) });
    await scanInto(test.admin, closed.id, { product_id, quantity: 1 });
    const stays = await adjust({ adjustment_type: 'out', quantity: 12 });
    expect(stays.status).toBe(200);
    const lack = await postCount(test.admin, closed.id);
    expect(lack).toMatchObject({ status: 409, body: { code: 'stock.insufficient_later' } });
    await test.admin.put('/settings', { stock_closed_until: day(1) });
    await scanInto(test.admin, closed.id, { product_id, quantity: 12, mode: 'set' });
    const refused = await postCount(test.admin, closed.id);
    expect(refused).toMatchObject({ status: 409, body: { code: 'stock.closed' } });
    await test.admin.put('/settings', { stock_closed_until: null });
    expect(await stockOf(product_id)).toBe(1);
  });
});
