import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/test-file-server';
import { predicateOf } from '~/kit/shared/filters/filters';
import { CsvReader } from '~/kit/shared/csv/csv-reader';
import type { Product } from '../products.fields';
import { productFilters } from '../products.filters';
import { figuresOf } from '../products.rules';
import { keepProductsInOrder, productWindows } from './product-windows.queries';
import { makeProduct } from './products.builders';

const longRows = 300;
const test = fileServer({ LONG_LIST_ROWS: String(longRows) });
const windowed = { 'list-form': 'windowed-when-long' };
let all: Product[] = [];

interface Found {
  ids: number[];
  total: number | null;
}

const list = async () => (await test.admin.get<Product[]>('/products')).body.data;
const query = (asked: object) => new URLSearchParams(Object.entries(asked)).toString();
const ask = (asked: object) => test.admin.get<Found>(`/products?${query(asked)}`);
const idsOf = async (asked: object) => (await ask(asked)).body.data;
const refused = async (asked: object) => {
  const { status, body } = await ask(asked);
  return [status, body.error];
};

/** Names that sort and fold in ways of their own, and values on the bounds of every band. */
const fill = `
  insert into brands (brand_name, created_at, updated_at)
    select unnest(array['Zoë', 'anvaya 10', 'Anvaya 9', 'ŠKF', 'skf 2', 'Åkerströms', '東洋']), now(), now();
  insert into products (product_name, sku_code, description, barcode, category_id, subcategory_id, brand_id, unit_price,
      cost_price, stock_quantity, reorder_level, is_active, unit_of_measure, created_at, updated_at)
    select w[1 + n % 12] || ' ' || (n * 7919) % 40 || case n % 5 when 0 then ' (M' || n % 9 || ')' else '' end,
      case n % 3 when 0 then 'SKU-' when 1 then 'sku ' else 'É' end || n, case n % 4 when 0 then d[1 + n % 5] end,
      case n % 6 when 0 then '890' || n end, nullif(n % 5, 0), case when n % 10 = 1 then 1 end, nullif(n % 8, 0),
      p[1 + n % 9], case n % 4 when 0 then null when 1 then 0 else round(p[1 + n % 9] * (n % 13) / 10, 2) end,
      (n * 31) % 25, (n * 17) % 13, n % 7 <> 0, case n % 2 when 0 then 'each' else 'kg' end,
      timestamptz '2026-01-01' + (n % 50) * interval '1 hour', now()
    from generate_series(1, 420) n, (select
      array['Hex bolt', 'hex Bolt', 'Écrou', 'ecrou', 'Zange', 'İğne', 'ΣΊΣΥΦΟΣ', 'Bolt-', '_bolt%', 'बोल्ट', 'ﬁtting', '5 mm bolt'] as w,
      array['Zinc plated', 'Für Außen', 'box of\nten', 'ΣΊΣΥΦΟΣ', 'a_b%c\\d'] as d,
      array[0, 99.99, 100, 499.99, 500, 1000, 4999.99, 5000, 12.5] as p) words`;

beforeAll(async () => {
  await test.server.database.pool.query(fill);
  all = await list();
});

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const fields: Record<string, keyof Product> = {
  category: 'category_name',
  subcategory: 'subcategory_name',
  brand: 'brand_name',
};

/** The order that docs/product/screens.md gives, written apart from both sides. */
function inOrder(rows: readonly Product[], key: string, isDown: boolean): Product[] {
  const valueOf = (row: Product) => row[fields[key] ?? (key as keyof Product)];
  const isEmpty = (row: Product) => valueOf(row) === null;
  const sorted = rows
    .filter((row) => !isEmpty(row))
    .toSorted((one, other) => {
      const [a, b] = [valueOf(one), valueOf(other)];
      const order = typeof a === 'string' ? collator.compare(a, String(b)) : Number(a) - Number(b);
      return isDown ? -order : order;
    });
  return [...sorted, ...rows.filter(isEmpty)];
}

