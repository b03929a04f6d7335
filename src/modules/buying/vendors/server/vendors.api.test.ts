import { beforeAll, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import type { HistoryItem } from '~/kit/shared/history';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import { completeGstin } from '~/modules/organization/company/gstin.rules';
import { signInWith } from '~/modules/organization/users/roles/server/roles.builders';
import { bulk, done, undo } from '~/modules/records/batches/server/batches.builders';
import type { Terms, VendorTerms } from '../terms.fields';
import type { Vendor } from '../vendors.fields';
import { makeVendor, vendorBody } from './vendors.builders';

const test = fileServer();
const gstin = completeGstin('27AABCD1234E1Z');
const bank = { bank_account: '50100 123 4567', bank_ifsc: 'hdfc0001234' };

describe('creating a vendor', () => {
  it('gives a code, and the PAN and the state of the GSTIN', async () => {
    const created = await makeVendor(test.admin, {
      company_name: ' Deccan Steel ',
      gstin,
      ...bank,
    });
    expect(created).toMatchObject({
      company_name: 'Deccan Steel',
      vendor_code: expect.stringMatching(/^VEND-\d{5}$/),
      gstin,
      pan: 'AABCD1234E',
      state_code: '27',
      msme: 'none',
      msme_agreed: false,
      bank_account: '501001234567',
      bank_ifsc: 'HDFC0001234',
      is_active: true,
      notes: null,
    });
    expect((await test.admin.get(`/vendors/${created.id}`)).body.data).toEqual(created);
    const listed = (await test.admin.get<Vendor[]>('/vendors')).body.data;
    expect(listed.find(({ id }) => id === created.id)).toEqual(created);
  });

  it('needs a company name alone', async () => {
    const created = await test.admin.post('/vendors', { company_name: 'Kovai Packaging' });
    expect(created).toMatchObject({ status: 201, body: { data: { contact_person: null } } });
  });

  it.each([
    [{ company_name: '' }, 'company_name', 'Company name is required'],
    [{ pan: 'AAB1234' }, 'pan', 'PAN must be five letters, four digits and a letter'],
    [{ gstin, pan: 'AABCD1234F' }, 'pan', 'The GSTIN contains the PAN AABCD1234E, not AABCD1234F'],
    [{ gstin, state_code: '29' }, 'state_code', /^The GSTIN is from Maharashtra/],
    [{ gstin: '27AAB' }, 'gstin', 'GSTIN must be 15 letters and digits'],
    [
      { gstin, gst_category: 'unregistered' },
      'gst_category',
      'Unregistered vendors cannot have a GSTIN',
    ],
    [{ bank_ifsc: 'HDFC1001234' }, 'bank_ifsc', /^IFSC must be four letters/],
    [{ tds_code: '194ZZ' }, 'tds_code', 'TDS code 194ZZ is not in the settings'],
    [{ msme: 'large' }, 'msme', /^MSME must be one of none/],
    [{ payment_terms: 'net_90' }, 'payment_terms', /^Payment Terms must be one of/],
    [{ surprise: 1 }, 'surprise', 'Unknown field "surprise"'],
  ])('refuses %j', async (values, field, text) => {
    const response = await test.admin.post('/vendors', { ...vendorBody(), ...values });
    const message = typeof text === 'string' ? text : expect.stringMatching(text);
    expect(response).toMatchObject({ status: 400, body: { details: [{ field, message }] } });
  });

  it('refuses a code that another vendor has, and skips it', async () => {
    const first = await makeVendor(test.admin, { vendor_code: 'STEEL-1' });
    const body = vendorBody({ vendor_code: 'steel-1' });
    const details = [{ record: { type: 'vendor', id: first.id, label: first.company_name } }];
    expect(await test.admin.post('/vendors', body)).toMatchObject({
      status: 409,
      body: { details },
    });
    const other = await makeVendor(test.admin);
    const again = await test.admin.put(`/vendors/${other.id}`, { vendor_code: 'STEEL-1' });
    expect(again.status).toBe(409);
  });

  it('makes one vendor of a repeated key', async () => {
    const key = { 'idempotency-key': 'vendor-once' };
    const send = () => test.admin.post<Vendor>('/vendors', vendorBody(), key);
    const [one, other] = [await send(), await send()];
    expect(other.body.data.id).toBe(one.body.data.id);
  });
});

describe('changing a vendor', () => {
  it('lets the PAN follow a new GSTIN, and refuses one that contradicts it', async () => {
    const { id } = await makeVendor(test.admin, { pan: 'AAAPA1111A' });
    const changed = await test.admin.put<Vendor>(`/vendors/${id}`, { gstin });
    expect(changed.body.data).toMatchObject({ pan: 'AABCD1234E', state_code: '27' });
    const contrary = await test.admin.put(`/vendors/${id}`, { pan: 'AAAPA1111A' });
    expect(contrary).toMatchObject({ status: 400, body: { details: [{ field: 'pan' }] } });
    const cleared = await test.admin.put<Vendor>(`/vendors/${id}`, { gstin: null });
    expect(cleared.body.data).toMatchObject({ gstin: null, pan: 'AABCD1234E' });
  });

  it('refuses a version that is no longer the present one', async () => {
    const { id, updated_at } = await makeVendor(test.admin);
    await test.admin.put(`/vendors/${id}`, { city: 'Pune' });
    const stale = await test.admin.put(`/vendors/${id}`, { city: 'Nashik', updated_at });
    expect(stale).toMatchObject({ status: 409, body: { data: { city: 'Pune' } } });
  });
});

describe('deleting a vendor', () => {
  it('needs an inactive one', async () => {
    const { id } = await makeVendor(test.admin);
    expect(await test.admin.delete(`/vendors/${id}`)).toMatchObject({
      status: 409,
      body: { code: 'vendor.still_active' },
    });
    await test.admin.put(`/vendors/${id}`, { is_active: false });
    expect((await test.admin.delete(`/vendors/${id}`)).status).toBe(200);
    expect((await test.admin.get(`/vendors/${id}`)).status).toBe(404);
  });
});

describe('bank details', () => {
  const reader = () =>
    signInWith(test, {
      vendors: { read: 'all', create: true, update: false, delete: false, export: true },
    });

  it('are null for people who may not change vendors', async () => {
    const vendor = await makeVendor(test.admin, bank);
    await test.admin.put(`/vendors/${vendor.id}`, { bank_account: '999' });
    const { client: other } = await reader();
    const hidden = { bank_account: null, bank_ifsc: null };
    expect((await other.get(`/vendors/${vendor.id}`)).body.data).toMatchObject(hidden);
    const rows = (await other.get<Vendor[]>('/vendors')).body.data;
    expect(rows.every((row) => row.bank_account === null && row.bank_ifsc === null)).toBe(true);
    const created = await other.post<Vendor>('/vendors', { ...vendorBody(), ...bank });
    expect(created).toMatchObject({ status: 201, body: { data: hidden } });
    const past = await other.get<HistoryItem[]>(`/history/vendors/${vendor.id}`);
    expect(JSON.stringify(past.body)).not.toMatch(/501001234567|999|HDFC/);
    const at = encodeURIComponent(vendor.created_at);
    const asOf = await other.get(`/history/vendors/${vendor.id}?at=${at}`);
    expect(asOf.status).toBe(200);
    expect(JSON.stringify(asOf.body)).not.toContain('501001234567');
    const timeline = await other.get(`/vendors/${vendor.id}/timeline`);
    expect(timeline.status).toBe(200);
    expect(JSON.stringify(timeline.body)).not.toContain('501001234567');
    const file = await other.get('/vendors/export');
    expect(JSON.stringify(file.body)).not.toContain('501001234567');
    expect((await test.admin.get(`/history/vendors/${vendor.id}`)).body.data).toMatchObject([
      { changes: [{ field: 'bank_account', before: '501001234567', after: '999' }] },
      { action: 'created' },
    ]);
  });

  it('notify administrators when they change', async () => {
    const vendor = await makeVendor(test.admin, { company_name: 'Notified Metals', ...bank });
    const { client: clerk } = await signInWith(test, {
      vendors: { read: 'all', create: true, update: true, delete: false, export: false },
    });
    await clerk.put(`/vendors/${vendor.id}`, { city: 'Pune', bank_account: '50100777888' });
    const feed = await test.admin.get<{ title: string }[]>('/activity');
    const [line] = feed.body.data.filter(({ title }) => title === 'Bank Details Changed');
    expect(line).toMatchObject({ record: { type: 'vendor', id: vendor.id } });
    expect(JSON.stringify(feed.body)).not.toContain('50100777888');
    const received = async () =>
      (await test.admin.get<{ title: string }[]>('/notifications')).body.data;
    await expect.poll(received).toMatchObject([{ title: 'Bank Details Changed' }]);
  });
});

describe('terms of purchase', () => {
  const ids = { vendor: 0, other: 0, product: 0, second: 0 };

  beforeAll(async () => {
    ids.vendor = (await makeVendor(test.admin, { company_name: 'First Metals' })).id;
    ids.other = (await makeVendor(test.admin, { company_name: 'Second Metals' })).id;
    ids.product = (await makeProduct(test.admin, { unit_of_measure: 'kg' })).id;
    ids.second = (await makeProduct(test.admin)).id;
  });

  const put = (id: number, items: object[]) =>
    test.admin.put<Terms[]>(`/vendors/${id}/products`, { items });
  const item = (values: object = {}) => ({ product_id: ids.product, ...values });

  it('are saved whole, in their order', async () => {
    const items = [
      item({
        vendor_sku: 'R-12',
        unit: 'box',
        factor: 12.5,
        price: 1200.1234,
        min_quantity: 2,
        multiple: 2,
        lead_days: 7,
        is_preferred: true,
      }),
      item({ product_id: ids.second }),
    ];
    await test.admin.put('/settings', { price_decimals: 4 });
    const saved = await put(ids.vendor, items);
    expect(saved).toMatchObject({ status: 200, body: { data: items } });
    expect(saved.body.data[1]).toMatchObject({ unit: 'each', factor: 1, price: null });
    const read = await test.admin.get(`/vendors/${ids.vendor}/products`);
    expect(read.body.data).toEqual(saved.body.data);
    const again = await put(ids.vendor, saved.body.data);
    expect(again.body.data).toEqual(saved.body.data);
  });

  it('have one preferred vendor a product', async () => {
    await put(ids.vendor, [item({ is_preferred: true })]);
    await put(ids.other, [item({ is_preferred: true, price: 5 })]);
    const read = await test.admin.get<VendorTerms[]>(`/products/${ids.product}/vendors`);
    expect(read.body.data).toMatchObject([
      { vendor_id: ids.other, vendor_name: 'Second Metals', is_preferred: true, price: 5 },
      { vendor_id: ids.vendor, is_preferred: false },
    ]);
    const both = await Promise.all(
      [ids.vendor, ids.other].map((id) => put(id, [item({ is_preferred: true })])),
    );
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
  });

  it.each([
    [{ factor: 0 }, 'items.0.factor'],
    [{ factor: -1 }, 'items.0.factor'],
    [{ factor: 0.0000001 }, 'items.0.factor'],
    [{ price: -1 }, 'items.0.price'],
    [{ min_quantity: -1 }, 'items.0.min_quantity'],
    [{ product_id: 99_999 }, 'items.0.product_id'],
  ])('are refused for %j', async (values, field) => {
    const response = await put(ids.vendor, [item(values)]);
    expect(response).toMatchObject({ status: 400, body: { details: [{ field }] } });
  });

  it('are refused for a product twice', async () => {
    const response = await put(ids.vendor, [item(), item()]);
    expect(response).toMatchObject({
      status: 400,
      body: { details: [{ field: 'items.1.product_id' }] },
    });
  });

  it('keep a product, and its unit', async () => {
    await put(ids.vendor, [item()]);
    const path = `/products/${ids.product}`;
    const record = { type: 'vendor', id: ids.vendor };
    const changed = await test.admin.put(path, { unit_of_measure: 'each' });
    expect(changed).toMatchObject({ status: 409, body: { code: 'product.unit_kept' } });
    expect(JSON.stringify(changed.body)).toContain(JSON.stringify(record).slice(0, -1));
    expect((await test.admin.put(path, { unit_of_measure: 'kg' })).status).toBe(200);
    const many = await done(
      bulk(test.admin, 'products', [ids.product], { unit_of_measure: 'each' }),
    );
    expect(many).toMatchObject({ results: [{ ok: false }] });
    const removed = await test.admin.delete(path);
    expect(removed).toMatchObject({ status: 409 });
    expect(JSON.stringify(removed.body)).toContain('First Metals');
  });

  it('go when the vendor is deleted, and come back with it', async () => {
    const { id } = await makeVendor(test.admin, { is_active: false });
    await put(id, [item({ price: 3 })]);
    const batch = await done(bulk(test.admin, 'vendors', [id], null));
    expect((await test.admin.get(`/vendors/${id}/products`)).status).toBe(404);
    await undo(test.admin, batch.batch_id ?? 0);
    const read = await test.admin.get<Terms[]>(`/vendors/${id}/products`);
    expect(read.body.data).toMatchObject([{ product_id: ids.product, price: 3 }]);
  });

  it('move when vendors are merged; the vendor that stays keeps its terms', async () => {
    const first = (await makeVendor(test.admin)).id;
    const other = (await makeVendor(test.admin)).id;
    await put(first, [item({ price: 1 })]);
    await put(other, [item({ price: 2 }), item({ product_id: ids.second, price: 4 })]);
    const merged = await test.admin.post<{ batch_id: number }>(`/vendors/${first}/merge`, {
      other_id: other,
      values: {},
    });
    expect(merged.status).toBe(200);
    const read = () => test.admin.get<Terms[]>(`/vendors/${first}/products`);
    expect((await read()).body.data.map(({ price }) => price).sort()).toEqual([1, 4]);
    await undo(test.admin, merged.body.data.batch_id);
    expect((await read()).body.data.map(({ price }) => price)).toEqual([1]);
    const back = await test.admin.get<Terms[]>(`/vendors/${other}/products`);
    expect(back.body.data.map(({ price }) => price)).toEqual([2, 4]);
  });
});

describe('vendors with others', () => {
  it('are found, and listed as duplicates', async () => {
    const email = 'twin@metals.example';
    const one = await makeVendor(test.admin, { company_name: 'Twin Metals', email });
    await makeVendor(test.admin, { company_name: 'Twin Metals Pvt', email });
    const found = await test.admin.get('/search?q=Twin%20Metals');
    expect(JSON.stringify(found.body)).toContain(`"id":${one.id}`);
    const duplicates = await test.admin.get('/duplicates?type=vendors');
    expect(JSON.stringify(duplicates.body)).toContain('Twin Metals Pvt');
  });

  it('change together, without codes and bank details', async () => {
    const { id } = await makeVendor(test.admin);
    const changed = await done(bulk(test.admin, 'vendors', [id], { msme: 'micro' }));
    expect(changed).toMatchObject({ results: [{ ok: true }] });
    expect((await bulk(test.admin, 'vendors', [id], { bank_account: '1' })).status).toBe(400);
    expect((await bulk(test.admin, 'vendors', [id], { vendor_code: 'X' })).status).toBe(400);
  });
});
