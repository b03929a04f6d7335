import { describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import type { Brand } from '../brands.fields';
import type { Category } from '../categories.fields';
import type { Product } from '../products.fields';
import type { Subcategory } from '../subcategories.fields';
import { productBody } from './products.builders';

const test = fileServer();

async function create<T>(path: string, body: object): Promise<T> {
  const response = await test.admin.post<T>(path, body);
  expect(response.status).toBe(201);
  return response.body.data;
}

const product = (values: object) => create<Product>('/products', productBody(values));
const rows = async <T>(path: string) => (await test.admin.get<T[]>(path)).body.data;

describe('the first start', () => {
  it('makes four categories and eight subcategories, listed by name', async () => {
    const categories = await rows<Category>('/inventory/categories');
    expect(categories.map(({ id, category_name: name }) => [id, name])).toEqual([
      [1, 'Electronics'],
      [2, 'Manufacturing'],
      [4, 'Raw Materials'],
      [3, 'Safety Equipment'],
    ]);
    const subcategories = await rows<Subcategory>('/inventory/subcategories');
    expect(
      subcategories
        .map(({ id, subcategory_name: name, category_id: of }) => `${id} ${name} of ${of}`)
        .sort(),
    ).toEqual([
      '1 Sensors of 1',
      '2 Processors of 1',
      '3 Machinery of 2',
      '4 Tools of 2',
      '5 Helmets of 3',
      '6 Gloves of 3',
      '7 Metals of 4',
      '8 Plastics of 4',
    ]);
    expect(await rows('/brands')).toEqual([]);
    const of3 = await rows<Subcategory>('/inventory/subcategories?category_id=3');
    expect(of3.map(({ subcategory_name }) => subcategory_name)).toEqual(['Gloves', 'Helmets']);
    expect(await rows('/inventory/subcategories?category_id=99')).toEqual([]);
    expect((await test.admin.get('/inventory/subcategories?category_id=x')).status).toBe(400);
  });

  it('leaves the numbers after them to the next ones', async () => {
    const category = await create<Category>('/inventory/categories', { category_name: 'Packing' });
    expect(category).toMatchObject({ id: 5, description: null, product_count: 0 });
    const body = { subcategory_name: 'Cartons', category_id: 5, description: ' Corrugated ' };
    expect(await create('/inventory/subcategories', body)).toMatchObject({
      id: 9,
      category_name: 'Packing',
      description: 'Corrugated',
    });
    const brand = await create<Brand>('/brands', { brand_name: 'Ketan', website: 'ketan.example' });
    expect(brand).toMatchObject({ website: 'https://ketan.example', product_count: 0 });
    expect((await test.admin.get(`/brands/${brand.id}`)).body.data).toEqual(brand);
  });
});

describe('names', () => {
  it.each([
    ['/inventory/categories', { description: 'x' }, 'Category name is required'],
    ['/inventory/categories', { category_name: ' ' }, 'Category name is required'],
    ['/inventory/subcategories', { category_id: 1 }, 'Subcategory name is required'],
    ['/inventory/subcategories', { subcategory_name: 'Cables' }, 'Please select a category'],
    [
      '/inventory/subcategories',
      { subcategory_name: 'Cables', category_id: 99 },
      'Category not found',
    ],
    ['/brands', { website: 'a.example' }, 'Brand name is required'],
    ['/brands', { brand_name: 'Nova', website: 'no site' }, 'Please enter a valid website URL'],
    ['/brands', { brand_name: 'Nova', website: 'javascript:alert(1)' }, expect.any(String)],
    ['/brands', { brand_name: 'x'.repeat(101) }, 'Brand Name cannot exceed 100 characters'],
    ['/brands', { brand_name: 'Nova', product_count: 3 }, 'Unknown field "product_count"'],
  ])('POST %s %j is refused', async (path, body, message) => {
    const response = await test.admin.post(path, body);
    expect(response.status).toBe(400);
    expect(response.body.error).toEqual(message);
  });

  it('are taken once, regardless of their case, a subcategory’s within its category', async () => {
    const duplicate = await test.admin.post('/inventory/categories', {
      category_name: 'ELECTRONICS',
    });
    expect(duplicate.status).toBe(409);
    expect(duplicate.body.error).toBe('There is already a category called "Electronics"');
    expect(duplicate.body.details[0]?.record).toEqual({
      type: 'category',
      id: 1,
      label: 'Electronics',
    });
    const tools = { subcategory_name: 'tools', category_id: 2 };
    expect((await test.admin.post('/inventory/subcategories', tools)).status).toBe(409);
    const otherRecord = await create<Subcategory>('/inventory/subcategories', {
      ...tools,
      category_id: 3,
    });
    const move = await test.admin.put(`/inventory/subcategories/${otherRecord.id}`, {
      category_id: 2,
    });
    expect(move.status).toBe(409);
    const responses = await Promise.all(
      [1, 2, 3, 4].map(() => test.admin.post('/brands', { brand_name: 'Sahas' })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    expect(
      (await test.admin.put('/inventory/categories/1', { category_name: 'Electronics' })).status,
    ).toBe(200);
  });

  it('can change; what was overtaken is refused', async () => {
    const brand = await create<Brand>('/brands', { brand_name: 'Old Mill' });
    const { updated_at } = brand;
    const first = await test.admin.put<Brand>(`/brands/${brand.id}`, {
      brand_name: 'New Mill',
      updated_at,
    });
    expect(first.body.data.brand_name).toBe('New Mill');
    const late = await test.admin.put(`/brands/${brand.id}`, { description: 'x', updated_at });
    expect(late.status).toBe(409);
  });
});

describe('deleting', () => {
  it('is refused while something is in it, and says what', async () => {
    const category = await create<Category>('/inventory/categories', { category_name: 'Fluids' });
    const oils = await create<Subcategory>('/inventory/subcategories', {
      subcategory_name: 'Oils',
      category_id: category.id,
    });
    const brand = await create<Brand>('/brands', { brand_name: 'Tarang' });
    const { id } = await product({
      product_name: 'Gear Oil',
      category_id: category.id,
      subcategory_id: oils.id,
      brand_id: brand.id,
    });
    const counted = (await rows<Category>('/inventory/categories')).find(
      (each) => each.id === category.id,
    );
    expect(counted?.product_count).toBe(1);

    const ofProduct = {
      message: 'It has the product Gear Oil',
      record: { type: 'product', id, label: 'Gear Oil' },
    };
    const refusals = [
      [
        `/inventory/categories/${category.id}`,
        'The category "Fluids" has 1 subcategory and 1 product and cannot be deleted',
      ],
      [
        `/inventory/subcategories/${oils.id}`,
        'The subcategory "Oils" has 1 product and cannot be deleted',
      ],
      [`/brands/${brand.id}`, 'The brand "Tarang" has 1 product and cannot be deleted'],
    ] as const;
    for (const [path, message] of refusals) {
      const response = await test.admin.delete(path);
      expect(response.status).toBe(409);
      expect(response.body.error).toBe(message);
      expect(response.body.details).toContainEqual(ofProduct);
    }
    const moved = await test.admin.put(`/inventory/subcategories/${oils.id}`, { category_id: 1 });
    expect(moved.body.error).toBe(
      'The subcategory "Oils" has 1 product and cannot move to another category',
    );

    expect((await test.admin.delete(`/products/${id}`)).status).toBe(200);
    for (const path of refusals.map(([each]) => each).reverse()) {
      const isCategory = path.includes('categories/') && !path.includes('sub');
      const response = await test.admin.delete(path);
      expect(response.status).toBe(200);
      expect((await test.admin.delete(path)).status).toBe(404);
      if (isCategory) expect((await test.admin.get(path)).status).toBe(404);
    }
  });

  it('needs a session', async () => {
    const outsider = test.server.client();
    for (const path of ['/inventory/categories', '/inventory/subcategories', '/brands']) {
      expect((await outsider.get(path)).status).toBe(401);
      expect((await outsider.post(path, {})).status).toBe(401);
      expect((await outsider.delete(`${path}/1`)).status).toBe(401);
    }
  });
});
