import { describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { pagesOf } from '~/kit/server/testing/test-pdf';
import { addDays, dayOf } from '~/kit/shared/time/days';
import { makeRole } from '~/modules/organization/users/roles/server/roles.builders';
import { signInNew } from '~/modules/organization/users/server/users.builders';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import type { TimelineItem } from '~/modules/records/records/timeline.fields';
import { makeVendor } from '~/modules/buying/vendors/server/vendors.builders';
import {
  firstLocation,
  type Location,
} from '~/modules/catalogue/products/locations/locations.fields';
import type { ProductStock } from '~/modules/catalogue/products/stock/levels.fields';
import { adjustStock, movementsOf } from '~/modules/catalogue/products/stock/server/stock.builders';
import type { Transfer, TransferWithItems } from '../transfers.fields';
import { makeLocation, makeTransfer, transferBody } from './transfers.builders';

const test = fileServer();

const today = dayOf(new Date(), 'Asia/Kolkata');
const yesterday = addDays(today, -1);
const post = (body: object, headers: Record<string, string> = {}) =>
  test.admin.post<TransferWithItems>('/transfers', body, headers);
const put = (id: number, body: object) =>
  test.admin.put<TransferWithItems>(`/transfers/${id}`, body);
const move = (id: number, status: string, more: object = {}) =>
  test.admin.put<TransferWithItems>(`/transfers/${id}/status`, { status, ...more });
const stockOf = async (id: number) =>
  (await test.admin.get<ProductStock>(`/products/${id}/stock`)).body.data;
const levels = async (id: number) =>
  (await stockOf(id)).levels.map(({ location_id, lot_number, quantity }) => [
    location_id,
    lot_number,
    quantity,
  ]);

/** A product with 10 pieces at 12.50 in the first location, and a place to move them to. */
async function fixture(kind: 'store' | 'hold' | 'job_worker' = 'store') {
  const { id } = await makeProduct(test.admin);
  await adjustStock(test.admin, id, { quantity: 10, unit_cost: 12.5 });
  const to = await makeLocation(test.admin, kind);
  const body = (quantity: number, values: object = {}) => ({
    from_id: firstLocation,
    to_id: to.id,
    items: [{ product_id: id, quantity }],
    ...values,
  });
  return { id, to, body };
}

describe('a transfer', () => {
  it('is a draft that moves nothing, changes and goes', async () => {
    const { id, to, body } = await fixture();
    const draft = (await post(body(4, { vehicle_number: 'mh 12 ab 1234' }))).body.data;
    expect(draft).toMatchObject({
      transfer_number: `DRAFT-${draft.id}`,
      from_name: 'Main',
      to_name: to.name,
      transfer_date: today,
      status: 'draft',
      vehicle_number: 'MH12AB1234',
      item_count: 1,
      challan_number: null,
      items: [{ product_id: id, quantity: 4, lots: null }],
    });
    expect(await levels(id)).toEqual([[firstLocation, null, 10]]);
    const { items, updated_at } = draft;
    const changed = await put(draft.id, {
      items: [...items, { product_id: id, quantity: 1 }],
      notes: 'Urgent',
      updated_at,
    });
    expect(changed.body.data).toMatchObject({ item_count: 2, notes: 'Urgent' });
    expect(await put(draft.id, { notes: 'Late', updated_at })).toMatchObject({ status: 409 });
    expect(await move(draft.id, 'cancelled')).toMatchObject({
      status: 409,
      body: { code: 'transfer.is_draft' },
    });
    expect((await test.admin.delete(`/locations/${to.id}`)).body.code).toBe('location.in_use');
    expect((await test.admin.delete(`/transfers/${draft.id}`)).status).toBe(200);
    expect((await test.admin.delete(`/locations/${to.id}`)).status).toBe(200);
  });

  it('moves goods without their value, and names itself in the ledger', async () => {
    const { id, to, body } = await fixture();
    const transfer = (await post(body(4, { status: 'done' }))).body.data;
    expect(transfer.transfer_number).toMatch(/^TR-\d\d-\d\d-\d{5}$/);
    expect(await stockOf(id)).toMatchObject({
      stock_quantity: 10,
      held_quantity: 0,
      average_cost: 12.5,
      stock_value: 125,
    });
    expect(await levels(id)).toEqual([
      [firstLocation, null, 6],
      [to.id, null, 4],
    ]);
    const source = { type: 'transfer', id: transfer.id, label: transfer.transfer_number };
    const reason = `Transfer ${transfer.transfer_number}`;
    const shared = { movement_type: 'transfer', value: 0, difference: 0, reason, source };
    expect((await movementsOf(test.admin, id)).slice(0, 2)).toMatchObject([
      { ...shared, quantity: -4, location_name: 'Main' },
      { ...shared, quantity: 4, location_name: to.name },
    ]);
    expect(await put(transfer.id, { to_id: firstLocation })).toMatchObject({
      status: 409,
      body: { code: 'transfer.done' },
    });
    expect((await put(transfer.id, { notes: 'Came' })).body.data.notes).toBe('Came');
    expect((await test.admin.delete(`/transfers/${transfer.id}`)).body.code).toBe('transfer.done');
    expect((await test.admin.delete(`/products/${id}`)).status).toBe(409);
  });

  it('goes back when it is cancelled, once', async () => {
    const { id, body } = await fixture('hold');
    const { id: transfer } = (await post(body(4, { status: 'done' }))).body.data;
    expect(await stockOf(id)).toMatchObject({ held_quantity: 4, available: 6 });
    const all = await Promise.all([move(transfer, 'cancelled'), move(transfer, 'cancelled')]);
    expect(all.map(({ status }) => status)).toEqual([200, 200]);
    expect(await stockOf(id)).toMatchObject({ held_quantity: 0, stock_value: 125 });
    expect(await levels(id)).toEqual([[firstLocation, null, 10]]);
    const [back] = await movementsOf(test.admin, id);
    expect(back?.source?.label).toMatch(/^TR-/);
    expect((await move(transfer, 'done')).body.code).toBe('transfer.cancelled');
    expect((await put(transfer, { notes: 'No' })).body.code).toBe('transfer.cancelled');
  });

  it('is not cancelled once its goods are gone', async () => {
    const { id, to, body } = await fixture();
    const { id: transfer } = (await post(body(4, { status: 'done' }))).body.data;
    await adjustStock(test.admin, id, {
      adjustment_type: 'out',
      quantity: 1,
      location_id: to.id,
      reason: 'Scrapped',
    });
    const refused = await move(transfer, 'cancelled');
    expect(refused).toMatchObject({ status: 409, body: { code: 'stock.insufficient_later' } });
    expect(refused.body.error).toMatch(/^Scrapped of .* would lack 1 of /);
  });

  it('names the other locations that have what is missing', async () => {
    const { to, body } = await fixture();
    await post(body(4, { status: 'done' }));
    const short = await post(body(7, { status: 'done' }));
    expect(short).toMatchObject({ status: 409, body: { code: 'stock.insufficient' } });
    expect(short.body.error).toMatch(/in Main: 7 needed, 6 available$/);
    expect(short.body.details).toMatchObject([{ message: `${to.name} has 4` }]);
  });

  it('checks what is sent', async () => {
    const { id, to, body } = await fixture();
    const inactive = await makeProduct(test.admin, { is_active: false });
    const wrong: [object, string][] = [
      [body(1, { to_id: firstLocation }), 'to_id'],
      [body(1, { from_id: 999_999 }), 'from_id'],
      [body(1, { transfer_date: addDays(today, 1) }), 'transfer_date'],
      [body(1.5), 'items.0.quantity'],
      [body(1, { items: [] }), 'items'],
      [body(1, { items: [{ product_id: inactive.id, quantity: 1 }] }), 'items.0.product_id'],
      [body(1, { items: [{ product_id: 999_999, quantity: 1 }] }), 'items.0.product_id'],
      [
        body(1, { items: [{ product_id: id, quantity: 1, lots: [{ lot_number: 'A' }] }] }),
        'items.0.lots',
      ],
    ];
    for (const [sent, field] of wrong)
      expect(await post(sent), field).toMatchObject({
        status: 400,
        body: { details: [{ field }] },
      });
    const future = await post(body(1, { transfer_date: addDays(today, 1) }));
    expect(future.body.error).toContain('cannot be in the future');
    await test.admin.put(`/locations/${to.id}`, { is_active: false });
    expect((await post(body(1))).body.details).toMatchObject([{ field: 'to_id' }]);
  });

  it('needs the right to create, and to be done the right to update', async () => {
    const stock = { read: 'all', create: true } as const;
    const role = await makeRole(test.admin, { stock, products: { read: 'all' } });
    const { client } = await signInNew(test.server, { role_id: role.id });
    const { id, body } = await fixture();
    expect((await client.post('/transfers', body(1, { status: 'done' }))).status).toBe(403);
    const draft = await makeRecord<Transfer>(client, '/transfers', body(1));
    const path = `/transfers/${draft.id}`;
    expect((await client.put(`${path}/status`, { status: 'done' })).status).toBe(403);
    expect((await client.delete(path)).status).toBe(403);
    const none = await makeRole(test.admin, { products: { read: 'all' } });
    const { client: outsider } = await signInNew(test.server, { role_id: none.id });
    expect((await outsider.get(path)).status).toBe(403);
    await move(draft.id, 'done');
    expect((await movementsOf(outsider, id))[0]).toMatchObject({
      source: null,
      reason: 'A transfer that you do not have access to',
    });
  });
});

describe('transfers at once', () => {
  it('take the last pieces once, with numbers without gaps', async () => {
    const { id, body } = await fixture();
    const all = await Promise.all([1, 2, 3, 4, 5, 6].map(() => post(body(3, { status: 'done' }))));
    expect(all.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409, 409]);
    expect(await levels(id)).toContainEqual([firstLocation, null, 1]);
    const sequences = all
      .filter(({ status }) => status === 201)
      .map(({ body: { data } }) => Number(data.transfer_number.slice(-5)))
      .toSorted((a, b) => a - b);
    const [first = 0] = sequences;
    expect(sequences).toEqual([first, first + 1, first + 2]);
  });

  it('are done once by two people', async () => {
    const draft = await makeTransfer(test.admin);
    const { updated_at } = draft;
    const all = await Promise.all([1, 2].map(() => move(draft.id, 'done', { updated_at })));
    expect(all.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await movementsOf(test.admin, draft.items[0]?.product_id ?? 0)).toHaveLength(3);
  });

  it('happen once within one key', async () => {
    const body = await transferBody(test.admin, { status: 'done' });
    const key = { 'idempotency-key': `transfer-${Date.now()}` };
    const [one, two] = [await post(body, key), await post(body, key)];
    expect(two.body.data.id).toBe(one.body.data.id);
  });
});

