import { beforeAll, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { anonymous } from '~/kit/server/database/context';
import { inTransaction } from '~/kit/server/database/transaction';
import { dayOf } from '~/kit/shared/time/days';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import { signInWith } from '~/modules/organization/users/roles/server/roles.builders';
import { makeVendor } from '~/modules/buying/vendors/server/vendors.builders';
import type { Terms } from '~/modules/buying/vendors/terms.fields';
import type { PurchaseOrder, PurchaseOrderWithItems } from '../purchase-orders.fields';
import { makePurchaseOrder } from './purchase-orders.builders';
import { followPurchaseLines, type LineProgressChange } from './purchase-orders.service';

const test = fileServer();
const ids = { vendor: 0, product: 0, meters: 0 };
const today = dayOf(new Date(), 'Asia/Kolkata');

beforeAll(async () => {
  ids.vendor = (await makeVendor(test.admin, { company_name: 'Deccan Steel Traders' })).id;
  ids.product = (await makeProduct(test.admin, { product_name: 'Hex Bolt M8' })).id;
});

const line = (own: object = {}) => ({
  product_id: ids.product,
  quantity: 10,
  unit_price: 25,
  ...own,
});
const create = (own: object = {}) =>
  makePurchaseOrder(test.admin, { vendor_id: ids.vendor, items: [line()], ...own });
const post = (body: object) => test.admin.post<PurchaseOrderWithItems>('/purchase-orders', body);
const put = (id: number, body: object) =>
  test.admin.put<PurchaseOrderWithItems>(`/purchase-orders/${id}`, body);
const move = (id: number, status: string) =>
  test.admin.put<PurchaseOrderWithItems>(`/purchase-orders/${id}/status`, { status });
const get = async (id: number) =>
  (await test.admin.get<PurchaseOrderWithItems>(`/purchase-orders/${id}`)).body.data;
const termsOf = async (id: number) =>
  (await test.admin.get<{ items: Terms[] } | Terms[]>(`/vendors/${id}/products`)).body.data;

/** As a receipt or a bill does it. */
async function follow(changes: LineProgressChange[]): Promise<void> {
  await inTransaction(test.server.database.db, async (trx) =>
    followPurchaseLines({ trx, context: { person: anonymous, now: new Date() } }, changes),
  );
}

async function ordered(own: object = {}) {
  const order = await create({ status: 'ordered', ...own });
  const [first] = order.items;
  return { order, first: first?.id ?? 0 };
}

describe('making a purchase order', () => {
  it('gives a draft with its number and amounts', async () => {
    const order = await create({
      expected_date: '2030-01-31',
      reference: 'Quote 7',
      items: [
        line({ expected_date: '2030-01-20' }),
        { description: ' Drilling ', quantity: 2.5, unit_price: 80 },
      ],
    });
    expect(order.purchase_number).toMatch(/^PO-\d\d-\d\d-\d{5}$/);
    expect(order).toMatchObject({
      vendor_name: 'Deccan Steel Traders',
      order_date: today,
      expected_date: '2030-01-31',
      status: 'draft',
      receipt_state: 'none',
      bill_state: 'none',
      item_count: 2,
      subtotal: 450,
      tax_rate: 10,
      tax_amount: 45,
      total_amount: 495,
      open_amount: 450,
      revision: 0,
      reference: 'Quote 7',
      location_id: null,
      mail_status: null,
    });
    expect(order.items).toMatchObject([
      {
        product_name: 'Hex Bolt M8',
        description: 'Hex Bolt M8',
        quantity: 10,
        stock_quantity: 10,
        received_quantity: 0,
        open_quantity: 10,
        expected_date: '2030-01-20',
      },
      { product_id: null, description: 'Drilling', stock_quantity: null, open_quantity: 2.5 },
    ]);
    expect(await get(order.id)).toEqual(order);
    const { items: _items, ...row } = order;
    const rows = (await test.admin.get<PurchaseOrder[]>('/purchase-orders')).body.data;
    expect(rows.find(({ id }) => id === order.id)).toEqual(row);
  });

  it('takes a rate of tax and discounts, and compares amounts that are sent', async () => {
    const order = await create({
      tax_rate: 18,
      discount_percent: 10,
      items: [line({ discount_amount: 50 })],
    });
    expect(order).toMatchObject({
      subtotal: 180,
      tax_amount: 32.4,
      total_amount: 212.4,
      discount_amount: 20,
    });
    expect(order.items[0]).toMatchObject({ line_total: 200, taxable_value: 180 });
    const wrong = await post({ vendor_id: ids.vendor, items: [line()], total_amount: 400 });
    expect(wrong).toMatchObject({ status: 400, body: { code: 'order.totals_mismatch' } });
  });

  it.each([
    [{ vendor_id: undefined }, 'vendor_id', 'Please select a vendor'],
    [{ vendor_id: 999_999 }, 'vendor_id', 'Vendor not found'],
    [{ items: [] }, 'items', 'Please add at least one item to the purchase order'],
    [
      { items: [{ quantity: 1, unit_price: 1 }] },
      'items.0.description',
      'Item 1: Description is required',
    ],
    [
      { items: [{ product_id: 999_999, quantity: 1, unit_price: 1 }] },
      'items.0.product_id',
      'Item 1: Product not found',
    ],
    [
      { items: [{ description: 'x', quantity: 0, unit_price: 1 }] },
      'items.0.quantity',
      'Item 1: Quantity must be greater than 0',
    ],
    [
      { items: [{ description: 'x', quantity: 1, unit_price: -1 }] },
      'items.0.unit_price',
      'Item 1: Unit price must be 0 or greater',
    ],
    [
      { items: [{ description: 'x', quantity: 1 }] },
      'items.0.unit_price',
      'Item 1: Unit price must be 0 or greater',
    ],
    [{ location_id: 999_999 }, 'location_id', 'Location not found'],
    [{ status: 'received' }, 'status', 'A new purchase order is draft or ordered'],
    [{ surprise: 1 }, 'surprise', 'Unknown field "surprise"'],
  ])('refuses %j', async (values, field, message) => {
    const refused = await post({ vendor_id: ids.vendor, items: [line()], ...values });
    expect(refused.status).toBe(400);
    expect(refused.body.details?.[0]).toMatchObject({ field, message });
  });

  it('refuses a stock quantity finer than the unit or below 0, and an inactive vendor or product', async () => {
    const whole = { vendor_id: ids.vendor };
    for (const stock_quantity of [2.5, 0, -1]) {
      const refused = await post({ ...whole, items: [line({ stock_quantity })] });
      expect(refused.body.details?.[0]?.field).toBe('items.0.stock_quantity');
    }
    const product = await makeProduct(test.admin);
    const vendor = await makeVendor(test.admin);
    const before = await makePurchaseOrder(test.admin, {
      vendor_id: vendor.id,
      items: [line({ product_id: product.id })],
    });
    await test.admin.put(`/products/${product.id}`, { is_active: false });
    await test.admin.put(`/vendors/${vendor.id}`, { is_active: false });
    const refused = await post({ ...whole, items: [line({ product_id: product.id })] });
    expect(refused).toMatchObject({
      status: 400,
      body: { details: [{ record: { id: product.id } }] },
    });
    const inactive = await post({ vendor_id: vendor.id, items: [line()] });
    expect(inactive).toMatchObject({
      status: 400,
      body: { details: [{ record: { id: vendor.id } }] },
    });
    const [item] = before.items;
    const stays = await put(before.id, { items: [{ ...item, quantity: 11 }] });
    expect(stays.body.data).toMatchObject({ items: [{ id: item?.id, quantity: 11 }] });
  });

  it('follows the terms of the vendor, and a typed value comes first', async () => {
    const vendor = await makeVendor(test.admin);
    await test.admin.put(`/vendors/${vendor.id}/products`, {
      items: [{ product_id: ids.product, unit: 'Carton', factor: 2.4, price: 110 }],
    });
    const order = await makePurchaseOrder(test.admin, {
      vendor_id: vendor.id,
      items: [
        { product_id: ids.product, quantity: 3 },
        { product_id: ids.product, quantity: 3, stock_quantity: 8, unit_price: 100 },
        { product_id: ids.product, quantity: 3, unit: 'Pcs', unit_price: 5 },
      ],
    });
    expect(order.items).toMatchObject([
      { unit: 'Carton', unit_price: 110, stock_quantity: 7 },
      { unit: 'Carton', unit_price: 100, stock_quantity: 8 },
      { unit: 'Pcs', stock_quantity: 3 },
    ]);
    const [, typed] = order.items;
    const more = await put(order.id, {
      items: [{ id: typed?.id, product_id: ids.product, quantity: 6 }],
    });
    expect(more.body.data.items).toMatchObject([
      { id: typed?.id, unit_price: 110, stock_quantity: 16 },
    ]);
  });

  it('takes a price of 0, and gives each order another number', async () => {
    const [one, other] = await Promise.all([
      create({ items: [line({ unit_price: 0 })] }),
      create({ items: [line({ unit_price: 0 })] }),
    ]);
    expect(one.total_amount).toBe(0);
    expect(one.purchase_number).not.toBe(other.purchase_number);
  });
});

describe('ordering', () => {
  it('makes the terms of the vendor and brings their prices up to date', async () => {
    const vendor = await makeVendor(test.admin);
    const order = await makePurchaseOrder(test.admin, {
      vendor_id: vendor.id,
      items: [line({ unit: 'Box', stock_quantity: 50 })],
    });
    expect(JSON.stringify(await termsOf(vendor.id))).not.toContain('Box');
    expect((await move(order.id, 'ordered')).body.data).toMatchObject({
      status: 'ordered',
      revision: 0,
    });
    const brought = JSON.stringify(await termsOf(vendor.id));
    expect(brought).toContain('"unit":"Box"');
    expect(brought).toContain('"factor":5');
    expect(brought).toContain('"price":25');
    const [item] = order.items;
    const changed = await put(order.id, { items: [{ ...item, unit_price: 30 }] });
    expect(changed.body.data).toMatchObject({ revision: 1, subtotal: 300, open_amount: 300 });
    expect(JSON.stringify(await termsOf(vendor.id))).toContain('"price":30');
  });

  it('permits draft, ordered and cancelled by hand alone', async () => {
    const draft = await create();
    expect(await move(draft.id, 'cancelled')).toMatchObject({
      status: 409,
      body: { code: 'purchase_order.is_draft' },
    });
    expect((await move(draft.id, 'received')).status).toBe(409);
    expect((await move(draft.id, 'ordered')).body.data.status).toBe('ordered');
    expect((await move(draft.id, 'draft')).status).toBe(409);
    expect((await move(draft.id, 'received')).body.code).toBe('purchase_order.ordered');
    expect((await test.admin.delete(`/purchase-orders/${draft.id}`)).body.code).toBe(
      'purchase_order.ordered',
    );
    expect((await move(draft.id, 'cancelled')).body.data).toMatchObject({
      status: 'cancelled',
      open_amount: 0,
    });
    for (const status of ['ordered', 'draft', 'received'])
      expect((await move(draft.id, status)).body.code).toBe('purchase_order.cancelled');
    expect((await put(draft.id, { notes: 'Late' })).body.code).toBe('purchase_order.cancelled');
    const other = await create();
    expect((await test.admin.delete(`/purchase-orders/${other.id}`)).status).toBe(200);
    expect((await test.admin.get(`/purchase-orders/${other.id}`)).status).toBe(404);
  });
});

describe('what comes', () => {
  it('decides line by line whether the order is received', async () => {
    const { order, first } = await ordered({
      items: [line(), line({ quantity: 4, unit_price: 10 })],
    });
    const second = order.items[1]?.id ?? 0;
    await follow([{ id: first, received_quantity: 12, rejected_quantity: 1 }]);
    expect(await get(order.id)).toMatchObject({
      status: 'ordered',
      receipt_state: 'partly',
      open_amount: 40,
      items: [
        { received_quantity: 12, rejected_quantity: 1, open_quantity: 0 },
        { open_quantity: 4 },
      ],
    });
    await follow([{ id: second, received_quantity: 1, closed_quantity: 3 }]);
    expect(await get(order.id)).toMatchObject({
      status: 'received',
      receipt_state: 'fully',
      open_amount: 0,
    });
    await follow([{ id: second, received_quantity: 0 }]);
    expect(await get(order.id)).toMatchObject({ status: 'ordered', open_amount: 10 });
  });

  it('decides line by line whether the order is billed', async () => {
    const { order, first } = await ordered({ items: [line(), line({ quantity: 4 })] });
    const second = order.items[1]?.id ?? 0;
    await follow([{ id: first, billed_quantity: 10 }]);
    expect((await get(order.id)).bill_state).toBe('partly');
    await follow([{ id: second, billed_quantity: 4 }]);
    expect(await get(order.id)).toMatchObject({ bill_state: 'fully', receipt_state: 'none' });
    expect((await move(order.id, 'cancelled')).body.code).toBe('purchase_order.billed');
  });

  it('closes what is open once something came, and cancels before', async () => {
    const { order, first } = await ordered();
    const close = () =>
      test.admin.post<PurchaseOrderWithItems>(`/purchase-orders/${order.id}/close`);
    expect((await close()).body.code).toBe('purchase_order.nothing_received');
    await follow([{ id: first, received_quantity: 6 }]);
    expect(await move(order.id, 'cancelled')).toMatchObject({
      status: 409,
      body: { code: 'purchase_order.received' },
    });
    const closed = await close();
    expect(closed.body.data).toMatchObject({
      status: 'received',
      receipt_state: 'fully',
      items: [{ received_quantity: 6, closed_quantity: 4, open_quantity: 0 }],
    });
    expect((await close()).body.code).toBe('purchase_order.nothing_open');
  });
});

describe('changing what is ordered', () => {
  it('raises the revision, and stays above what came and at the price that is billed', async () => {
    const { order, first } = await ordered();
    const [item] = order.items;
    expect((await put(order.id, { expected_date: '2031-05-05' })).body.data.revision).toBe(1);
    expect((await put(order.id, { expected_date: '2031-05-05' })).body.data.revision).toBe(1);
    await follow([{ id: first, received_quantity: 6, closed_quantity: 1 }]);
    expect((await put(order.id, { items: [{ ...item, quantity: 6 }] })).body).toMatchObject({
      code: 'purchase_order.below_received',
      details: [{ field: 'items.0.quantity' }],
    });
    expect(
      (await put(order.id, { items: [line({ product_id: null, description: 'Else' })] })).body.code,
    ).toBe('purchase_order.below_received');
    const exact = await put(order.id, { items: [{ ...item, quantity: 7, unit_price: 26 }] });
    expect(exact.body.data).toMatchObject({ revision: 2, status: 'received', open_amount: 0 });
    expect((await put(order.id, { items: [{ ...item, quantity: 9 }] })).body.code).toBe(
      'purchase_order.received',
    );
    expect((await put(order.id, { notes: 'Came late' })).body.data).toMatchObject({
      notes: 'Came late',
    });
  });

  it('keeps the price of a billed quantity and the vendor', async () => {
    const { order, first } = await ordered();
    const [item] = order.items;
    await follow([{ id: first, billed_quantity: 3 }]);
    expect(await put(order.id, { items: [{ ...item, unit_price: 24 }] })).toMatchObject({
      status: 409,
      body: { code: 'purchase_order.billed', details: [{ field: 'items.0.unit_price' }] },
    });
    expect((await put(order.id, { discount_percent: 5 })).body.code).toBe('purchase_order.billed');
    const more = await put(order.id, {
      items: [{ ...item, quantity: 20 }, line({ unit_price: 1 })],
    });
    expect(more.body.data).toMatchObject({ revision: 1, item_count: 2, bill_state: 'partly' });
    const other = (await makeVendor(test.admin)).id;
    expect((await put(order.id, { vendor_id: other })).body.code).toBe('purchase_order.ordered');
    const draft = await create();
    expect((await put(draft.id, { vendor_id: other })).body.data).toMatchObject({
      vendor_id: other,
      revision: 0,
    });
  });

  it('refuses a version that is no longer current, and takes a whole record back', async () => {
    const { order } = await ordered();
    const { updated_at } = order;
    expect((await put(order.id, { notes: 'One', updated_at })).status).toBe(200);
    expect((await put(order.id, { notes: 'Two', updated_at })).status).toBe(409);
    const whole = await get(order.id);
    const { id: _id, ...rest } = whole;
    const again = await put(order.id, {
      items: rest.items,
      discount_percent: null,
      tax_rate: rest.tax_rate,
    });
    expect(again.body.data).toEqual(whole);
  });
});

it('asks for the rights of purchase orders', async () => {
  const order = await create();
  const { client: reader } = await signInWith(test, {
    purchase_orders: { read: 'all', create: false, update: false, delete: false, export: false },
  });
  expect((await reader.get(`/purchase-orders/${order.id}`)).status).toBe(200);
  expect((await reader.post('/purchase-orders', {})).status).toBe(403);
  expect(
    (await reader.put(`/purchase-orders/${order.id}/status`, { status: 'ordered' })).status,
  ).toBe(403);
  expect((await reader.post(`/purchase-orders/${order.id}/close`)).status).toBe(403);
  expect((await reader.delete(`/purchase-orders/${order.id}`)).status).toBe(403);
});
