import { beforeAll, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { addDays, dayOf } from '~/kit/shared/time/days';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import { makeRole } from '~/modules/organization/users/roles/server/roles.builders';
import { signInNew } from '~/modules/organization/users/server/users.builders';
import type { ReceiptWithItems } from '~/modules/buying/goods-receipts/goods-receipts.fields';
import type { PurchaseOrderWithItems } from '~/modules/buying/purchase-orders/purchase-orders.fields';
import { makeVendor } from '~/modules/buying/vendors/server/vendors.builders';
import { makeBill, makeBillable } from './bills.builders';

const test = fileServer();

const today = dayOf(new Date(), 'Asia/Kolkata');
const month = today.slice(0, 7);

interface ReportResult {
  rows: Record<string, string | number | null>[];
  totals: Record<string, number>;
}

const report = async (name: string, query = '') => {
  const sent = await test.admin.get<ReportResult>(`/reports/${name}?${query}`);
  expect(sent.status).toBe(200);
  return sent.body.data;
};

let steel: Awaited<ReturnType<typeof fixture>>;

/** 10 pieces ordered at 100.00, 6 received, 4 billed at 110.00 with TDS, and 30 credited. */
async function fixture() {
  const product = await makeProduct(test.admin, { product_name: 'Steel', category_id: 4 });
  const vendor = await makeVendor(test.admin, {
    company_name: 'Deccan Steel',
    msme: 'small',
    pan: 'AAACD1234E',
    tds_code: 'CONTRACT',
  });
  const order = await makeRecord<PurchaseOrderWithItems>(test.admin, '/purchase-orders', {
    vendor_id: vendor.id,
    status: 'ordered',
    items: [{ product_id: product.id, quantity: 10, unit_price: 100 }],
  });
  const purchase_line_id = order.items[0]?.id ?? 0;
  await makeRecord<ReceiptWithItems>(test.admin, '/goods-receipts', {
    purchase_order_id: order.id,
    status: 'received',
    items: [{ purchase_line_id, quantity: 6 }],
  });
  const bill = await makeBill(test.admin, {
    vendor_id: vendor.id,
    items: [{ purchase_line_id, quantity: 4, unit_price: 110, itc: 'blocked' }],
    charges: [{ description: 'Freight', amount: 60 }],
    tds_amount: 5,
    status: 'open',
    accept: true,
  });
  await makeRecord(test.admin, `/bills/${bill.id}/credit`, {
    items: [{ bill_line_id: bill.items[0]?.id, reason: 'price', amount: 30 }],
  });
  return { product, vendor, order, bill };
}

beforeAll(async () => {
  steel = await fixture();
  const items = [{ description: 'Machine service', quantity: 2, unit: 'h', unit_price: 500 }];
  await makeBill(test.admin, { items, reverse_charge: true, status: 'open' });
});

it('purchases are bills less credits, by month, vendor, product and category', async () => {
  const months = await report('purchases');
  expect(months.rows).toEqual([
    expect.objectContaining({ name: month, bills: 2, taxable: 1470, tax: 147, total: 1617 }),
  ]);
  const vendors = await report('purchases', 'group=vendor');
  expect(vendors.rows[1]).toMatchObject({
    name: 'Deccan Steel',
    bills: 1,
    taxable: 470,
    total: 517,
  });
  expect(vendors.rows[1]?.['link']).toMatch(/^\/bills\?/);
  const products = await report('purchases', 'group=product');
  expect(products.rows).toMatchObject([
    { name: 'None', quantity: null, unit: null, taxable: 1060 },
    { name: 'Steel', quantity: 4, taxable: 410 },
  ]);
  expect(products.totals['taxable']).toBe(1470);
  expect((await report('purchases', 'group=category')).totals['taxable']).toBe(1470);
});

it('purchase-matching says what was received and not billed, as of a day', async () => {
  const { rows } = await report('purchase-matching');
  expect(rows).toMatchObject([
    { name: steel.order.purchase_number, received: 6, billed: 4, quantity: 2, value: 200 },
  ]);
  expect((await report('purchase-matching', 'group=billed')).rows).toEqual([]);
  expect((await report('purchase-matching', `as_of=${addDays(today, -1)}`)).rows).toEqual([]);
  const purchase_line_id = steel.order.items[0]?.id;
  const more = await makeBill(test.admin, {
    vendor_id: steel.vendor.id,
    items: [{ purchase_line_id, quantity: 6 }],
    status: 'open',
    accept: true,
  });
  const billed = await report('purchase-matching', 'group=billed');
  expect(billed.rows).toMatchObject([{ received: 6, billed: 10, quantity: 4, value: 400 }]);
  await test.admin.put(`/bills/${more.id}/status`, { status: 'cancelled' });
});

it('input-tax has blocked tax and reverse charge apart', async () => {
  const { rows } = await report('input-tax');
  expect(rows).toMatchObject([
    { name: month, taxable: 1470, tax: 47, eligible: 6, blocked: 41, reverse_charge: 100 },
  ]);
  expect((await report('input-tax', 'group=rate')).rows).toMatchObject([{ name: '10%', tax: 47 }]);
  expect((await report('input-tax', 'group=itc')).rows).toMatchObject([
    { name: 'Eligible', tax: 6, reverse_charge: 100 },
    { name: 'Blocked', tax: 41, reverse_charge: 0 },
  ]);
});

it('tds is by month, code and vendor', async () => {
  for (const [group, name] of [
    ['month', month],
    ['code', 'CONTRACT'],
    ['vendor', 'Deccan Steel'],
  ])
    expect((await report('tds', `group=${group}`)).rows).toMatchObject([
      { name, documents: 1, base: 500, tds: 5 },
    ]);
});

it('msme-dues has the limit of each bill, and what is past it', async () => {
  const balance = 550 - 5 - 33;
  const limit = addDays(today, 15);
  expect((await report('msme-dues')).rows).toMatchObject([
    {
      name: steel.bill.voucher_number,
      vendor: 'Deccan Steel',
      msme_limit: limit,
      days: 0,
      balance,
      past: 0,
    },
  ]);
  const later = await report('msme-dues', `group=vendor&as_of=${addDays(limit, 2)}`);
  expect(later.rows).toMatchObject([{ name: 'Deccan Steel', bills: 1, balance, past: balance }]);
  expect((await report('msme-dues', `as_of=${addDays(today, -1)}`)).rows).toEqual([]);
});

it('price-differences compare bills and orders, line by line', async () => {
  const { bill: billAsOrdered } = await makeBillable(test.admin, 2);
  expect((await billAsOrdered(2)).status).toBe(201);
  for (const group of ['product', 'vendor', 'order', 'month'])
    expect((await report('price-differences', `group=${group}`)).rows).toMatchObject([
      { ordered: 400, billed: 410, difference: 10 },
    ]);
});

it('need the right to read bills, and that of prices', async () => {
  const bills = { read: 'all' } as const;
  const role = await makeRole(test.admin, { bills });
  const { client } = await signInNew(test.server, { role_id: role.id });
  const statuses = [];
  for (const name of ['tds', 'input-tax', 'msme-dues', 'purchases', 'price-differences'])
    statuses.push((await client.get(`/reports/${name}`)).status);
  expect(statuses).toEqual([200, 200, 200, 403, 403]);
  expect((await test.admin.get('/reports/tds?format=csv')).status).toBe(200);
});