describe('a transfer of a past day', () => {
  it('counts from its last moment, and lacks what came later', async () => {
    const { id, to, body } = await fixture();
    const early = await post(body(4, { status: 'done', transfer_date: yesterday }));
    expect(early).toMatchObject({ status: 409, body: { code: 'stock.insufficient' } });
    await adjustStock(test.admin, id, { quantity: 5, date: yesterday });
    const done = await post(body(4, { status: 'done', transfer_date: yesterday }));
    expect(done.status, done.body.error).toBe(201);
    const moved = (await movementsOf(test.admin, id)).filter(
      ({ movement_type }) => movement_type === 'transfer',
    );
    for (const { created_at, entered_at } of moved) {
      expect(dayOf(new Date(created_at), 'Asia/Kolkata')).toBe(yesterday);
      expect(created_at).toMatch(/T18:29:59\.999Z$/);
      expect(entered_at > created_at).toBe(true);
    }
    const late = await adjustStock(test.admin, id, {
      adjustment_type: 'out',
      quantity: 12,
      location_id: firstLocation,
    });
    expect(late.status).toBe(409);
    await move(done.body.data.id, 'cancelled');
    expect(await levels(id)).toEqual([[firstLocation, null, 15]]);
    expect((await stockOf(id)).levels.some(({ location_id }) => location_id === to.id)).toBe(false);
  });

  it('moves nothing on closed days', async () => {
    const { id, body } = await fixture();
    await adjustStock(test.admin, id, { quantity: 5, date: yesterday });
    const open = (await post(body(1, { status: 'done', transfer_date: yesterday }))).body.data;
    await test.admin.put('/settings', { stock_closed_until: yesterday });
    const closed = await post(body(1, { status: 'done', transfer_date: yesterday }));
    expect(closed).toMatchObject({ status: 409, body: { code: 'stock.closed' } });
    expect((await move(open.id, 'cancelled')).body.code).toBe('stock.closed');
    expect((await post(body(1, { status: 'done' }))).status).toBe(201);
    await test.admin.put('/settings', { stock_closed_until: null });
  });
});

