import { describe, expect, it } from 'vitest';
import type { ProductStock } from '~/modules/catalogue/products/stock/levels.fields';
import { fileServer } from '~/app/testing/test-file-server';
import { dayOf } from '~/kit/shared/time/days';
import type { Product } from '~/modules/catalogue/products/catalogue/products.fields';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import {
  adjustStock,
  ledgerBreaks,
  movementsOf,
} from '~/modules/catalogue/products/stock/server/stock.builders';
import { makeRole } from '~/modules/organization/users/roles/server/roles.builders';
import { signInNew } from '~/modules/organization/users/server/users.builders';
import { csvOf, uploadOf } from '~/modules/records/imports/server/imports.builders';
import type { Count, WholeCount } from '../counts.fields';
import { countChecks } from './counts.invariants';
import { makeCount, makeLocation, postCount, scanInto } from './counts.builders';

const test = fileServer();
const day = (ago: number) => dayOf(new Date(Date.now() - ago * 86_400_000), 'Asia/Kolkata');
const stockOf = async (id: number) =>
  (await test.admin.get<Product>(`/products/${id}`)).body.data.stock_quantity;

async function faults(): Promise<string[]> {
  const all = await Promise.all(
    countChecks.map(({ faults: check }) => check.execute(test.server.database.db)),
  );
  return all.flatMap(({ rows }) => rows.map((row) => String((row as { what: unknown }).what)));
}

/** A product of which 10 came ten days ago and 8 were counted. */
async function counted(count_date = day(0)) {
  const location_id = (await makeLocation(test.admin)).id;
  const { id: product_id } = await makeProduct(test.admin);
  const adjust = (body: object) => adjustStock(test.admin, product_id, { location_id, ...body });
  await adjust({ quantity: 10, date: day(10) });
  const count = await makeCount(test.admin, { location_id, count_date });
  await scanInto(test.admin, count.id, { product_id, quantity: 8 });
  await postCount(test.admin, count.id);
  return { location_id, product_id, adjust, count };
}

const valueOf = async (id: number) =>
  (await test.admin.get<ProductStock>(`/products/${id}/stock`)).body.data;

