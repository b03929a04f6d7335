import { expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { makeProduct } from '../../catalogue/server/products.builders';
import { adjustStock, movementsOf } from '../../stock/server/stock.builders';
import type { ProductStock, Scanned } from '../../stock/levels.fields';
import { makeVendor } from '~/modules/buying/vendors/server/vendors.builders';
import type { Location } from '../locations.fields';

const test = fileServer();

const listed = async () => (await test.admin.get<Location[]>('/locations')).body.data;

it('begins with Main, and adds, changes and deletes others', async () => {
  expect(await listed()).toMatchObject([
    { id: 1, name: 'Main', kind: 'store', is_default: true, is_active: true },
  ]);
  const shed = await makeRecord<Location>(test.admin, '/locations', { name: 'Shed', code: 'S1' });
  expect(shed).toMatchObject({ kind: 'store', is_default: false, is_active: true });
  const same = await test.admin.post('/locations', { name: 'shed' });
  expect(same).toMatchObject({ status: 409, body: { code: 'location.name_taken' } });
  const code = await test.admin.post('/locations', { name: 'Barn', code: 's1' });
  expect(code).toMatchObject({ status: 409, body: { code: 'location.code_taken' } });
  const scanned = (await test.admin.get<Scanned[]>('/scan?code=s1')).body.data;
  expect(scanned).toEqual([
    { type: 'location', id: shed.id, label: 'Shed', product_id: null, lot_id: null },
  ]);
  expect((await test.admin.delete(`/locations/${shed.id}`)).status).toBe(200);
});

it('keeps the default location, and those with goods or a past', async () => {
  const [main] = await listed();
  const put = (id: number, values: object) => test.admin.put(`/locations/${id}`, values);
  for (const values of [{ is_active: false }, { kind: 'hold' }, { is_default: false }])
    expect(await put(main?.id ?? 0, values)).toMatchObject({
      status: 409,
      body: { code: 'location.is_default' },
    });
  const yard = await makeRecord<Location>(test.admin, '/locations', { name: 'Yard' });
  const { id } = await makeProduct(test.admin);
  await adjustStock(test.admin, id, { quantity: 5, location_id: yard.id });
  expect((await movementsOf(test.admin, id))[0]).toMatchObject({
    location_id: yard.id,
    location_name: 'Yard',
  });
  for (const values of [{ is_active: false }, { kind: 'hold' }])
    expect(await put(yard.id, values)).toMatchObject({
      status: 409,
      body: { code: 'location.in_use', details: [{ record: { type: 'product', id } }] },
    });
  await adjustStock(test.admin, id, {
    adjustment_type: 'set',
    quantity: 0,
    location_id: yard.id,
  });
  expect((await test.admin.delete(`/locations/${yard.id}`)).status).toBe(409);
  expect((await put(yard.id, { is_default: true })).status).toBe(200);
  expect((await listed()).map(({ name, is_default }) => [name, is_default])).toEqual([
    ['Yard', true],
    ['Main', false],
  ]);
  await test.admin.put(`/products/${id}`, { stock_quantity: 2 });
  expect((await movementsOf(test.admin, id))[0]).toMatchObject({ location_name: 'Yard' });
  await put(main?.id ?? 0, { is_default: true });
});

it('share the value of a product by what lies in them, and the last one takes the rest', async () => {
  const [north, south] = [
    await makeRecord<Location>(test.admin, '/locations', { name: 'North' }),
    await makeRecord<Location>(test.admin, '/locations', { name: 'South' }),
  ];
  const { id } = await makeProduct(test.admin);
  for (const location_id of [1, north.id, south.id])
    await adjustStock(test.admin, id, { quantity: 1, unit_cost: 33.3333, location_id });
  await adjustStock(test.admin, id, { adjustment_type: 'set', quantity: 3, location_id: 1 });
  const { body } = await test.admin.get<{ rows: { name: string; value: number }[] }>(
    '/reports/stock-value?group=location',
  );
  const shown = Object.fromEntries(body.data.rows.map(({ name, value }) => [name, value]));
  expect(shown).toMatchObject({ North: 33.33, South: 33.33 });
});

it('are kept by goods of a product that is merged, unless it is tracked another way', async () => {
  const yard = await makeRecord<Location>(test.admin, '/locations', { name: 'East' });
  const [one, other, tracked] = [
    await makeProduct(test.admin),
    await makeProduct(test.admin),
    await makeProduct(test.admin, { tracking: 'lot' }),
  ];
  await adjustStock(test.admin, other.id, { quantity: 5, location_id: yard.id });
  const merge = (other_id: number) => test.admin.post(`/products/${one.id}/merge`, { other_id });
  expect((await merge(tracked.id)).body.code).toBe('product.other_tracking');
  expect((await merge(other.id)).status).toBe(200);
  const stock = await test.admin.get<ProductStock>(`/products/${one.id}/stock`);
  expect(stock.body.data.levels).toContainEqual(
    expect.objectContaining({ location_id: yard.id, quantity: 5 }),
  );
});

it('of a job worker names the vendor, which has one location', async () => {
  const [plater, other] = [
    await makeVendor(test.admin, { company_name: 'Deccan Platers' }),
    await makeVendor(test.admin),
  ];
  const send = (values: object) => test.admin.post('/locations', values);
  expect(await send({ name: 'Racks', vendor_id: plater.id })).toMatchObject({
    status: 400,
    body: { details: [{ field: 'vendor_id' }] },
  });
  const unknown = { name: 'Nowhere', kind: 'job_worker', vendor_id: 999_999 };
  expect((await send(unknown)).body.error).toBe('Vendor not found');
  const at = { name: 'At the platers', kind: 'job_worker', vendor_id: plater.id };
  const location = await makeRecord<Location>(test.admin, '/locations', at);
  expect(location).toMatchObject({ vendor_id: plater.id, vendor_name: 'Deccan Platers' });
  expect(await send({ ...at, name: 'Again' })).toMatchObject({
    status: 409,
    body: { code: 'location.vendor_taken', details: [{ record: { id: location.id } }] },
  });
  await test.admin.put(`/vendors/${plater.id}`, { is_active: false });
  expect((await test.admin.delete(`/vendors/${plater.id}`)).body).toMatchObject({
    details: [{ record: { type: 'location', label: 'At the platers' } }],
  });
  const theirs = { name: 'At the others', kind: 'job_worker', vendor_id: other.id };
  const second = await makeRecord<Location>(test.admin, '/locations', theirs);
  const merged = await test.admin.post(`/vendors/${plater.id}/merge`, { other_id: other.id });
  expect(merged.body.code).toBe('location.vendor_taken');
  const cleared = await test.admin.put<Location>(`/locations/${second.id}`, { kind: 'hold' });
  expect(cleared.body.data).toMatchObject({ vendor_id: null, vendor_name: null });
});

it('keeps its vendor while goods lie there', async () => {
  const [one, two] = [await makeVendor(test.admin), await makeVendor(test.admin)];
  const values = { name: 'Outside', kind: 'job_worker', vendor_id: one.id };
  const { id } = await makeRecord<Location>(test.admin, '/locations', values);
  const product = await makeProduct(test.admin);
  await adjustStock(test.admin, product.id, { quantity: 5, location_id: id });
  const change = { vendor_id: two.id };
  expect((await test.admin.put(`/locations/${id}`, change)).body.code).toBe('location.in_use');
  await adjustStock(test.admin, product.id, {
    adjustment_type: 'set',
    quantity: 0,
    location_id: id,
  });
  expect((await test.admin.put(`/locations/${id}`, change)).status).toBe(200);
});