describe('the ids of a window', () => {
  const filters = productFilters({ categories: [], brands: [] });
  const words = fc.constantFrom(
    'bolt',
    'BOLT',
    'écrou',
    'ecrou 1',
    'sku-4',
    'zo',
    'z',
    '%',
    '_',
    '\\d',
    'ten',
    'aussen',
    'außen',
    'ﬁ',
    'fitting',
    'iğne',
    'σισυφος',
    'ΣΊΣ',
    'बोल्ट',
    '東',
    'electronics',
    'anvaya 9 hex',
    '8906',
    "'",
    '"',
    ' ',
  );
  const values = {
    category_id: fc.constantFrom('1', '4', 'none', '77', 'x', '01'),
    brand_id: fc.constantFrom('1', '3', 'none', '9999999999'),
    price_range: fc.constantFrom('under-100', '100-500', '500-1000', '1000-5000', 'over-5000', 'x'),
    profit_margin: fc.constantFrom('high', 'medium', 'low', 'negative', 'toString'),
    reorder_alert: fc.constantFrom('needs-reorder', 'normal', 'well-stocked'),
    stock_status: fc.constantFrom('in', 'low', 'out'),
    status: fc.constantFrom('active', 'inactive', ' '),
  };
  const wanted = fc.record({
    sort: fc.option(fc.constantFrom(...Object.keys(productWindows.sorts))),
    isDown: fc.boolean(),
    search: fc.option(words),
    filters: fc.record(values, { requiredKeys: [] }),
  });

  it('are those that the rules of the browser give on the whole list, in their order', async () => {
    await fc.assert(
      fc.asyncProperty(wanted, async ({ sort, isDown, search, filters: chosen }) => {
        const typed = search === null ? {} : { search };
        const predicate = predicateOf(filters, { ...chosen, ...typed });
        const rows = predicate ? all.filter(predicate) : all;
        const sorted = sort === null ? rows : inOrder(rows, sort, isDown);
        const asked = {
          ...(sort === null ? {} : { sort: `${isDown ? '-' : ''}${sort}` }),
          ...typed,
          filters: JSON.stringify(chosen),
        };
        const ids = sorted.map(({ id }) => id);
        const [whole, part] = await Promise.all([
          idsOf(asked),
          idsOf({ ...asked, from: 3, count: 5 }),
        ]);
        expect(whole).toEqual({ ids, total: ids.length });
        expect(part).toEqual({ ids: ids.slice(3, 8), total: ids.length });
      }),
      { numRuns: 80 },
    );
  }, 60_000);

  it('are read from indexes once there are many', async () => {
    const { db, pool } = test.server.database;
    const orders = async () =>
      (await pool.query(`select from pg_indexes where indexname ~ '^products_(by|low)'`)).rowCount;
    const asked = { sort: 'category', from: 100, count: 200 };
    const before = await idsOf(asked);
    await keepProductsInOrder(db);
    expect(await orders()).toBe(0);
    await keepProductsInOrder(db, all.length);
    await keepProductsInOrder(db, all.length);
    expect(await orders()).toBe(6);
    expect(await idsOf(asked)).toEqual(before);
  });

  it('has every filter and every sort of the screen', () => {
    const keys = filters.map(({ key }) => key).filter((key) => key !== 'search');
    expect(Object.keys(productWindows.filters)).toEqual(keys);
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
    [{ ids: '1,x' }, 'ids must be whole numbers, separated by commas'],
    [
      { ids: Array.from({ length: 501 }, (_, n) => n).join() },
      'At most 500 ids can be asked for at once',
    ],
    [{ ids: '1', sort: 'id' }, 'ids goes with no other parameter'],
  ])('%j is refused', async (asked, sentence) => {
    expect(await refused(asked)).toEqual([400, sentence]);
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
  it('comes whole to who does not know of windows, and else says how long it is', async () => {
    expect(all.length).toBeGreaterThan(longRows);
    const { headers, body } = await test.admin.get<object>('/products', windowed);
    const cursor = headers.get('list-cursor');
    expect(body.data).toEqual({ windowed: true, total: all.length, cursor });
    expect(headers.get('etag')).toBeNull();
  });

  it('tells what changed since, and asks to begin anew where that is not known', async () => {
    const { headers } = await ask({ count: '10' });
    const since = `/products?since=${headers.get('list-cursor')}`;
    const made = await makeProduct(test.admin, { product_name: 'Told later' });
    const changes = await test.admin.get<object>(since, windowed);
    expect(changes.body.data).toMatchObject({ full: false, rows: [made], gone: [] });
    await test.admin.delete(`/products/${made.id}`);
    const lost = await test.admin.get<object>('/products?since=nothing', windowed);
    expect(lost.body.data).toMatchObject({ windowed: true, total: all.length });
    const whole = await test.admin.get<{ rows: unknown[] }>('/products?since=nothing');
    expect(whole.body.data.rows).toHaveLength(all.length);
  });

  it('has its figures without being read', async () => {
    const figures = async () => (await test.admin.get('/products/figures')).body.data;
    expect(await figures()).toEqual(figuresOf(all));
    const made = await makeProduct(test.admin, { stock_quantity: 5, reorder_level: 9 });
    await test.admin.put(`/products/${made.id}`, { stock_quantity: 8, unit_price: 10.5 });
    expect(await figures()).toEqual(figuresOf(await list()));
    await test.admin.put(`/products/${made.id}`, { stock_quantity: 0 });
    await test.admin.delete(`/products/${made.id}`);
    expect(await figures()).toEqual(figuresOf(all));
  });

  it('is exported as far as it is asked for', async () => {
    const asked = { sort: '-sku_code', search: 'bolt', filters: '{"status":"active"}' };
    const skusOf = async (wanted: object) => {
      const { body } = await test.admin.get<never>(`/products/export?${query(wanted)}`);
      const reader = new CsvReader(',');
      const rows = [...reader.push(String(body)), ...reader.end()];
      return rows.slice(1).map(({ cells }) => cells[1]);
    };
    const skus = new Map(all.map(({ id, sku_code }) => [id, sku_code]));
    const { ids } = await idsOf(asked);
    expect(await skusOf(asked)).toEqual(ids.map((id) => skus.get(id)));
    const few = ids.slice(0, 3).toSorted((one, other) => one - other);
    expect(await skusOf({ ids: few.join() })).toEqual(few.map((id) => skus.get(id)));
    expect(await skusOf({})).toHaveLength(all.length);
  });
});
