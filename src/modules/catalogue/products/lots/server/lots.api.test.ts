import { describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import type { ImportResponse } from '~/modules/records/imports/imports.fields';
import { bulk } from '~/modules/records/batches/server/batches.builders';
import { csvOf, uploadOf } from '~/modules/records/imports/server/imports.builders';
import type { Product } from '../../catalogue/products.fields';
import { makeProduct } from '../../catalogue/server/products.builders';
import type { ProductStock, Scanned } from '../../stock/levels.fields';
import { adjustStock } from '../../stock/server/stock.builders';
import type { Lot } from '../lots.fields';

const test = fileServer();

const adjust = (id: number, body: object) => adjustStock(test.admin, id, body);

async function levels(id: number) {
  const { data } = (await test.admin.get<ProductStock>(`/products/${id}/stock`)).body;
  return data.levels.map(({ lot_number, quantity }) => [lot_number, quantity]);
}

describe('a product tracked by lot', () => {
  it('needs a lot, makes it when goods come in, and counts in each', async () => {
    const { id } = await makeProduct(test.admin, { tracking: 'lot' });
    expect(await adjust(id, { quantity: 5 })).toMatchObject({
      status: 400,
      body: { details: [{ field: 'lot_number' }] },
    });
    await adjust(id, { quantity: 5, lot_number: 'Heat 7', expires_on: '2099-05-01' });
    await adjust(id, { quantity: 3, lot_number: 'HEAT 7' });
    await adjust(id, { quantity: 2, lot_number: 'Heat 8', unit_cost: 12.5 });
    expect(await levels(id)).toEqual([
      ['Heat 7', 8],
      ['Heat 8', 2],
    ]);
    await adjust(id, { adjustment_type: 'set', quantity: 6, lot_number: 'heat 7' });
    const short = await adjust(id, { adjustment_type: 'out', quantity: 7, lot_number: 'Heat 7' });
    expect(short.body.error).toMatch(
      /^Not enough stock of lot Heat 7 of .*: 7 needed, 6 available$/,
    );
    await adjust(id, { adjustment_type: 'set', quantity: 0, lot_number: 'Heat 8' });
    expect(await levels(id)).toEqual([['Heat 7', 6]]);
    const lots = (await test.admin.get<Lot[]>('/lots')).body.data.filter(
      ({ product_id }) => product_id === id,
    );
    expect(lots).toMatchObject([
      { lot_number: 'Heat 8', quantity: 0, status: 'used_up', locations: [] },
      {
        lot_number: 'Heat 7',
        quantity: 6,
        status: 'in_stock',
        expires_on: '2099-05-01',
        locations: [{ location_id: 1, name: 'Main', quantity: 6 }],
      },
    ]);
    const [, first] = lots;
    const changed = await test.admin.put<Lot>(`/lots/${first?.id}`, {
      expires_on: '2020-01-01',
      vendor_lot: 'JSW-1',
      updated_at: first?.updated_at,
    });
    expect(changed.body.data).toMatchObject({
      status: 'expired',
      vendor_lot: 'JSW-1',
      locations: [{ location_id: 1, name: 'Main', quantity: 6 }],
    });
    const scanned = (await test.admin.get<Scanned[]>('/scan?code=heat%207')).body.data;
    expect(scanned).toMatchObject([{ type: 'lot', id: first?.id, product_id: id }]);
  });

  it('has no stock by the form, and keeps its tracking while it has any', async () => {
    const { id } = await makeProduct(test.admin, { tracking: 'lot' });
    const form = await test.admin.put(`/products/${id}`, { stock_quantity: 4 });
    expect(form).toMatchObject({ status: 400, body: { details: [{ field: 'stock_quantity' }] } });
    expect(form.body.error).toContain('Adjust Stock');
    const created = await test.admin.post('/products', {
      product_name: 'Coil',
      sku_code: 'COIL-9',
      unit_price: 10,
      tracking: 'lot',
      stock_quantity: 3,
    });
    expect(created.status).toBe(400);
    await adjust(id, { quantity: 4, lot_number: 'L1' });
    const fixed = await test.admin.put(`/products/${id}`, { tracking: 'none' });
    expect(fixed).toMatchObject({ status: 409, body: { code: 'product.tracking_fixed' } });
    expect((await test.admin.delete(`/products/${id}`)).status).toBe(409);
    const product = await test.admin.get<Product>(`/products/${id}`);
    const file = csvOf([
      ['product_name', 'sku_code', 'unit_price', 'stock_quantity'],
      ['Coil', product.body.data.sku_code, 10, 9],
    ]);
    const { data } = (await test.admin.upload<ImportResponse>('/products/import', uploadOf(file)))
      .body;
    expect(data).toMatchObject({
      failed: 1,
      errors: [{ message: expect.stringContaining('Adjust Stock') }],
    });
    const { body } = await bulk(test.admin, 'products', [id], { stock_quantity: 9 });
    expect(JSON.stringify(body.data)).toContain('Use Adjust Stock');
    expect(await levels(id)).toEqual([['L1', 4]]);
    const plain = await makeProduct(test.admin);
    expect((await adjust(plain.id, { quantity: 1, lot_number: 'L1' })).status).toBe(400);
  });
});

describe('serial numbers', () => {
  it('come as a range, are there once, and do not come back by hand', async () => {
    const { id } = await makeProduct(test.admin, { tracking: 'serial' });
    const put = (quantity: number, lot_number: string) => adjust(id, { quantity, lot_number });
    expect((await put(3, 'SN-008..SN-010')).status).toBe(200);
    expect(await levels(id)).toEqual([
      ['SN-008', 1],
      ['SN-009', 1],
      ['SN-010', 1],
    ]);
    for (const range of ['SN-010..SN-008', 'SN-1..SN-10', 'SN-0001..SN-1001', 'SN-0A1..SN-0B9'])
      expect((await put(3, range)).status, range).toBe(400);
    expect((await put(2, 'SN-020..SN-022')).status).toBe(400);
    const twice = await put(1, 'sn-009');
    expect(twice).toMatchObject({ status: 409, body: { code: 'serial.exists' } });
    expect(twice.body.details).toMatchObject([{ message: 'SN-009 is in Main' }]);
    await adjust(id, { adjustment_type: 'out', quantity: 1, lot_number: 'SN-009' });
    expect((await put(1, 'SN-009')).body.error).toContain('was in stock before');
    const kilos = { tracking: 'serial', unit_of_measure: 'kg' } as const;
    expect(
      (await test.admin.put(`/products/${(await makeProduct(test.admin)).id}`, kilos)).status,
    ).toBe(400);
  });

  it('that two people receive at once come in once', async () => {
    const { id } = await makeProduct(test.admin, { tracking: 'serial' });
    const all = await Promise.all(
      [1, 2, 3, 4].map(() => adjust(id, { quantity: 1, lot_number: 'ONE' })),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(await levels(id)).toEqual([['ONE', 1]]);
  });
});