describe('tracked goods', () => {
  async function tracked(tracking: 'lot' | 'serial') {
    const { id } = await makeProduct(test.admin, { tracking });
    const to = await makeLocation(test.admin);
    const lot = (quantity: number, lot_number: string, more: object = {}) =>
      adjustStock(test.admin, id, { quantity, lot_number, ...more });
    const send = (items: object[], values: object = {}) =>
      post({
        from_id: firstLocation,
        to_id: to.id,
        status: 'done',
        items: items.map((item) => ({ product_id: id, ...item })),
        ...values,
      });
    return { id, to, lot, send };
  }

  it('are picked where no lots are named, first expiring first, and never expired', async () => {
    const { id, to, lot, send } = await tracked('lot');
    await lot(3, 'Old', { expires_on: '2020-01-01' });
    await lot(3, 'Later');
    await lot(3, 'Soon', { expires_on: '2099-01-01' });
    const { data } = (
      await send([{ quantity: 4 }, { quantity: 1, lots: [{ lot_number: 'Later' }] }])
    ).body;
    expect(
      data.items.map(({ lots }) => lots?.map((each) => [each.lot_number, each.quantity])),
    ).toEqual([
      [
        ['Soon', 3],
        ['Later', 1],
      ],
      [['Later', 1]],
    ]);
    const short = await send([{ quantity: 2 }]);
    expect(short.body.error).toMatch(/in Main: 2 needed, 1 available$/);
    expect((await send([{ quantity: 2, lots: [{ lot_number: 'OLD' }] }])).status).toBe(201);
    expect(await levels(id)).toContainEqual([to.id, 'Old', 2]);
    expect((await stockOf(id)).stock_quantity).toBe(9);
  });

  it('of a past day are picked from what lay there ever since', async () => {
    const { lot, send } = await tracked('lot');
    await lot(5, 'Early', { date: yesterday });
    await lot(5, 'Soon', { expires_on: '2099-01-01' });
    const { data } = (await send([{ quantity: 4 }], { transfer_date: yesterday })).body;
    expect(data.items[0]?.lots).toMatchObject([{ lot_number: 'Early', quantity: 4 }]);
    const short = await send([{ quantity: 2 }], { transfer_date: yesterday });
    expect(short.body.code).toBe('stock.insufficient');
  });

  it('keep their serial numbers', async () => {
    const { id, to, lot, send } = await tracked('serial');
    await lot(3, 'SN-1..SN-3');
    const lots = [{ lot_number: 'SN-2..SN-3' }];
    const { data } = (await send([{ quantity: 2, lots }])).body;
    expect(data.items[0]?.lots).toHaveLength(2);
    expect(await levels(id)).toContainEqual([to.id, 'SN-3', 1]);
    expect((await send([{ quantity: 2, lots }])).body.code).toBe('stock.insufficient');
    expect((await move(data.id, 'cancelled')).status).toBe(200);
    expect((await send([{ quantity: 2, lots }])).status).toBe(201);
  });
});

