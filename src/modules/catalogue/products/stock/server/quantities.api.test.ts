import { describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { type Unit } from '~/modules/catalogue/tax/units.fields';
import { holdingOf, makeProduct, productBody } from '../../catalogue/server/products.builders';
import { findBySku, importProducts } from '../../imports/server/product-files.builders';
import { adjustStock, ledgerBreaks, movementsOf } from './stock.builders';

const test = fileServer();

async function unitOf(code: string): Promise<Unit> {
  const { data } = (await test.admin.get<Unit[]>('/units')).body;
  const unit = data.find((each) => each.code === code);
  if (!unit) throw new Error(`There is no unit ${code}`);
  return unit;
}

const steel = (values = {}) => makeProduct(test.admin, { unit_of_measure: 'kg', ...values });

describe('a product counted in kg', () => {
  it('is stocked, adjusted and listed in parts of one, written without zeros behind', async () => {
    const { id } = await steel({ stock_quantity: 2.5, reorder_level: 0.125 });
    const adjust = (adjustment_type: string, quantity: number) =>
      adjustStock(test.admin, id, { adjustment_type, quantity });
    expect((await adjust('in', 0.25)).body.data.stock_quantity).toBe(2.75);
    expect((await adjust('out', 0.05)).body.data.stock_quantity).toBe(2.7);
    expect((await adjust('set', 3.001)).body.data.stock_quantity).toBe(3.001);
    expect((await adjust('out', 1.001)).body.data.stock_quantity).toBe(2);
    expect((await movementsOf(test.admin, id)).map(({ quantity }) => quantity)).toEqual([
      -1.001, 0.301, -0.05, 0.25, 2.5,
    ]);
    expect(await ledgerBreaks(test.admin, id)).toEqual([]);
    const list = await test.admin.get('/products');
    expect(list.content.toString()).toMatch(
      /"stock_quantity":2,"reserved_quantity":0,"reorder_level":0\.125,/,
    );
    const short = await adjust('out', 2.25);
    expect([short.status, short.body.error]).toEqual([
      409,
      'Not enough stock of "Proximity Sensor M12": 2.25 needed, 2 available',
    ]);
  });

  it('refuses what is finer than its unit, and another unit that its stock does not fit', async () => {
    const { id } = await steel({ stock_quantity: 2.5 });
    const finer = await adjustStock(test.admin, id, { quantity: 0.0001 });
    expect([finer.status, finer.body.details]).toEqual([
      400,
      [{ field: 'quantity', message: 'Quantity can have at most 3 decimals (kg)' }],
    ]);
    expect((await adjustStock(test.admin, id, { quantity: 0 })).body.error).toBe(
      'Quantity must be greater than 0',
    );
    const edited = await test.admin.put(`/products/${id}`, { stock_quantity: 2.5555 });
    expect([edited.status, edited.body.error]).toEqual([
      400,
      'Stock Quantity can have at most 3 decimals (kg)',
    ]);
    const whole = await test.admin.put(`/products/${id}`, { unit_of_measure: 'each' });
    expect([whole.status, whole.body.details]).toEqual([
      400,
      [{ field: 'unit_of_measure', message: 'Stock Quantity must be a whole number' }],
    ]);
    for (const [unit_of_measure, stock_quantity] of [
      ['each', 3],
      ['kg', 3.5],
    ]) {
      const changed = await test.admin.put(`/products/${id}`, { unit_of_measure, stock_quantity });
      expect([changed.status, await holdingOf(test.admin, id)]).toEqual([200, [stock_quantity, 0]]);
    }
    expect(await ledgerBreaks(test.admin, id)).toEqual([]);
    const refused = await test.admin.post('/products', {
      ...productBody(),
      min_order_quantity: 1.5,
    });
    expect(refused.body.error).toBe('Min Order Quantity must be a whole number');
  });

  it('keeps the decimals of its unit', async () => {
    const { body } = await test.admin.post<Unit>('/units', {
      code: 'coil',
      name: 'Coil',
      decimals: 2,
    });
    const unit = body.data;
    const { id, product_name } = await steel({ unit_of_measure: 'coil', stock_quantity: 1.5 });
    const lower = (decimals: number) => test.admin.put(`/units/${unit.id}`, { decimals });
    expect((await lower(1)).status).toBe(200);
    const refused = await lower(0);
    expect([refused.status, refused.body.code]).toEqual([409, 'unit.in_use']);
    const record = { type: 'product', id, label: product_name };
    expect(refused.body.details).toEqual([{ message: `Needed by ${product_name}`, record }]);
    const [adjusted, lowered] = await Promise.all([
      adjustStock(test.admin, id, { adjustment_type: 'set', quantity: 2 }),
      lower(0),
    ]);
    expect(adjusted.status).toBe(200);
    expect([200, 409]).toContain(lowered.status);
    await lower(0);
    const together = await Promise.all([
      lower(1),
      ...[0.5, 0.25, 1].map((quantity) => adjustStock(test.admin, id, { quantity })),
    ]);
    for (const { status } of together) expect([200, 400]).toContain(status);
    expect((await unitOf('coil')).decimals).toBe(1);
  });

  it('comes and goes in files', async () => {
    const head = 'product_name,sku_code,unit_price,stock_quantity,unit_of_measure\n';
    const response = await importProducts(
      test.admin,
      `${head}Rod,KG-1,5,1.75,kg\nWire,KG-2,5,2.5555,kg\nBolt,KG-3,5,1.5,each\nPlate,KG-4,5,4.50,kg\n`,
    );
    expect(response).toMatchObject({ created: 2, failed: 2 });
    expect(response.errors).toEqual([
      {
        row: 3,
        field: 'stock_quantity',
        value: '2.5555',
        message: 'Stock Quantity can have at most 3 decimals (kg)',
      },
      {
        row: 4,
        field: 'stock_quantity',
        value: '1.5',
        message: 'Stock Quantity must be a whole number',
      },
    ]);
    expect(await findBySku(test.admin, 'KG-1')).toMatchObject({ stock_quantity: 1.75 });
    const again = await importProducts(
      test.admin,
      'sku_code,stock_quantity\nKG-1,2.125\nKG-4,1.00001\n',
    );
    expect(again).toMatchObject({ updated: 1, failed: 1 });
    const other = await importProducts(test.admin, 'sku_code,unit_of_measure\nKG-1,each\n');
    expect(other.errors).toEqual([
      {
        row: 2,
        field: 'unit_of_measure',
        value: '2.125',
        message: 'Stock Quantity must be a whole number',
      },
    ]);
    const file = (await test.admin.get('/products/export')).content.toString();
    expect(file).toMatch(/^Rod,KG-1,,5\.00,,2\.125,10,kg,/m);
    expect(file).toMatch(/^Plate,KG-4,,5\.00,,4\.5,10,kg,/m);
    expect(await importProducts(test.admin, file)).toMatchObject({
      failed: 0,
      unchanged: response.created + 3,
    });
  });
});

it('the database keeps what is finer than a unit, or written with zeros behind, out of stock', async () => {
  const { pool } = test.server.database;
  const { id } = await makeProduct(test.admin, { stock_quantity: 1 });
  for (const stock of ['1.5', '2.0', '0.0001']) {
    const change = pool.query(`update products set stock_quantity = ${stock} where id = $1`, [id]);
    await expect(change).rejects.toThrow(/finer than its unit|check constraint/);
  }
});
