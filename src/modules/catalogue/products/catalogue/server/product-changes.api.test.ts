import { beforeEach, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { emptyTables } from '~/kit/server/testing/test-database';
import { movementsOf } from '../../stock/server/stock.builders';
import type { Product } from '../products.fields';
import { makeProduct } from './products.builders';
import { bulk, done } from '~/modules/records/batches/server/batches.builders';

const test = fileServer();

beforeEach(async () => {
  await emptyTables(test.server.database, 'products', 'stock_movements', 'activity');
});

const put = (id: number, body: object) => test.admin.put<Product>(`/products/${id}`, body);

describe('a change', () => {
  it('takes one field or the whole form, refuses what is stale, and says who was first', async () => {
    const product = await makeProduct(test.admin, { stock_quantity: 5 });
    const first = await put(product.id, { unit_price: 99, updated_at: product.updated_at });
    expect(first.body.data).toMatchObject({ unit_price: 99, stock_quantity: 5 });
    const late = await put(product.id, { stock_quantity: 9, updated_at: product.updated_at });
    expect(late.status).toBe(409);
    expect(late.body.error).toBe('This record was changed by someone else');
    expect(late.body.data).toMatchObject({ unit_price: 99, stock_quantity: 5 });
    expect(await movementsOf(test.admin, product.id)).toHaveLength(1);
    expect((await put(999_999, { unit_price: 1 })).status).toBe(404);
  });

  it('of the unit to nothing is refused, and a null unit is each on creation', async () => {
    const product = await makeProduct(test.admin, { unit_of_measure: null });
    expect(product.unit_of_measure).toBe('each');
    expect((await put(product.id, { unit_of_measure: '' })).status).toBe(400);
  });

  it('of the category clears the subcategory, unless one of the new category comes along', async () => {
    const { id } = await makeProduct(test.admin, { category_id: 1, subcategory_id: 2 });
    expect((await put(id, { category_id: 2 })).body.data).toMatchObject({
      category_name: 'Manufacturing',
      subcategory_id: null,
      subcategory_name: null,
    });
    expect((await put(id, { category_id: 3, subcategory_id: 5 })).body.data).toMatchObject({
      category: 'Safety Equipment',
      subcategory_name: 'Helmets',
    });
    const outsider = await put(id, { category_id: 4, subcategory_id: 1 });
    expect(outsider.status).toBe(400);
    expect(outsider.body.error).toBe(
      'The subcategory Sensors belongs to Electronics. Choose that category first.',
    );
    expect((await put(id, { subcategory_id: 8 })).status).toBe(400);
    expect((await put(id, { category_id: null })).body.data).toMatchObject({
      category_id: null,
      subcategory_id: null,
    });
    expect((await put(id, { subcategory_id: 1 })).status).toBe(400);
  });

  it('is in the activity feed as a product', async () => {
    const { id } = await makeProduct(test.admin, { product_name: 'Bench Vice' });
    await put(id, { unit_price: 10 });
    const feed = await test.server.database.pool.query<{ type: string; message: string }>(
      'select type, message from activity where record_id = $1 order by id',
      [id],
    );
    expect(feed.rows).toEqual([
      { type: 'product', message: 'Bench Vice' },
      { type: 'product', message: 'Bench Vice: Unit Price' },
    ]);
  });
});

describe('the list', () => {
  it('is newest first and says when nothing has changed, also in what the rows are joined from', async () => {
    const [first, second] = [
      await makeProduct(test.admin),
      await makeProduct(test.admin, { category_id: 4 }),
    ];
    const before = await test.admin.get<Product[]>('/products');
    expect(before.body.data.map(({ id }) => id)).toEqual([second.id, first.id]);
    const tag = before.headers.get('etag') ?? '';
    expect((await test.admin.get('/products', { 'if-none-match': tag })).status).toBe(304);
    await test.admin.put('/inventory/categories/4', { category_name: 'Raw materials' });
    const after = await test.admin.get<Product[]>('/products', { 'if-none-match': tag });
    expect(after.body.data[0]?.category).toBe('Raw materials');
    await test.admin.put('/inventory/categories/4', { category_name: 'Raw Materials' });
  });
});

describe('deleting', () => {
  it('needs zero stock and offers to switch it off instead', async () => {
    const { id } = await makeProduct(test.admin, {
      product_name: 'Bench Vice',
      stock_quantity: 3,
      cost_price: null,
    });
    const refused = await test.admin.delete(`/products/${id}`);
    expect(refused.status).toBe(409);
    expect(refused.body.error).toBe(
      'Only products with zero stock can be deleted: "Bench Vice" has 3 in stock. Make it inactive instead.',
    );
    expect(refused.body.details[0]?.record).toEqual({ type: 'product', id, label: 'Bench Vice' });
    expect((await put(id, { is_active: false })).status).toBe(200);
    await put(id, { stock_quantity: 0 });
    expect((await test.admin.delete(`/products/${id}`)).status).toBe(200);
    expect((await test.admin.delete(`/products/${id}`)).status).toBe(404);
    expect((await test.admin.get(`/products/${id}/stock-movements`)).status).toBe(404);
  });

  it('is refused for a product whose movements have a value, alone and in bulk', async () => {
    const valued = await makeProduct(test.admin, { product_name: 'Lathe', stock_quantity: 2 });
    const free = await makeProduct(test.admin, { stock_quantity: 2, cost_price: null });
    for (const { id } of [valued, free]) await put(id, { stock_quantity: 0 });
    const error =
      'Movements of "Lathe" have a value or a lot, so it cannot be deleted. Make it inactive instead.';
    const record = { type: 'product', id: valued.id, label: 'Lathe' };
    expect(await test.admin.delete(`/products/${valued.id}`)).toMatchObject({
      status: 409,
      body: { code: 'product.has_value', error, details: [{ message: error, record }] },
    });
    const { results } = await done(bulk(test.admin, 'products', [valued.id, free.id], null));
    expect(results).toEqual([
      { id: valued.id, ok: false, error },
      { id: free.id, ok: true },
    ]);
    const rest = (await test.admin.get<Product[]>('/products')).body.data.map(({ id }) => id);
    expect([rest.includes(valued.id), rest.includes(free.id)]).toEqual([true, false]);
  });

  it('of the other product still happens in a merge', async () => {
    const first = await makeProduct(test.admin, { stock_quantity: 1 });
    const other = await makeProduct(test.admin, { stock_quantity: 2 });
    const merged = await test.admin.post(`/products/${first.id}/merge`, { other_id: other.id });
    expect(merged.status).toBe(200);
    expect((await test.admin.get(`/products/${other.id}`)).status).toBe(404);
  });
});