describe('the document', () => {
  const pdf = (id: number) => test.admin.get(`/transfers/${id}/pdf`);

  it('is a note, and to a job worker a challan with a second number', async () => {
    const { body } = await fixture('job_worker');
    const one = (await post(body(2, { status: 'done' }))).body.data;
    const two = (await post(body(2, { status: 'done' }))).body.data;
    expect(one.challan_number).toMatch(/^JC-\d\d-\d\d-00001$/);
    expect(two.challan_number).toMatch(/-00002$/);
    const challan = await pdf(one.id);
    expect(challan.headers.get('content-disposition')).toContain(`${one.challan_number}.pdf`);
    const note = await makeTransfer(test.admin, { status: 'done' });
    expect(note.challan_number).toBeNull();
    for (const { content } of [challan, await pdf(note.id)])
      expect(content.subarray(0, 5).toString()).toBe('%PDF-');
    expect((await pdf(999_999)).status).toBe(404);
  });

  it('names the vendor who works on the goods', async () => {
    const { id: vendor_id } = await makeVendor(test.admin, { company_name: 'Sai Platers' });
    const location = { name: 'At the platers', kind: 'job_worker', vendor_id };
    const { id: to_id } = await makeRecord<Location>(test.admin, '/locations', location);
    const { id } = await makeTransfer(test.admin, { to_id, status: 'done' });
    expect((await pagesOf((await pdf(id)).content)).join(' ')).toContain('Sai Platers');
    const timeline = await test.admin.get<TimelineItem[]>(`/vendors/${vendor_id}/timeline`);
    expect(timeline.body.data).toContainEqual(
      expect.objectContaining({ link: { type: 'transfer', id } }),
    );
  });
});

it('is found by its number, and by that of its challan', async () => {
  const { body } = await fixture('job_worker');
  const sent = (await post(body(2, { status: 'done' }))).body.data;
  const byChallan = await test.admin.get<unknown>(`/search?q=${sent.challan_number}`);
  expect(JSON.stringify(byChallan.body.data)).toContain(`"id":${sent.id},`);
  const { transfer_number: label, id } = await makeTransfer(test.admin, { status: 'done' });
  const found = await test.admin.get<unknown>(`/search?q=${label}`);
  expect(JSON.stringify(found.body.data)).toContain(`"id":${id},"label":"${label}"`);
});

it('follows a product that is merged, with its goods', async () => {
  const { id, to, body } = await fixture();
  const transfer = (await post(body(3, { status: 'done' }))).body.data;
  const { id: other } = await makeProduct(test.admin);
  const merge = () => test.admin.post(`/products/${other}/merge`, { other_id: id });
  expect((await merge()).status).toBe(200);
  expect(await levels(other)).toContainEqual([to.id, null, 3]);
  const after = await test.admin.get<TransferWithItems>(`/transfers/${transfer.id}`);
  expect(after.body.data.items[0]?.product_id).toBe(other);
});