describe('a movement of before a posted count', () => {
  it('is refused, unless the count included it', async () => {
    const { product_id, adjust, count } = await counted();
    for (const body of [
      { quantity: 5, date: day(3) },
      { adjustment_type: 'out', quantity: 1, date: day(3) },
      { adjustment_type: 'set', quantity: 4, date: day(3) },
    ]) {
      const refused = await adjust(body);
      expect(refused).toMatchObject({ status: 409, body: { code: 'stock.counted' } });
      expect(refused.body.details).toMatchObject([
        { record: { type: 'count', id: count.id, label: count.count_number } },
      ]);
      expect(refused.body.error).toContain(count.count_number);
      expect(refused.body.error).toContain('Choose "Included in the count", or a later date.');
    }
    const included = { before_count: 'included' };
    expect((await adjust({ quantity: 5, date: day(3), ...included })).status).toBe(200);
    expect(await stockOf(product_id)).toBe(8);
    await adjust({ adjustment_type: 'out', quantity: 4, date: day(2), ...included });
    expect(await stockOf(product_id)).toBe(8);
    const quantities = (await movementsOf(test.admin, product_id)).map((each) => each.quantity);
    expect(quantities).toEqual([4, -5, -2, -4, 5, 10]);
    expect(await ledgerBreaks(test.admin, product_id)).toEqual([]);
    const lack = await adjust({
      adjustment_type: 'out',
      quantity: 12,
      date: day(2),
      ...included,
    });
    expect(lack.body.code).toBe('stock.insufficient');
    expect((await adjust({ quantity: 1 })).status).toBe(200);
    expect(await faults()).toEqual([]);
  });

  it('counts where the count looked, and not elsewhere or later', async () => {
    const { product_id, adjust, location_id } = await counted(day(4));
    expect((await adjust({ quantity: 1, date: day(4) })).body.code).toBe('stock.counted');
    expect((await adjust({ quantity: 1, date: day(3) })).status).toBe(200);
    const other = { location_id: (await makeLocation(test.admin)).id };
    expect((await adjust({ quantity: 1, date: day(6), ...other })).status).toBe(200);
    const again = await makeCount(test.admin, { location_id, count_date: day(6) });
    await scanInto(test.admin, again.id, { product_id, quantity: 9 });
    expect((await postCount(test.admin, again.id)).body.code).toBe('stock.counted');
    const included = await postCount(test.admin, again.id, { before_count: 'included' });
    expect(included.body.data).toMatchObject({ status: 'posted' });
    expect(await stockOf(product_id)).toBe(10);
    expect(await faults()).toEqual([]);
  });

  it('is a transfer whose goods the count missed, or found again when it is cancelled', async () => {
    const { location_id, product_id } = await counted();
    const to_id = (await makeLocation(test.admin)).id;
    const { stock_value: before } = await valueOf(product_id);
    const included = { before_count: 'included' };
    const transfer = (values: object) =>
      test.admin.post<{ id: number }>('/transfers', {
        from_id: location_id,
        to_id,
        status: 'done',
        items: [{ product_id, quantity: 2 }],
        ...values,
      });
    expect((await transfer({ transfer_date: day(5) })).body.code).toBe('stock.counted');
    const late = await transfer({ transfer_date: day(5), ...included });
    expect([late.status, late.body.error]).toEqual([201, undefined]);
    expect(await valueOf(product_id)).toMatchObject({
      stock_quantity: 10,
      stock_value: before * 1.25,
      levels: [
        { location_id, quantity: 8 },
        { location_id: to_id, quantity: 2 },
      ],
    });
    const cancel = (more: object = {}) =>
      test.admin.put(`/transfers/${late.body.data.id}/status`, { status: 'cancelled', ...more });
    expect((await cancel()).status).toBe(200);
    expect(await valueOf(product_id)).toMatchObject({ stock_quantity: 8, stock_value: before });
    expect(await ledgerBreaks(test.admin, product_id)).toEqual([]);
    expect(await faults()).toEqual([]);
  });

  it('is the cancelling of a transfer that the count saw', async () => {
    const { product_id, adjust, location_id } = await counted(day(9));
    await adjust({ quantity: 2 });
    const to_id = (await makeLocation(test.admin)).id;
    const items = [{ product_id, quantity: 2 }];
    const sent = { from_id: location_id, to_id, transfer_date: day(4), status: 'done', items };
    const { id } = (await test.admin.post<{ id: number }>('/transfers', sent)).body.data;
    const count = await makeCount(test.admin, { location_id, count_date: day(2) });
    await scanInto(test.admin, count.id, { product_id, quantity: 6 });
    await postCount(test.admin, count.id);
    const path = `/transfers/${id}/status`;
    const refused = await test.admin.put(path, { status: 'cancelled' });
    expect(refused.body.code).toBe('stock.counted');
    const body = { status: 'cancelled', before_count: 'included' };
    expect((await test.admin.put(path, body)).status).toBe(200);
    expect(await valueOf(product_id)).toMatchObject({
      stock_quantity: 8,
      levels: [{ location_id, quantity: 8 }],
    });
    expect(await ledgerBreaks(test.admin, product_id)).toEqual([]);
    expect(await faults()).toEqual([]);
  });

  it('does not come by a file either', async () => {
    const { id: product_id, sku_code } = await makeProduct(test.admin, { stock_quantity: 10 });
    const { id } = await makeCount(test.admin, { location_id: 1 });
    await scanInto(test.admin, id, { product_id, quantity: 8 });
    await postCount(test.admin, id);
    const file = csvOf([
      ['sku_code', 'product_name', 'unit_price', 'stock_quantity'],
      [sku_code, 'Sensor', 10, 5],
    ]);
    const path = `/products/import?as_of=${day(3)}`;
    const refused = await test.admin.upload(path, uploadOf(file));
    expect(refused).toMatchObject({ status: 409, body: { code: 'stock.counted' } });
    expect(await stockOf(product_id)).toBe(8);
  });
});

