import { beforeAll, describe, expect, it } from 'vitest';
import { ownServer } from '~/app/testing/test-file-server';
import { CsvReader } from '~/kit/shared/csv/csv-reader';
import type { Product } from '../products.fields';
import { figuresOf } from '../products.rules';
import { keepProductsInOrder } from './product-windows.queries';
import { fillProducts } from '~/app/testing/long-lists.builders';
import { makeProduct } from './products.builders';

const longRows = 300;
const test = ownServer({ LONG_LIST_ROWS: String(longRows) });
const windowed = { 'list-form': 'windowed-when-long' };
let all: Product[] = [];

interface WindowResponse {
  ids: number[];
  total: number | null;
}

const list = async () => (await test.admin.get<Product[]>('/products')).body.data;
const query = (question: object) => new URLSearchParams(Object.entries(question)).toString();
const ask = (question: object) => test.admin.get<WindowResponse>(`/products?${query(question)}`);
const idsOf = async (question: object) => (await ask(question)).body.data;
const refused = async (question: object) => {
  const { status, body } = await ask(question);
  return [status, body.error];
};

beforeAll(async () => {
  await test.server.database.pool.query(fillProducts);
  all = await list();
});

describe('the ids of a window', () => {
  it('are read from indexes once there are many', async () => {
    const { db, pool } = test.server.database;
    const orders = async () =>
      (await pool.query(`select from pg_indexes where indexname ~ '^products_(by|low)'`)).rowCount;
    const question = { sort: 'category', from: 100, count: 200 };
    const before = await idsOf(question);
    await keepProductsInOrder(db);
    expect(await orders()).toBe(0);
    await keepProductsInOrder(db, all.length);
    await keepProductsInOrder(db, all.length);
    expect(await orders()).toBe(6);
    expect(await idsOf(question)).toEqual(before);
  });

  it('come in parts that make up the whole', async () => {
    const whole = (await idsOf({ sort: 'sku_code' })).ids;
    const parts = await Promise.all(
      [0, 100, 200, 300, 400, 500].map((from) => idsOf({ sort: 'sku_code', from, count: 100 })),
    );
    expect(parts.flatMap(({ ids }) => ids)).toEqual(whole);
    expect(parts.map(({ total }) => total)).toEqual(parts.map(() => all.length));
    expect(await idsOf({ search: 'bolt', count: 0 })).toMatchObject({
      ids: [],
      total: (420 * 5) / 12,
    });
  });

  it.each([
    [{ sort: 'weight' }, 'Products cannot be sorted by "weight"'],
    [{ sort: '-toString' }, 'Products cannot be sorted by "toString"'],
    [{ filters: '{' }, 'The filters must be a JSON object of texts'],
    [{ filters: '[]' }, 'The filters must be a JSON object of texts'],
    [{ filters: '{"status":1}' }, 'The filters must be a JSON object of texts'],
    [{ filters: '{"colour":"red"}' }, 'There is no filter "colour"'],
    [{ from: '-1' }, 'from must be a whole number from 0 to 2147483647'],
    [{ count: '20001' }, 'count must be a whole number from 0 to 20000'],
    [{ rows: '501' }, 'rows must be a whole number from 0 to 500'],
    [{ ids: '1,x' }, 'ids must be whole numbers, separated by commas'],
    [
      { ids: Array.from({ length: 501 }, (_, n) => n).join() },
      'At most 500 ids can be requested at once',
    ],
    [{ ids: '1', sort: 'id' }, 'ids cannot be combined with other parameters'],
  ])('%j is refused', async (question, message) => {
    expect(await refused(question)).toEqual([400, message]);
  });

  it('come with the first rows, if the call requests them', async () => {
    const [first, second] = all as [Product, Product];
    const { ids } = await idsOf({ from: 0, count: 3 });
    expect(await idsOf({ from: 0, count: 3, rows: 2 })).toEqual({
      ids,
      total: all.length,
      rows: [first, second],
    });
    expect(await idsOf({ search: 'nothing is called so', count: 3, rows: 2 })).toEqual({
      ids: [],
      total: 0,
      rows: [],
    });
  });

  it('a search for what no database keeps finds nothing', async () => {
    expect(await idsOf({ search: 'bolt\u0000' })).toEqual({ ids: [], total: 0 });
  });
});

describe('rows', () => {
  it('come by their ids, in that order, without those that are gone', async () => {
    const [first, second, third] = all as [Product, Product, Product];
    const ids = [third.id, 2_147_483_647, first.id, 9_999_999_999, second.id, first.id].join();
    const { body } = await test.admin.get<{ rows: Product[] }>(`/products?ids=${ids}`);
    expect(body.data).toEqual({ rows: [third, first, second] });
    expect((await test.admin.get(`/products?ids=`)).body.data).toEqual({ rows: [] });
  });
});

describe('a list above the limit', () => {
  it('comes whole to a person who does not know of windows, and else says how long it is', async () => {
    expect(all.length).toBeGreaterThan(longRows);
    const { headers, body } = await test.admin.get<object>('/products', windowed);
    const cursor = headers.get('list-cursor');
    expect(body.data).toEqual({ windowed: true, total: all.length, cursor });
    expect(headers.get('etag')).toBeNull();
  });

  it('tells what changed since, and asks to begin again where that is not known', async () => {
    const { headers } = await ask({ count: '10' });
    const since = `/products?since=${headers.get('list-cursor')}`;
    const created = await makeProduct(test.admin, { product_name: 'Created later' });
    const changes = await test.admin.get<object>(since, windowed);
    expect(changes.body.data).toMatchObject({ full: false, rows: [created], gone: [] });
    await test.admin.delete(`/products/${created.id}`);
    const lost = await test.admin.get<object>('/products?since=nothing', windowed);
    expect(lost.body.data).toMatchObject({ windowed: true, total: all.length });
    const whole = await test.admin.get<{ rows: unknown[] }>('/products?since=nothing');
    expect(whole.body.data.rows).toHaveLength(all.length);
  });

  it('has its figures without being read', async () => {
    const figures = async () => (await test.admin.get('/products/figures')).body.data;
    expect(await figures()).toEqual(figuresOf(all));
    const created = await makeProduct(test.admin, {
      stock_quantity: 5,
      reorder_level: 9,
      cost_price: null,
    });
    await test.admin.put(`/products/${created.id}`, { stock_quantity: 8, unit_price: 10.5 });
    expect(await figures()).toEqual(figuresOf(await list()));
    await test.admin.put(`/products/${created.id}`, { stock_quantity: 0 });
    await test.admin.delete(`/products/${created.id}`);
    expect(await figures()).toEqual(figuresOf(all));
  });

  it('exports the rows of the query, or the chosen ones', async () => {
    const question = { sort: '-sku_code', search: 'bolt', filters: '{"status":"active"}' };
    const skusOf = async (windowQuery: object) => {
      const { body } = await test.admin.get<never>(`/products/export?${query(windowQuery)}`);
      const reader = new CsvReader(',');
      const rows = [...reader.push(String(body)), ...reader.end()];
      return rows.slice(1).map(({ cells }) => cells[1]);
    };
    const skus = new Map(all.map(({ id, sku_code }) => [id, sku_code]));
    const { ids } = await idsOf(question);
    expect(await skusOf(question)).toEqual(ids.map((id) => skus.get(id)));
    const few = ids.slice(0, 3).toSorted((one, other) => one - other);
    expect(await skusOf({ ids: few.join() })).toEqual(few.map((id) => skus.get(id)));
    expect(await skusOf({})).toHaveLength(all.length);
  });
});
