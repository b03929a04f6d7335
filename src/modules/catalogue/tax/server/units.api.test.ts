import { describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { statusesOf } from '~/app/testing/test-server';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import { importProducts } from '~/modules/catalogue/products/imports/server/product-files.builders';
import type { Product } from '~/modules/catalogue/products/catalogue/products.fields';
import { signInNew } from '~/modules/organization/users/server/users.builders';
import type { Unit } from '../units.fields';

const test = fileServer();
let count = 0;

async function makeUnit(values: object = {}): Promise<Unit> {
  count += 1;
  const response = await test.admin.post<Unit>('/units', {
    code: `u${count}`,
    name: 'Reel',
    ...values,
  });
  expect(response.status).toBe(201);
  return response.body.data;
}

describe('units', () => {
  it('come ready, listed by code for everyone, and a new one follows them', async () => {
    const { client } = await signInNew(test.server);
    const units = (await client.get<Unit[]>('/units')).body.data;
    const codes = units.map(({ code }) => code);
    expect(codes).toEqual([...codes].sort());
    expect(units.find(({ code }) => code === 'kg')).toMatchObject({
      name: 'Kilogram',
      uqc: 'KGS',
      decimals: 3,
    });
    for (const code of ['each', 'box', 'pieces', 'lbs', 'gallon', 'g', 'm', 'l'])
      expect(codes).toContain(code);
    const list = await client.get('/units');
    const since = encodeURIComponent(list.headers.get('list-cursor') ?? '');
    expect(await makeUnit({ code: 'reel', uqc: 'rol' })).toMatchObject({
      code: 'reel',
      uqc: 'ROL',
      decimals: 0,
    });
    const next = await client.get<{ rows: Unit[]; full: boolean }>(`/units?since=${since}`);
    expect(next.body.data).toMatchObject({ full: false, rows: [{ code: 'reel' }] });
  });

  it('have unique codes, regardless of case, and refuse a stale change', async () => {
    const duplicate = await test.admin.post('/units', { code: 'KG', name: 'Kilo' });
    expect([duplicate.status, duplicate.body.code]).toEqual([409, 'unit.code_taken']);
    expect(duplicate.body.details[0]?.record).toMatchObject({ type: 'unit', label: 'kg' });
    const together = [1, 2, 3].map(() => test.admin.post('/units', { code: 'reels', name: 'R' }));
    expect(statusesOf(await Promise.all(together))).toEqual([201, 409, 409]);
    const { id, updated_at } = await makeUnit();
    const change = (name: string) => test.admin.put(`/units/${id}`, { name, updated_at });
    expect((await change('First')).status).toBe(200);
    expect((await change('Second')).body.code).toBe('record.changed');
    expect((await test.admin.put(`/units/${id}`, { decimals: 4 })).status).toBe(400);
  });

  it('in use are kept with their code, and the refusal names the products', async () => {
    const unit = await makeUnit();
    const product = await makeProduct(test.admin, { unit_of_measure: unit.code });
    const record = { type: 'product', id: product.id, label: product.product_name };
    for (const response of [
      await test.admin.delete(`/units/${unit.id}`),
      await test.admin.put(`/units/${unit.id}`, { code: 'other' }),
    ]) {
      expect([response.status, response.body.code]).toEqual([409, 'unit.in_use']);
      expect(response.body.details).toEqual([
        { message: `Used by ${product.product_name}`, record },
      ]);
    }
    expect((await test.admin.put(`/units/${unit.id}`, { decimals: 2 })).status).toBe(200);
    await test.admin.put(`/products/${product.id}`, { unit_of_measure: 'box' });
    expect((await test.admin.delete(`/units/${unit.id}`)).status).toBe(200);
  });

  it('are not deleted from under a product that is to be counted in them', async () => {
    const [unit, product] = [await makeUnit(), await makeProduct(test.admin)];
    const [counted, deleted] = await Promise.all([
      test.admin.put<Product>(`/products/${product.id}`, { unit_of_measure: unit.code }),
      test.admin.delete(`/units/${unit.id}`),
    ]);
    expect(statusesOf([counted, deleted])).toEqual(
      counted.status === 200 ? [200, 409] : [200, 400].sort((a, b) => a - b),
    );
  });
});

it('a file may write a unit in another case, and an unknown one refuses its row', async () => {
  const file = 'product_name,sku_code,unit_price,unit_of_measure\nWire,W-1,5,KG\nRope,W-2,5,knot\n';
  const response = await importProducts(test.admin, file);
  expect(response).toMatchObject({ created: 1, failed: 1 });
  expect(response.errors).toEqual([
    { row: 3, field: 'unit_of_measure', value: 'knot', message: 'There is no unit "knot"' },
  ]);
  const { data } = (await test.admin.get<Product[]>('/products')).body;
  expect(data.find(({ sku_code }) => sku_code === 'W-1')?.unit_of_measure).toBe('kg');
});

it('a product of an unknown unit is refused', async () => {
  const body = { product_name: 'Reel of wire', sku_code: 'RW-1', unit_price: 1 };
  const response = await test.admin.post('/products', { ...body, unit_of_measure: 'nothing' });
  const detail = { field: 'unit_of_measure', message: 'There is no unit "nothing"' };
  expect([response.status, response.body.details]).toEqual([400, [detail]]);
  const { id } = await makeProduct(test.admin);
  const change = await test.admin.put(`/products/${id}`, { unit_of_measure: 'KG' });
  expect([change.status, change.body.error]).toEqual([400, 'There is no unit "KG"']);
});