describe('a posted count', () => {
  it('of a product that is merged stays as it was', async () => {
    const { product_id, count } = await counted();
    const other = await makeProduct(test.admin, { stock_quantity: 3 });
    const merged = await test.admin.post(`/products/${product_id}/merge`, { other_id: other.id });
    expect(merged.status).toBe(200);
    expect(await stockOf(product_id)).toBe(11);
    const { data } = (await test.admin.get<WholeCount>(`/counts/${count.id}`)).body;
    expect(data.lines).toMatchObject([{ product_id, counted_quantity: 8, difference: -2 }]);
    expect(await faults()).toEqual([]);
    const past = { quantity: 1, date: day(3) };
    expect((await adjustStock(test.admin, product_id, past)).status).toBe(200);
  });

  it('keeps its products', async () => {
    const { product_id, location_id } = await counted();
    await adjustStock(test.admin, product_id, {
      adjustment_type: 'set',
      quantity: 0,
      location_id,
    });
    const refused = await test.admin.delete(`/products/${product_id}`);
    expect(refused).toMatchObject({ status: 409, body: { code: 'product.in_use' } });
  });
});

describe('people at once', () => {
  it('adjust while a count is posted: nothing is lost', async () => {
    const location_id = (await makeLocation(test.admin)).id;
    const { id: product_id } = await makeProduct(test.admin);
    const adjust = (quantity: number) =>
      adjustStock(test.admin, product_id, { quantity, location_id });
    await adjust(10);
    const { id } = await makeCount(test.admin, { location_id });
    const scan = () => scanInto(test.admin, id, { product_id, quantity: 4 });
    const before = Array.from({ length: 10 }, () => adjust(1));
    const all = [...before, scan(), ...Array.from({ length: 10 }, () => adjust(1))];
    expect((await Promise.all(all)).every(({ status }) => status === 200)).toBe(true);
    const [line] = (await test.admin.get<WholeCount>(`/counts/${id}`)).body.data.lines;
    const posting = postCount(test.admin, id);
    await Promise.all([posting, ...Array.from({ length: 20 }, () => adjust(1))]);
    expect((await posting).body.data.lines).toMatchObject([{ book_quantity: line?.book_quantity }]);
    expect(await stockOf(product_id)).toBe(50 + (line?.difference ?? 0));
    expect(await ledgerBreaks(test.admin, product_id)).toEqual([]);
    expect(await faults()).toEqual([]);
  });

  it('post one count once', async () => {
    const { location_id, product_id } = await counted();
    const { id } = await makeCount(test.admin, { location_id });
    await scanInto(test.admin, id, { product_id, quantity: 5 });
    const all = await Promise.all([1, 2, 3].map(() => postCount(test.admin, id)));
    expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await stockOf(product_id)).toBe(5);
  });
});

describe('a blind count', () => {
  it('hides what should be there from people who do not count', async () => {
    const location_id = (await makeLocation(test.admin)).id;
    const { id: product_id } = await makeProduct(test.admin);
    await adjustStock(test.admin, product_id, { quantity: 10, location_id });
    const { id } = await makeCount(test.admin, { location_id, is_blind: true });
    await scanInto(test.admin, id, { product_id, quantity: 8 });
    const rights = { stock: { read: 'all' }, products: { read: 'all' } } as const;
    const role_id = (await makeRole(test.admin, rights)).id;
    const { client } = await signInNew(test.server, { role_id });
    const read = async () => {
      const { data } = (await client.get<WholeCount>(`/counts/${id}`)).body;
      const [listed] = (await client.get<Count[]>('/counts')).body.data;
      return [listed?.difference_value, data.difference_value, ...data.lines.map(shown)];
    };
    const shown = ({
      counted_quantity,
      book_quantity,
      difference,
      value,
    }: WholeCount['lines'][0]) => [counted_quantity, book_quantity, difference, value];
    expect(await read()).toEqual([null, null, [8, null, null, null]]);
    const own = (await test.admin.get<WholeCount>(`/counts/${id}`)).body.data;
    expect(own.lines.map(shown)).toEqual([[8, 10, -2, -1600]]);
    expect((await scanInto(client, id, { product_id })).body.code).toBe('auth.right_missing');
    expect((await postCount(client, id)).status).toBe(403);
    await postCount(test.admin, id);
    expect(await read()).toEqual([-1600, -1600, [8, 10, -2, -1600]]);
  });
});
