import { describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { addDays, dayOf } from '~/kit/shared/time/days';
import type { BulkResponse } from '~/modules/records/batches/batches.fields';
import { makeRole } from '~/modules/organization/users/roles/server/roles.builders';
import { signInNew } from '~/modules/organization/users/server/users.builders';
import { makeVendor } from '~/modules/buying/vendors/server/vendors.builders';
import type { Bill, WholeBill } from '../bills.fields';
import { billBody, makeBill } from './bills.builders';

const test = fileServer();

const today = dayOf(new Date(), 'Asia/Kolkata');
const post = (body: object, headers: Record<string, string> = {}) =>
  test.admin.post<WholeBill>('/bills', body, headers);
const put = (id: number, body: object) => test.admin.put<WholeBill>(`/bills/${id}`, body);
const move = (id: number, status: string, more: object = {}) =>
  test.admin.put<WholeBill>(`/bills/${id}/status`, { status, ...more });
const read = async (id: number) => (await test.admin.get<WholeBill>(`/bills/${id}`)).body.data;

describe('a bill', () => {
  it('is a draft that changes and goes', async () => {
    const vendor = await makeVendor(test.admin, { payment_terms: 'net_15' });
    const draft = await makeBill(test.admin, { vendor_id: vendor.id, bill_number: ' INV / 007 ' });
    expect(draft).toMatchObject({
      voucher_number: expect.stringMatching(/^PB-\d\d-\d\d-\d{5}$/),
      kind: 'bill',
      vendor_id: vendor.id,
      vendor_name: vendor.company_name,
      bill_number: 'INV / 007',
      bill_date: today,
      due_date: addDays(today, 15),
      status: 'draft',
      subtotal: 1000,
      tax_rate: 10,
      tax_amount: 100,
      total_amount: 1100,
      payable_amount: 1100,
      balance_due: 1100,
      paid_amount: 0,
      tds_amount: 0,
      item_count: 1,
      items: [
        {
          description: 'Machine service',
          quantity: 2,
          unit_price: 500,
          line_total: 1000,
          taxable_value: 1000,
          itc: 'eligible',
          purchase_line_id: null,
        },
      ],
      charges: [],
      differences: [],
    });
    const again = await put(draft.id, { ...draft, tax_amount: undefined, total_amount: undefined });
    expect(again.body.data).toEqual(draft);
    const items = [
      ...draft.items,
      { description: 'Oil', quantity: 1, unit_price: 50, itc: 'blocked' },
    ];
    const changed = await put(draft.id, {
      items,
      charges: [{ description: 'Freight', amount: 100 }],
      bill_number: 'X-9',
      notes: 'Checked',
    });
    expect(changed.body.data).toMatchObject({
      bill_number: 'X-9',
      notes: 'Checked',
      subtotal: 1150,
      total_amount: 1265,
      item_count: 2,
      items: [{ id: draft.items[0]?.id }, { description: 'Oil', itc: 'blocked' }],
      charges: [{ description: 'Freight', amount: 100, goods_receipt_ids: [] }],
    });
    expect((await put(draft.id, { updated_at: draft.updated_at, notes: '' })).status).toBe(409);
    expect((await test.admin.get<Bill[]>('/bills')).body.data[0]).toMatchObject({ id: draft.id });
    expect((await test.admin.delete(`/bills/${draft.id}`)).status).toBe(200);
    expect((await test.admin.get(`/bills/${draft.id}`)).status).toBe(404);
  });

  it('is booked, paid by no one by hand, and cancelled', async () => {
    const draft = await makeBill(test.admin);
    expect((await move(draft.id, 'paid')).body.code).toBe('bill.status_derived');
    expect((await move(draft.id, 'cancelled')).body.code).toBe('bill.is_draft');
    const open = await move(draft.id, 'open');
    expect(open.body.data).toMatchObject({ status: 'open', balance_due: 1100 });
    expect((await move(draft.id, 'open')).status).toBe(200);
    expect((await move(draft.id, 'draft')).body.code).toBe('bill.booked');
    expect((await test.admin.delete(`/bills/${draft.id}`)).body.code).toBe('bill.booked');
    const fixed = await put(draft.id, { bill_number: 'Y' });
    expect(fixed.body).toMatchObject({
      code: 'bill.booked',
      error: 'Bill Number cannot be changed: this bill is Open',
    });
    const due_date = addDays(today, 3);
    const values = { due_date, terms_conditions: 'Net', notes: 'Later' };
    expect((await put(draft.id, values)).body.data).toMatchObject({ ...values, status: 'open' });
    const cancelled = await move(draft.id, 'cancelled');
    expect(cancelled.body.data.status).toBe('cancelled');
    expect((await move(draft.id, 'open')).body.code).toBe('bill.cancelled');
    expect((await put(draft.id, { notes: 'x' })).body.code).toBe('bill.cancelled');
  });

  it('is overdue at once where its due date has passed, and paid where nothing is due', async () => {
    const days = { bill_date: addDays(today, -40), due_date: addDays(today, -10), status: 'open' };
    const late = await makeBill(test.admin, days);
    expect(late.status).toBe('overdue');
    const later = await put(late.id, { due_date: today });
    expect(later.body.data.status).toBe('open');
    const items = [{ description: 'Sample', quantity: 1, unit_price: 0 }];
    const free = await makeBill(test.admin, { items, status: 'open' });
    expect(free).toMatchObject({ status: 'paid', total_amount: 0 });
  });

  it.each([
    [{ vendor_id: 999_999 }, 'vendor_id'],
    [{ bill_number: '  ' }, 'bill_number'],
    [{ bill_number: undefined }, 'bill_number'],
    [{ bill_date: addDays(today, 1) }, 'bill_date'],
    [{ due_date: addDays(today, -1) }, 'due_date'],
    [{ items: [] }, 'items'],
    [{ items: [{ description: 'A', quantity: 0, unit_price: 1 }] }, 'items.0.quantity'],
    [{ items: [{ description: 'A', quantity: 1 }] }, 'items.0.unit_price'],
    [{ items: [{ quantity: 1, unit_price: 1 }] }, 'items.0.description'],
    [{ items: [{ description: 'A', quantity: 1, unit_price: -1 }] }, 'items.0.unit_price'],
    [{ items: [{ product_id: 999_999, quantity: 1, unit_price: 1 }] }, 'items.0.product_id'],
    [
      { items: [{ purchase_line_id: 999_999, quantity: 1, unit_price: 1 }] },
      'items.0.purchase_line_id',
    ],
    [{ purchase_order_id: 999_999 }, 'purchase_order_id'],
    [
      { charges: [{ description: 'F', amount: 1, goods_receipt_ids: [999_999] }] },
      'charges.0.goods_receipt_ids',
    ],
    [{ charges: [{ description: 'F', amount: -1 }] }, 'charges.0.amount'],
    [{ tds_code: 'NONE' }, 'tds_code'],
    [{ tds_amount: 1000.01 }, 'tds_amount'],
    [{ tds_amount: -1 }, 'tds_amount'],
    [{ receive: true }, 'receive'],
    [{ receive: true, status: 'open' }, 'receive'],
    [{ status: 'paid' }, 'status'],
  ])('is refused with %j', async (values, field) => {
    const sent = await post(await billBody(test.admin, values));
    expect(sent.status).toBe(400);
    expect(sent.body.details).toContainEqual(expect.objectContaining({ field }));
  });

  it('is made once for one key', async () => {
    const body = await billBody(test.admin, { status: 'open' });
    const headers = { 'idempotency-key': 'bill-1' };
    const [one, two] = [await post(body, headers), await post(body, headers)];
    expect(two.body.data.id).toBe(one.body.data.id);
  });

  it('takes a freight bill of charges alone', async () => {
    const charges = [{ description: 'Freight', amount: 250.5 }];
    const bill = await makeBill(test.admin, { items: [], charges, tax_rate: 0, status: 'open' });
    expect(bill).toMatchObject({ total_amount: 250.5, item_count: 0, status: 'open' });
  });
});

describe('many bills', () => {
  it('change at once, drafts go, and both are undone', async () => {
    const [draft, open] = [
      await makeBill(test.admin, { charges: [{ description: 'Freight', amount: 9 }] }),
      await makeBill(test.admin, { status: 'open' }),
    ];
    const ids = [draft.id, open.id];
    const bulk = async (body: object) =>
      (await test.admin.post<BulkResponse>('/bulk/bills', { ids, ...body })).body.data;
    const undo = (id: number) => test.admin.post(`/batches/${id}/undo`);
    const changed = await bulk({ action: 'update', values: { notes: 'Checked' } });
    expect(changed.results.map(({ ok }) => ok)).toEqual([true, true]);
    expect((await read(open.id)).notes).toBe('Checked');
    await undo(changed.batch_id);
    expect((await read(open.id)).notes).toBeNull();
    const deleted = await bulk({ action: 'delete' });
    expect(deleted.results).toMatchObject([{ ok: true }, { ok: false }]);
    await undo(deleted.batch_id);
    const { items, charges, bill_number } = await read(draft.id);
    expect([items, charges, bill_number]).toEqual([draft.items, draft.charges, draft.bill_number]);
    const numbers = await test.admin.post('/bulk/bills', {
      ids,
      action: 'update',
      values: { bill_number: 'X' },
    });
    expect(numbers.status).toBe(400);
  });
});

describe('the number', () => {
  it('belongs to one bill of its vendor and year, and a cancelled one gives it back', async () => {
    const { id: vendor_id } = await makeVendor(test.admin);
    const bill = await makeBill(test.admin, {
      vendor_id,
      bill_number: 'INV-007/26',
      status: 'open',
    });
    const body = { vendor_id, bill_number: 'inv - 7 / 026' };
    const taken = await post(await billBody(test.admin, body));
    expect(taken.status).toBe(409);
    expect(taken.body).toMatchObject({
      code: 'bill.number_exists',
      details: [{ record: { type: 'bill', id: bill.id, label: bill.voucher_number } }],
    });
    const other = await makeBill(test.admin, { vendor_id, bill_number: 'INV-70/26' });
    expect((await put(other.id, { bill_number: 'Inv-07/26' })).body.code).toBe(
      'bill.number_exists',
    );
    const before = { ...body, bill_date: addDays(today, -366) };
    expect((await post(await billBody(test.admin, before))).status).toBe(201);
    expect((await post(await billBody(test.admin, { bill_number: 'INV-007/26' }))).status).toBe(
      201,
    );
    await move(bill.id, 'cancelled');
    expect((await post(await billBody(test.admin, body))).status).toBe(201);
  });

  it('goes to one of two bills that are sent at once', async () => {
    const { id: vendor_id } = await makeVendor(test.admin);
    const body = await billBody(test.admin, { vendor_id, status: 'open' });
    const sent = await Promise.all([post(body), post(body)]);
    expect(sent.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });

  it('is booked once of two that book at once', async () => {
    const bill = await makeBill(test.admin);
    const sent = await Promise.all([move(bill.id, 'open'), move(bill.id, 'open')]);
    expect(sent.map(({ status }) => status)).toEqual([200, 200]);
    expect((await read(bill.id)).status).toBe('open');
  });
});

describe('the total of the vendor', () => {
  it('may be ₹1 off; beyond it a person with the right accepts', async () => {
    expect((await makeBill(test.admin, { vendor_total: 1101, status: 'open' })).status).toBe(
      'open',
    );
    const off = await makeBill(test.admin, { vendor_total: 1101.01 });
    const differs = await move(off.id, 'open');
    expect(differs.status).toBe(409);
    expect(differs.body).toMatchObject({
      code: 'bill.differs',
      details: [{ field: 'vendor_total' }],
    });
    const role = await makeRole(test.admin, {
      bills: {
        read: 'all',
        create: true,
        update: true,
        delete: true,
        export: true,
        approve: false,
      },
      vendors: { read: 'all' },
    });
    const { client } = await signInNew(test.server, { role_id: role.id });
    const refused = await client.put<WholeBill>(`/bills/${off.id}/status`, {
      status: 'open',
      accept: true,
    });
    expect(refused.status).toBe(403);
    const accepted = await move(off.id, 'open', { accept: true });
    expect(accepted.body.data).toMatchObject({
      status: 'open',
      differences: [{ field: 'vendor_total' }],
    });
  });
});

describe('reverse charge', () => {
  it('leaves tax out of what the vendor is paid', async () => {
    const bill = await makeBill(test.admin, { reverse_charge: true, status: 'open' });
    expect(bill).toMatchObject({
      total_amount: 1100,
      tax_amount: 100,
      payable_amount: 1000,
      balance_due: 1000,
    });
  });
});
