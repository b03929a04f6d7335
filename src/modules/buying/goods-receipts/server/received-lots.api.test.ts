import { describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import type { HistoryItem } from '~/kit/shared/history';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import type { PurchaseOrderWithItems } from '~/modules/buying/purchase-orders/purchase-orders.fields';
import { signInWith } from '~/modules/organization/users/roles/server/roles.builders';
import { bulk, done } from '~/modules/records/batches/server/batches.builders';
import { makeVendor } from '~/modules/buying/vendors/server/vendors.builders';
import type { ReceiptWithItems } from '../goods-receipts.fields';

const test = fileServer();

const post = (body: object, headers: Record<string, string> = {}) =>
  test.admin.post<ReceiptWithItems>('/goods-receipts', body, headers);
const move = (id: number, status: string, more: object = {}) =>
  test.admin.put<ReceiptWithItems>(`/goods-receipts/${id}/status`, { status, ...more });
const giveBack = (id: number, body: object) =>
  test.admin.post<ReceiptWithItems>(`/goods-receipts/${id}/return`, body);

/** An order of 10 pieces of a new product at 100.00. */
async function fixture(values: { quantity?: number; price?: number; product?: object } = {}) {
  const { quantity = 10, price = 100, product: of = {} } = values;
  const product = await makeProduct(test.admin, { cost_price: null, ...of });
  const vendor = await makeVendor(test.admin);
  const order = await makeRecord<PurchaseOrderWithItems>(test.admin, '/purchase-orders', {
    vendor_id: vendor.id,
    status: 'ordered',
    items: [{ product_id: product.id, quantity, unit_price: price }],
  });
  const line = order.items[0]?.id ?? 0;
  const receive = (came: number, more: object = {}, item: object = {}) =>
    post({
      purchase_order_id: order.id,
      status: 'received',
      items: [{ purchase_line_id: line, quantity: came, ...item }],
      ...more,
    });
  return { product, vendor, order, line, receive };
}

describe('lots', () => {
  it('come with the goods, by name, by range and by the number of the receipt', async () => {
    const lot = await fixture({ product: { tracking: 'lot' } });
    const named = await lot.receive(
      5,
      {},
      {
        lots: [
          { lot_number: 'H-7', quantity: 2, expires_on: '2100-01-01' },
          { lot_number: 'H-8', quantity: 3 },
        ],
      },
    );
    expect(named.body.data.items[0]?.lots).toMatchObject([
      { lot_number: 'H-7', quantity: 2 },
      { lot_number: 'H-8', quantity: 3 },
    ]);
    const id = named.body.data.items[0]?.lots?.[0]?.lot_id;
    const days = { made_on: '2026-03-02', expires_on: '2026-03-01' };
    const wrong = await lot.receive(1, {}, { lots: [{ lot_number: 'H-9', ...days }] });
    expect([wrong.status, wrong.body.details[0]?.field]).toEqual([
      400,
      'items.0.lots.0.expires_on',
    ]);
    const stored = await test.admin.get<object>(`/lots/${id}`);
    expect(stored.body.data).toMatchObject({ expires_on: '2100-01-01', vendor_id: lot.vendor.id });
    const trace = await test.admin.get<object>(`/lots/${id}/trace?direction=both`);
    expect(trace.body.data).toMatchObject({
      back: [{ kind: 'goods_receipt', number: named.body.data.goods_receipt_number, quantity: 2 }],
      vendors: [{ vendor_id: lot.vendor.id }],
    });
    const given = (await lot.receive(2)).body.data;
    expect(given.items[0]?.lots).toMatchObject([
      { lot_number: `${given.goods_receipt_number}-1`, quantity: 2 },
    ]);
    const back = await giveBack(named.body.data.id, {
      items: [{ line_id: named.body.data.items[0]?.id, quantity: 4 }],
    });
    expect(back.body.data.items[0]?.lots).toMatchObject([
      { lot_number: 'H-7', quantity: 2 },
      { lot_number: 'H-8', quantity: 2 },
    ]);
    const csv = (await test.admin.get(`/lots/${id}/trace?format=csv`)).content.toString();
    const went = back.body.data.goods_receipt_number;
    expect(csv).toContain(`Forward,1,Vendor return,${went},`);
    expect(csv).toContain(`Back,1,Goods receipt,${named.body.data.goods_receipt_number},`);
  });

  it('name their product in their history, and their vendor to people who may read vendors', async () => {
    const { product, vendor, receive } = await fixture({ product: { tracking: 'lot' } });
    const { data } = (await receive(2, {}, { lots: [{ lot_number: 'H-7' }] })).body;
    const path = `/history/lots/${data.items[0]?.lots?.[0]?.lot_id}`;
    const namesFor = async (caller: Pick<typeof test.admin, 'get'>) => {
      const items = (await caller.get<HistoryItem[]>(path)).body.data;
      const changes = items.flatMap((item) => item.changes);
      return changes.flatMap(({ names }) => names?.after ?? []);
    };
    expect(await namesFor(test.admin)).toEqual([product.product_name, vendor.company_name]);
    const { client } = await signInWith(test, { stock: { read: 'all' } });
    expect(await namesFor(client)).toEqual([product.product_name]);
  });

  it('of serial numbers come once, and again after a cancelled receipt', async () => {
    const { receive } = await fixture({ product: { tracking: 'serial' } });
    const lots = [{ lot_number: 'SN-01..SN-03' }];
    expect((await receive(2, {}, { lots })).status).toBe(400);
    const { data } = (await receive(3, {}, { lots })).body;
    expect(data.items[0]?.lots).toHaveLength(3);
    const again = await receive(1, {}, { lots: [{ lot_number: 'sn-02' }] });
    expect([again.status, again.body.code]).toEqual([409, 'serial.exists']);
    await move(data.id, 'cancelled');
    const { status, body } = await receive(3, {}, { lots });
    expect(status).toBe(201);
    const back = await giveBack(body.data.id, {
      items: [{ line_id: body.data.items[0]?.id, quantity: 1, lots: [{ lot_number: 'SN-02' }] }],
    });
    expect(back.status).toBe(201);
    expect((await move(back.body.data.id, 'cancelled')).status).toBe(200);
  });
});

describe('a person', () => {
  it('finds a receipt by its number, and sees it on the pages of its vendor', async () => {
    const { receive, vendor } = await fixture();
    const { data } = (await receive(1)).body;
    const number = data.goods_receipt_number;
    const scanned = await test.admin.get<object[]>(`/scan?code=${number.toLowerCase()}`);
    expect(scanned.body.data).toMatchObject([
      { type: 'goods_receipt', id: data.id, label: number },
    ]);
    const pdf = await test.admin.get(`/goods-receipts/${data.id}/pdf`);
    expect([pdf.status, pdf.content.subarray(0, 4).toString()]).toEqual([200, '%PDF']);
    const timeline = await test.admin.get<object>(`/vendors/${vendor.id}/timeline`);
    expect(JSON.stringify(timeline.body)).toContain(number);
  });
});

it('is not turned on while a purchase order of the product is open', async () => {
  const { product, order, receive } = await fixture();
  const track = () => test.admin.put(`/products/${product.id}`, { tracking: 'serial' });
  const record = { type: 'purchase_order', id: order.id };
  expect(await track()).toMatchObject({
    status: 409,
    body: { code: 'product.tracking_fixed', details: [{ record }] },
  });
  const many = await done(bulk(test.admin, 'products', [product.id], { tracking: 'serial' }));
  expect(many.results).toMatchObject([{ ok: false }]);
  await receive(10, {}, { rejected_quantity: 10, closes: true });
  expect((await track()).status).toBe(200);
});

it('keeps a line of the order that a receipt names', async () => {
  const { order, receive } = await fixture();
  const { id } = (await receive(1, { status: 'draft' })).body.data;
  const items = [{ description: 'Freight', quantity: 1, unit_price: 5 }];
  const left = await test.admin.put(`/purchase-orders/${order.id}`, { items });
  expect(left).toMatchObject({
    status: 409,
    body: {
      code: 'purchase_order.below_received',
      details: [{ record: { type: 'goods_receipt', id } }],
    },
  });
});
