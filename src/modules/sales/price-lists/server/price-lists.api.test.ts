import { beforeAll, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { statusesOf } from '~/app/testing/test-server';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import { signInWith } from '~/modules/organization/users/roles/server/roles.builders';
import { bulk, done, undo } from '~/modules/records/batches/server/batches.builders';
import { makeCustomer } from '~/modules/sales/customers/server/customers.builders';
import type { PriceList, WholePriceList } from '../price-lists.fields';
import { makePriceList, priceListBody } from './price-lists.builders';

const test = fileServer();
const ids = { customer: 0, product: 0, other: 0 };

beforeAll(async () => {
  ids.customer = (await makeCustomer(test.admin, { company_name: 'Kaveri Looms' })).id;
  ids.product = (await makeProduct(test.admin, { product_name: 'Gear pump' })).id;
  ids.other = (await makeProduct(test.admin)).id;
});

const item = (values: object = {}) => ({ product_id: ids.product, unit_price: 90, ...values });
const sales = { role_id: 2, percent: 10 };

describe('creating a price list', () => {
  it('keeps it with its prices and limits, from today on and from a quantity of 1', async () => {
    const response = await test.admin.post<WholePriceList>('/price-lists', {
      name: ' Festival ',
      customer_id: ids.customer,
      items: [item(), item({ from_quantity: 10, unit_price: 80.5 })],
      discount_limits: [sales],
    });
    expect(response.status).toBe(201);
    const { data } = response.body;
    expect(data).toMatchObject({
      name: 'Festival',
      customer_name: 'Kaveri Looms',
      valid_until: null,
      product_count: 1,
      items: [
        { product_name: 'Gear pump', from_quantity: 1, unit_price: 90 },
        { product_name: 'Gear pump', from_quantity: 10, unit_price: 80.5 },
      ],
      discount_limits: [{ role_id: 2, role_name: 'Sales', percent: 10 }],
    });
    expect((await test.admin.get(`/price-lists/${data.id}`)).body.data).toEqual(data);
    const rows = (await test.admin.get<PriceList[]>('/price-lists')).body.data;
    const { items: _items, discount_limits: _limits, ...row } = data;
    expect(rows.find(({ id }) => id === data.id)).toEqual(row);
  });

  it.each([
    [{ name: ' ' }, 'name', 'Price list name is required'],
    [{ customer_id: 999_999 }, 'customer_id', 'Customer not found'],
    [{ valid_until: '2019-12-31' }, 'valid_until', 'Valid Until cannot be before Valid From'],
    [
      { items: [{ product_id: 999_999, unit_price: 1 }] },
      'items.0.product_id',
      /Product not found/,
    ],
    [{ items: [{ product_id: 1, unit_price: -1 }] }, 'items.0.unit_price', /at least 0/],
    [{ items: [{ product_id: 1, unit_price: 1.005 }] }, 'items.0.unit_price', /two decimals/],
    [
      { items: [{ product_id: 1, unit_price: 1, from_quantity: 0 }] },
      'items.0.from_quantity',
      /at least 0.001/,
    ],
    [
      {
        items: [
          { product_id: 1, unit_price: 1 },
          { product_id: 1, unit_price: 2 },
        ],
      },
      'items.1.from_quantity',
      'Item 2: The product already has a price from this quantity',
    ],
    [
      { discount_limits: [{ role_id: 99, percent: 1 }] },
      'discount_limits.0.role_id',
      /Role not found/,
    ],
    [{ discount_limits: [{ role_id: 2, percent: 101 }] }, 'discount_limits.0.percent', /100/],
    [
      {
        discount_limits: [
          { role_id: 2, percent: 1 },
          { role_id: 2, percent: 2 },
        ],
      },
      'discount_limits.1.role_id',
      'A role can have one discount limit',
    ],
    [
      { items: Array.from({ length: 1001 }, () => ({ product_id: 1, unit_price: 1 })) },
      'items',
      'A price list can have at most 1,000 items',
    ],
  ])('refuses %j', async (values, field, message) => {
    const response = await test.admin.post('/price-lists', priceListBody(values));
    expect(response.status).toBe(400);
    expect(response.body.details).toContainEqual({
      field,
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    });
  });

  it('refuses a name that another list has, and says which', async () => {
    const { id, name } = await makePriceList(test.admin);
    const response = await test.admin.post('/price-lists', { name: name.toUpperCase() });
    expect([response.status, response.body.code]).toEqual([409, 'price_list.name_taken']);
    expect(response.body.details).toEqual([
      {
        field: 'name',
        message: `There is already a price list named "${name}"`,
        record: { type: 'price_list', id, label: name },
      },
    ]);
  });
});

describe('changing a price list', () => {
  it('replaces the prices that are sent and keeps what is not', async () => {
    const created = await makePriceList(test.admin, { items: [item()], discount_limits: [sales] });
    const path = `/price-lists/${created.id}`;
    const renamed = await test.admin.put<WholePriceList>(path, { notes: 'Agreed by phone' });
    expect(renamed.body.data).toMatchObject({ items: created.items, notes: 'Agreed by phone' });
    const items = [item({ product_id: ids.other, from_quantity: 2.5, unit_price: 7 })];
    const changed = await test.admin.put<WholePriceList>(path, { items });
    expect(changed.body.data).toMatchObject({
      items: [{ product_id: ids.other, from_quantity: 2.5, unit_price: 7 }],
      discount_limits: created.discount_limits,
    });
    expect((await test.admin.get(path)).body.data).toEqual(changed.body.data);
    const { updated_at } = created;
    const late = await test.admin.put(path, { notes: 'Late', updated_at });
    expect([late.status, late.body.code]).toEqual([409, 'record.changed']);
    const again = await test.admin.put<WholePriceList>(path, changed.body.data);
    expect(again.body.data.updated_at).toBe(changed.body.data.updated_at);
  });

  it('lets the history show prices and limits', async () => {
    const { id } = await makePriceList(test.admin, { items: [item()], discount_limits: [sales] });
    await test.admin.put(`/price-lists/${id}`, {
      items: [item({ unit_price: 85 })],
      discount_limits: [{ ...sales, percent: 12 }],
    });
    const history = await test.admin.get<{ changes: unknown[] }[]>(`/history/price_lists/${id}`);
    expect(history.body.data[0]?.changes).toEqual([
      {
        field: 'items',
        label: 'Products',
        before: [{ description: 'Gear pump', from_quantity: 1, unit_price: 90 }],
        after: [{ description: 'Gear pump', from_quantity: 1, unit_price: 85 }],
      },
      {
        field: 'discount_limits',
        label: 'Discount Limits',
        before: [{ description: 'Sales', percent: 10 }],
        after: [{ description: 'Sales', percent: 12 }],
      },
    ]);
  });
});

describe('a price list that is in use', () => {
  it('keeps its products and its customer from deletion, and is named', async () => {
    const product = await makeProduct(test.admin, { stock_quantity: 0 });
    const customer = await makeCustomer(test.admin, { is_active: false });
    const { id, name } = await makePriceList(test.admin, {
      customer_id: customer.id,
      items: [item({ product_id: product.id })],
    });
    const record = { type: 'price_list', id, label: name };
    for (const [path, code, heading] of [
      [`/products/${product.id}`, 'product.in_use', 'Used by'],
      [`/customers/${customer.id}`, 'customer.in_use', 'Belongs to it:'],
    ] as const) {
      const response = await test.admin.delete(path);
      expect([response.status, response.body.code]).toEqual([409, code]);
      expect(response.body.error).toContain('1 price list');
      expect(response.body.details).toEqual([{ message: `${heading} ${name}`, record }]);
    }
    const responses = await Promise.all([1, 2].map(() => test.admin.delete(`/price-lists/${id}`)));
    expect(statusesOf(responses)).toEqual([200, 404]);
    expect((await test.admin.delete(`/products/${product.id}`)).status).toBe(200);
  });

  it('loses the limit of a role that is deleted', async () => {
    const role = await test.admin.post<{ id: number }>('/roles', { name: 'Dealers' });
    const limit = { role_id: role.body.data.id, percent: 5 };
    const { id } = await makePriceList(test.admin, { discount_limits: [limit, sales] });
    expect((await test.admin.delete(`/roles/${limit.role_id}`)).status).toBe(200);
    const { data } = (await test.admin.get<WholePriceList>(`/price-lists/${id}`)).body;
    expect(data.discount_limits).toEqual([{ ...sales, role_name: 'Sales' }]);
  });
});

describe('rights', () => {
  it('are those of the role', async () => {
    const { client: reader } = await signInWith(test, { price_lists: { read: 'all' } });
    const { client: outsider } = await signInWith(test, {});
    const { id } = await makePriceList(test.admin);
    expect((await reader.get(`/price-lists/${id}`)).status).toBe(200);
    const refused = [
      await reader.post('/price-lists', priceListBody()),
      await reader.put(`/price-lists/${id}`, { notes: 'Mine' }),
      await reader.delete(`/price-lists/${id}`),
      await outsider.get('/price-lists'),
      await outsider.get(`/price-lists/${id}`),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
  });

  it('of ready-made roles follow those on products', async () => {
    const { rows } = await test.server.database.pool.query<{ name: string }>(
      `select name from roles
        where is_ready_made and rights->'price_lists' is distinct from rights->'products'`,
    );
    expect(rows).toEqual([]);
  });

  it('to change prices do not change discount limits', async () => {
    const rights = { read: 'all', create: true, update: true } as const;
    const { client } = await signInWith(test, { price_lists: rights, products: { read: 'all' } });
    const list = await makePriceList(test.admin, { items: [item()], discount_limits: [sales] });
    const path = `/price-lists/${list.id}`;
    const own = { items: [item({ unit_price: 88 })], discount_limits: list.discount_limits };
    expect((await client.put(path, own)).status).toBe(200);
    for (const limits of [[], [{ ...sales, percent: 50 }]]) {
      const response = await client.put(path, { discount_limits: limits });
      expect([response.status, response.body.code]).toEqual([403, 'price_list.limits_fixed']);
    }
    const created = await client.post('/price-lists', priceListBody({ discount_limits: [sales] }));
    expect(created.status).toBe(403);
  });
});

it('many change at once, and what was deleted comes back whole', async () => {
  const lists = [
    await makePriceList(test.admin, { items: [item()], discount_limits: [sales] }),
    await makePriceList(test.admin, { valid_from: '2031-01-01' }),
  ];
  const all = lists.map(({ id }) => id);
  const ended = await done(bulk(test.admin, 'price_lists', all, { valid_until: '2030-12-31' }));
  expect(ended.results).toMatchObject([{ ok: true }, { id: all[1], ok: false }]);
  const deleted = await done(bulk(test.admin, 'price-lists', all.slice(0, 1), null));
  expect((await test.admin.get(`/price-lists/${all[0]}`)).status).toBe(404);
  await done(undo(test.admin, deleted.batch_id));
  const { data } = (await test.admin.get<WholePriceList>(`/price-lists/${all[0]}`)).body;
  expect(data).toMatchObject({
    valid_until: '2030-12-31',
    items: lists[0]?.items,
    discount_limits: lists[0]?.discount_limits,
  });
});

it('a list that was changed says the new name of its customer', async () => {
  const customer = await makeCustomer(test.admin);
  const { id } = await makePriceList(test.admin, { customer_id: customer.id });
  await test.admin.get('/price-lists');
  await test.admin.put(`/customers/${customer.id}`, { company_name: 'Renamed Looms' });
  const rows = (await test.admin.get<PriceList[]>('/price-lists')).body.data;
  expect(rows.find((row) => row.id === id)?.customer_name).toBe('Renamed Looms');
});
