import { describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { statusesOf } from '~/app/testing/test-server';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import type { Product } from '~/modules/catalogue/products/catalogue/products.fields';
import {
  importProducts,
  findBySku,
} from '~/modules/catalogue/products/imports/server/product-files.builders';
import type { Service } from '~/modules/catalogue/services/services.fields';
import { makeService } from '~/modules/catalogue/services/server/services.builders';
import { signInNew } from '~/modules/organization/users/server/users.builders';
import type { TaxClass } from '../tax-classes.fields';
import { rateOn } from '../tax-classes.rules';

const test = fileServer();
let count = 0;

async function makeClass(values: object = {}): Promise<TaxClass> {
  count += 1;
  const rates = [{ rate: 18, valid_from: '2025-09-22' }];
  const response = await test.admin.post<TaxClass>('/tax-classes', {
    name: `Class ${count}`,
    rates,
    ...values,
  });
  expect(response.status).toBe(201);
  return response.body.data;
}

describe('tax classes', () => {
  it('come ready, with the rates of before and after September 2025', async () => {
    const { client } = await signInNew(test.server);
    const classes = (await client.get<TaxClass[]>('/tax-classes')).body.data;
    const ratesOf = (day: string) =>
      new Set(classes.map((each) => rateOn(each, day)).filter((rate) => rate !== null));
    expect(ratesOf('2025-09-21')).toEqual(new Set([0, 0.25, 3, 5, 12, 18, 28]));
    expect(ratesOf('2025-09-22')).toEqual(new Set([0, 0.25, 1.5, 3, 5, 18, 28, 40]));
    expect(new Set(classes.map(({ treatment }) => treatment)).size).toBe(5);
  });

  it('keep their rates by day, and take a whole list in the place of the one before', async () => {
    const late = { rate: 40, valid_from: '2026-04-01' };
    const early = { rate: 28.5, valid_from: '2017-07-01' };
    const { id, updated_at, rates } = await makeClass({ rates: [late, early] });
    expect(rates).toEqual([early, late]);
    const path = `/tax-classes/${id}`;
    const same = await test.admin.put<TaxClass>(path, { rates: [late, early] });
    expect(same.body.data.updated_at).toBe(updated_at);
    const changed = await test.admin.put<TaxClass>(path, { rates: [early], updated_at });
    expect(changed.body.data.rates).toEqual([early]);
    const whole = await test.admin.put<TaxClass>(path, changed.body.data);
    expect(whole.body.data).toEqual(changed.body.data);
    expect((await test.admin.put(path, { name: 'Late', updated_at })).body.code).toBe(
      'record.changed',
    );
    const exempt = await test.admin.put(path, { treatment: 'exempt' });
    expect([exempt.status, exempt.body.details[0]?.field]).toEqual([400, 'rates']);
    expect((await test.admin.put(path, { treatment: 'exempt', rates: [] })).status).toBe(200);
  });

  it('have unique names, regardless of case', async () => {
    const { name } = await makeClass();
    const duplicate = { name: name.toUpperCase(), treatment: 'exempt' };
    const response = await test.admin.post('/tax-classes', duplicate);
    expect([response.status, response.body.code]).toEqual([409, 'tax_class.name_taken']);
  });

  it.each([
    [{ rates: [] }, 'name'],
    [{ name: 'None' }, 'rates'],
    [{ name: 'Twice', rates: [1, 2].map((rate) => ({ rate, valid_from: '2026-01-01' })) }, 'rates'],
    [{ name: 'Odd', treatment: 'luxury', rates: [] }, 'treatment'],
    [{ name: 'More', rates: [{ rate: 5, valid_from: '2026-01-01', cess: 1 }] }, 'cess'],
  ])('are refused as %j', async (body, field) => {
    const response = await test.admin.post('/tax-classes', body);
    expect([response.status, response.body.details[0]?.field]).toEqual([400, field]);
  });
});

describe('the tax of products and services', () => {
  it('is none at first, is checked, and keeps its class from being deleted', async () => {
    const { id, name } = await makeClass();
    const product = await makeProduct(test.admin);
    const service = await makeService(test.admin);
    for (const each of [product, service])
      expect(each).toMatchObject({ hsn_code: null, tax_class_id: null });
    const tax = { hsn_code: '84 71 30', tax_class_id: id };
    const taxed = await test.admin.put<Product>(`/products/${product.id}`, tax);
    expect(taxed.body.data).toMatchObject({ hsn_code: '847130', tax_class_id: id });
    const goods = await test.admin.put(`/services/${service.id}`, tax);
    expect(goods.body.error).toBe('SAC code must have 4, 6 or 8 digits and start with 99');
    const served = await test.admin.put<Service>(`/services/${service.id}`, {
      hsn_code: '9987',
      tax_class_id: id,
    });
    expect(served.body.data).toMatchObject({ hsn_code: '9987', tax_class_id: id });
    for (const path of [`/products/${product.id}`, `/services/${service.id}`]) {
      expect((await test.admin.put(path, { hsn_code: '12345' })).status).toBe(400);
      const unknown = await test.admin.put(path, { tax_class_id: 99_999 });
      expect([unknown.status, unknown.body.error]).toEqual([400, 'Tax class not found']);
    }
    const refused = await test.admin.delete(`/tax-classes/${id}`);
    expect([refused.status, refused.body.error]).toEqual([
      409,
      `The tax class "${name}" is used by 1 service and 1 product and cannot be deleted`,
    ]);
    expect(refused.body.details).toHaveLength(2);
  });

  it('is not taken from under a product that gets its class at the same time', async () => {
    const [{ id }, product] = [await makeClass(), await makeProduct(test.admin)];
    const responses = await Promise.all([
      test.admin.put(`/products/${product.id}`, { tax_class_id: id }),
      test.admin.delete(`/tax-classes/${id}`),
    ]);
    expect(statusesOf(responses)[0]).toBe(200);
    expect([400, 409]).toContain(statusesOf(responses)[1]);
  });

  it('goes through files, which show it only where tax is by class', async () => {
    const { name } = await makeClass();
    const file = `product_name,sku_code,unit_price,hsn_code,tax_class\nHex bolt,HB-1,5,7318,${name.toUpperCase()}\nNut,HB-2,5,73,None\nWasher,HB-3,5,7318,None\n`;
    const response = await importProducts(test.admin, file);
    expect(response.errors.map(({ field, message }) => [field, message])).toEqual([
      ['hsn_code', 'HSN code must have 4, 6 or 8 digits'],
      ['tax_class', 'There is no tax class "None"'],
    ]);
    const bolt = await findBySku(test.admin, 'HB-1');
    expect(bolt?.hsn_code).toBe('7318');
    const exported = async () => String((await test.admin.get<never>('/products/export')).body);
    expect(await exported()).not.toContain('hsn_code');
    await test.admin.put('/settings', { tax_mode: 'gst' });
    const text = await exported();
    expect(text).toContain(`7318,${name}`);
    const again = await importProducts(test.admin, text);
    expect(again).toMatchObject({ created: 0, failed: 0, unchanged: again.updated });
    expect(await findBySku(test.admin, 'HB-1')).toEqual(bolt);
  });
});
