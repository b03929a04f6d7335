import { beforeEach, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { emptyTables } from '~/kit/server/testing/test-database';
import { movementsOf } from '../../stock/server/stock.builders';
import type { Product } from '../products.fields';
import { makeProduct, productBody } from './products.builders';

const test = fileServer();

beforeEach(async () => {
  await emptyTables(test.server.database, 'products', 'stock_movements', 'activity');
});

const put = (id: number, body: object) => test.admin.put<Product>(`/products/${id}`, body);
const list = async () => (await test.admin.get<Product[]>('/products')).body.data;

describe('a new product', () => {
  it('takes the defaults of the specification', async () => {
    const response = await test.admin.post<Product>('/products', {
      product_name: '  Hex Bolt M8  ',
      sku_code: ' HB-8 ',
      unit_price: 4.5,
      description: '',
    });
    expect(response.status).toBe(201);
    expect(response.body.data).toMatchObject({
      product_name: 'Hex Bolt M8',
      sku_code: 'HB-8',
      description: null,
      unit_price: 4.5,
      cost_price: null,
      stock_quantity: 0,
      reserved_quantity: 0,
      reorder_level: 10,
      min_order_quantity: 1,
      unit_of_measure: 'each',
      is_active: true,
      category: null,
      brand_name: null,
    });
    expect(await movementsOf(test.admin, response.body.data.id)).toEqual([]);
  });

  it('carries every field of the specification, with the names of what it points at', async () => {
    const brand = await test.admin.post<{ id: number }>('/brands', {
      brand_name: 'Ketan Instruments',
    });
    const body = productBody({
      description: 'Inductive, flush\nIP67',
      category_id: 1,
      subcategory_id: 1,
      brand_id: brand.body.data.id,
      barcode: '8901234567890',
      stock_quantity: 40,
      reorder_level: 15,
      unit_of_measure: 'pieces',
      specifications: '10–30 V DC',
      warranty_period: '24 months',
      weight: 0.125,
      dimensions: '60 x 12 x 12',
      color: 'Silver',
      material: 'Nickel-plated brass',
      min_order_quantity: 5,
      is_active: false,
    });
    const created = await makeProduct(test.admin, body);
    expect(created).toMatchObject({
      ...body,
      category: 'Electronics',
      category_name: 'Electronics',
      subcategory_name: 'Sensors',
      brand_name: 'Ketan Instruments',
    });
    expect((await test.admin.get<Product>(`/products/${created.id}`)).body.data).toEqual(created);
    expect(await list()).toEqual([created]);
  });

  it.each([
    [{ product_name: undefined }, 'product_name', 'Product name is required'],
    [{ product_name: 'A' }, 'product_name', 'Product name must be at least 2 characters'],
    [{ sku_code: ' ' }, 'sku_code', 'SKU code is required'],
    [{ unit_price: undefined }, 'unit_price', 'Unit price is required'],
    [{ unit_price: null }, 'unit_price', 'Unit price is required'],
    [{ unit_price: -1 }, 'unit_price', 'Price must be a positive number'],
    [{ unit_price: '12' }, 'unit_price', 'Price must be a positive number'],
    [{ unit_price: 1.005 }, 'unit_price', 'Unit Price cannot have more than two decimals'],
    [{ unit_price: 1e15 }, 'unit_price', 'Unit Price cannot exceed 999,999,999,999'],
    [{ cost_price: -0.01 }, 'cost_price', 'Cost must be a positive number'],
    [{ stock_quantity: -1 }, 'stock_quantity', 'Stock quantity must be a non-negative number'],
    [{ stock_quantity: 1.5 }, 'stock_quantity', 'Stock Quantity must be a whole number'],
    [{ stock_quantity: 2 ** 31 }, 'stock_quantity', 'Stock Quantity cannot exceed 1,000,000,000'],
    [{ reorder_level: -1 }, 'reorder_level', 'Reorder level must be a non-negative number'],
    [{ min_order_quantity: 0 }, 'min_order_quantity', 'Min Order Quantity must be at least 1'],
    [{ weight: 0.0001 }, 'weight', 'Weight (kg) cannot have more than three decimals'],
    [{ category_id: 99 }, 'category_id', 'Category not found'],
    [{ category_id: 1, subcategory_id: 99 }, 'subcategory_id', 'Subcategory not found'],
    [{ brand_id: 99 }, 'brand_id', 'Brand not found'],
    [{ reserved_quantity: 5 }, 'reserved_quantity', 'Unknown field "reserved_quantity"'],
    [{ category_name: 'Tools' }, 'category_name', 'Unknown field "category_name"'],
    [{ product_name: 'a\u0000b' }, 'product_name', expect.stringContaining('cannot be stored')],
    [{ description: 'x'.repeat(2001) }, 'description', expect.stringContaining('2000')],
    [{ is_active: 'yes' }, 'is_active', expect.any(String)],
  ])('is refused with %j', async (wrong, field, message) => {
    const response = await test.admin.post('/products', { ...productBody(), ...wrong });
    expect(response.status).toBe(400);
    expect(response.body.details).toContainEqual({ field, message });
    expect(await list()).toEqual([]);
  });

  it('needs a session, and an id that can be one', async () => {
    expect((await test.server.client().get('/products')).status).toBe(401);
    expect((await test.server.client().post('/products', productBody())).status).toBe(401);
    expect((await test.admin.get('/products/0')).status).toBe(404);
    expect((await test.admin.get('/products/999999999999')).status).toBe(404);
    expect((await test.admin.get('/products/one')).status).toBe(400);
  });

  it('keeps markup as the text it is', async () => {
    const name = '<script>alert(1)</script>';
    expect((await makeProduct(test.admin, { product_name: name })).product_name).toBe(name);
  });
});

describe('an SKU', () => {
  it('belongs to one product, regardless of its case; the refusal names it', async () => {
    const first = await makeProduct(test.admin, { sku_code: 'Bolt-8', product_name: 'Hex Bolt' });
    const response = await test.admin.post('/products', productBody({ sku_code: 'BOLT-8' }));
    expect(response.status).toBe(409);
    expect(response.body.error).toBe('The SKU code BOLT-8 belongs to "Hex Bolt"');
    expect(response.body.details).toEqual([
      {
        field: 'sku_code',
        message: 'The SKU code BOLT-8 belongs to "Hex Bolt"',
        record: { type: 'product', id: first.id, label: 'Hex Bolt' },
      },
    ]);
    const second = await makeProduct(test.admin);
    expect((await put(second.id, { sku_code: 'bolt-8' })).status).toBe(409);
    expect((await put(first.id, { sku_code: 'BOLT-8' })).status).toBe(200);
  });

  it('requested by ten at once is given once', async () => {
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        test.admin.post('/products', productBody({ sku_code: index % 2 ? 'twin-1' : 'TWIN-1' })),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
    for (const { status, body } of responses) {
      if (status === 409) expect(body.error).toMatch(/belongs to "Proximity Sensor M12"/);
    }
  });
});
