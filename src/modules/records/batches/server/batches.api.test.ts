import { beforeAll, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import type { ApiResponse } from '~/kit/server/testing/test-calls';
import { makeCustomer } from '~/modules/sales/customers/server/customers.builders';
import { makeLead } from '~/modules/sales/leads/server/leads.builders';
import type { Lead } from '~/modules/sales/leads/leads.fields';
import { openOrderFixture, type OrderFixture } from '~/modules/sales/orders/server/orders.builders';
import {
  holdingOf,
  makeProduct,
} from '~/modules/catalogue/products/catalogue/server/products.builders';
import {
  ledgerBreaks,
  movementsOf,
} from '~/modules/catalogue/products/stock/server/stock.builders';
import { makeUser } from '~/modules/organization/users/server/users.builders';
import { makeWorkspace } from '~/modules/organization/workspaces/server/workspaces.builders';
import type { Batch, BulkResponse } from '../batches.fields';
import { bulk, done, manyLeads, rowsOf, undo } from './batches.builders';

const test = fileServer();
let fixture: OrderFixture;
beforeAll(async () => {
  fixture = await openOrderFixture(test.admin);
});

describe('a bulk change', () => {
  it('gives each record its own answer, and undone all are exactly as before', async () => {
    const ids = await manyLeads(test.admin, 3);
    const converted = ids[2] ?? 0;
    await test.admin.post(`/leads/${converted}/convert`);
    const before = await rowsOf(test.server, 'leads', ids);
    const sent = [...ids, 999_999, ids[0] ?? 0];
    const response = await done(
      bulk(test.admin, 'leads', sent, { industry: 'Forging', lead_score: 70 }),
    );
    expect(response.results).toEqual([
      { id: ids[0], ok: true },
      { id: ids[1], ok: true },
      {
        id: converted,
        ok: false,
        error: 'This lead has been converted to a customer and cannot be edited',
      },
      { id: 999_999, ok: false, error: 'Lead not found' },
    ]);
    const lead = (await test.admin.get<Lead>(`/leads/${ids[0]}`)).body.data;
    expect(lead).toMatchObject({ industry: 'Forging', lead_score: 70 });
    const batches = (await test.admin.get<Batch[]>('/batches')).body.data;
    expect(batches[0]).toMatchObject({
      id: response.batch_id,
      kind: 'bulk',
      list: 'leads',
      title: 'Leads changed: Lead Score, Industry',
      count: 2,
      undone_at: null,
      can_undo: true,
    });
    const back = await done(undo(test.admin, response.batch_id));
    expect(back).toMatchObject({ undone: 2, left: [] });
    expect(await rowsOf(test.server, 'leads', ids)).toEqual(before);
    expect((await undo(test.admin, response.batch_id)).body.error).toBe(
      'This change has already been undone',
    );
    await done(undo(test.admin, back.batch_id));
    const again = (await test.admin.get<Lead>(`/leads/${ids[0]}`)).body.data;
    expect(again).toEqual(lead);
  });

  it('leaves what someone changed since, and says who', async () => {
    const ids = await manyLeads(test.admin, 3);
    const { batch_id } = await done(bulk(test.admin, 'leads', ids, { city: 'Pune' }));
    const [first = 0, second = 0, third = 0] = ids;
    await test.admin.put(`/leads/${first}`, { phone: '98200 12345' });
    await test.admin.delete(`/leads/${second}`);
    const { undone: count, left: skipped } = await done(undo(test.admin, batch_id));
    expect(count).toBe(1);
    const [batch] = (await test.admin.get<Batch[]>('/batches')).body.data;
    const name = batch?.created_by_name;
    expect(skipped).toEqual([
      { id: first, label: 'Lead 0', reason: `Changed since by ${name}` },
      { id: second, label: 'Lead 1', reason: `Deleted since by ${name}` },
    ]);
    expect((await test.admin.get<Lead>(`/leads/${third}`)).body.data.city).toBeNull();
    expect((await test.admin.get<Lead>(`/leads/${first}`)).body.data.city).toBe('Pune');
  });

  it('of nothing, of too much, or with values that no record can take is refused', async () => {
    const [id = 0] = await manyLeads(test.admin, 1);
    const many = Array.from({ length: 10_001 }, (_, n) => n + 1);
    const refusals: [Promise<ApiResponse<BulkResponse>>, number, string][] = [
      [bulk(test.admin, 'leads', [], { city: 'Pune' }), 400, 'Choose at least one record'],
      [
        bulk(test.admin, 'leads', many, { city: 'Pune' }),
        400,
        'At most 10,000 records can be changed at once',
      ],
      [
        bulk(test.admin, 'leads', [id], { lead_score: 101 }),
        400,
        'Lead score must be between 0 and 100',
      ],
      [bulk(test.admin, 'leads', [id], { shoe_size: 9 }), 400, 'Unknown field "shoe_size"'],
      [bulk(test.admin, 'leads', [id], {}), 400, 'Choose what to change'],
      [bulk(test.admin, 'leads', [id], { custom: {} }), 400, 'Choose what to change'],
      [
        bulk(test.admin, 'leads', [id], { assigned_to: 999_999 }),
        400,
        'The assignee must be an active user',
      ],
    ];
    for (const [call, status, error] of refusals) {
      const response = await call;
      expect([response.status, response.body.error]).toEqual([status, error]);
    }
    expect((await bulk(test.admin, 'mails', [id], {})).status).toBe(400);
    expect((await test.admin.post('/bulk/leads', { ids: [id], action: 'burn' })).status).toBe(400);
  });

  it('with a key is done once', async () => {
    const ids = await manyLeads(test.admin, 2);
    const send = () =>
      test.admin.post<BulkResponse>(
        '/bulk/leads',
        { ids, action: 'update', values: { city: 'Nashik' } },
        { 'idempotency-key': `bulk-${ids[0]}` },
      );
    const [one, other] = await Promise.all([send(), send()]);
    expect(one.body.data).toEqual(other.body.data);
  });

  it('needs the right, and each record is under its workspace', async () => {
    const person = await makeUser(test.server);
    const hidden = await makeWorkspace(test.server);
    const read = await makeWorkspace(test.server, { [person.id]: 'viewer' });
    const own = await makeWorkspace(test.server, { [person.id]: 'member' });
    const client = await test.server.signIn(person.username, person.password);
    await test.admin.put('/settings', { workspace_isolation: true });
    const ids: number[] = [];
    for (const workspace_id of [hidden, read, own]) {
      await test.admin.put('/auth/workspace', { workspace_id });
      ids.push(...(await manyLeads(test.admin, 1)));
    }
    await test.admin.put('/auth/workspace', { workspace_id: null });
    const response = await done(bulk(client, 'leads', ids, { city: 'Surat' }));
    const others = await undo(await test.server.signIn(), response.batch_id);
    await test.admin.put('/settings', { workspace_isolation: false });
    expect(response.results.map(({ error }) => error)).toEqual([
      'Lead not found',
      'You have read-only access to this workspace',
      undefined,
    ]);
    expect(others.status).toBe(200);
    const viewer = (await test.admin.get<{ id: number; name: string }[]>('/roles')).body.data.find(
      ({ name }) => name === 'Viewer',
    );
    const reader = await makeUser(test.server, { role_id: viewer?.id ?? null });
    const reading = await test.server.signIn(reader.username, reader.password);
    expect((await bulk(reading, 'leads', ids, { city: 'Surat' })).status).toBe(403);
    expect((await bulk(reading, 'leads', ids, null)).status).toBe(403);
    expect((await undo(reading, response.batch_id)).status).toBe(404);
    expect((await reading.get<Batch[]>('/batches')).body.data).toEqual([]);
  });
});

describe('a bulk deletion', () => {
  it('is undone with what belonged to the records, and what pointed at them', async () => {
    const lead = await makeLead(test.admin);
    await test.admin.post(`/leads/${lead.id}/convert`);
    const { converted_customer_id: id } = (await test.admin.get<Lead>(`/leads/${lead.id}`)).body
      .data;
    const customer = id ?? 0;
    await test.admin.post(`/customers/${customer}/addresses`, { city: 'Pune' });
    await test.admin.post(`/customers/${customer}/contacts`, { name: 'Bo Li' });
    const active = (await makeCustomer(test.admin)).id;
    await test.admin.put(`/customers/${customer}`, { is_active: false });
    const all = async () => [
      await rowsOf(test.server, 'customers', [customer, active]),
      await rowsOf(test.server, 'leads', [lead.id]),
      (await test.admin.get(`/customers/${customer}/addresses`)).body.data,
      (await test.admin.get(`/customers/${customer}/contacts`)).body.data,
    ];
    const before = await all();
    const response = await done(bulk(test.admin, 'customers', [customer, active], null));
    expect(response.results.map(({ error }) => error)).toEqual([
      undefined,
      'An active customer cannot be deleted. Make the customer inactive first.',
    ]);
    expect((await test.admin.get(`/customers/${customer}`)).status).toBe(404);
    expect(await done(undo(test.admin, response.batch_id))).toMatchObject({ undone: 1, left: [] });
    expect(await all()).toEqual(before);
  });

  it('of products brings their stock movements back, and says whose SKU is taken', async () => {
    const product = await makeProduct(test.admin, { stock_quantity: 5, cost_price: null });
    const other = await makeProduct(test.admin, { sku_code: 'TAKEN-1' });
    const ids = [product.id, other.id];
    await test.admin.post(`/products/${product.id}/adjust-stock`, {
      adjustment_type: 'set',
      quantity: 0,
    });
    const movements = await movementsOf(test.admin, product.id);
    const before = await rowsOf(test.server, 'products', [product.id]);
    const { batch_id } = await done(bulk(test.admin, 'products', ids, null));
    await makeProduct(test.admin, { sku_code: 'taken-1', product_name: 'Newer' });
    expect(await done(undo(test.admin, batch_id))).toMatchObject({
      undone: 1,
      left: [{ id: other.id, reason: 'The SKU TAKEN-1 is taken by "Newer"' }],
    });
    expect(await rowsOf(test.server, 'products', [product.id])).toEqual(before);
    expect(await movementsOf(test.admin, product.id)).toEqual(movements);
    expect(await ledgerBreaks(test.admin, product.id)).toEqual([]);
  });
});

describe('orders and invoices', () => {
  it('hold their stock again when a change of status is undone, and when they come back', async () => {
    const product = (await makeProduct(test.admin, { stock_quantity: 10 })).id;
    const items = [{ product_id: product, quantity: 4, unit_price: 10 }];
    const orders = [
      await fixture.make({ items }),
      await fixture.make({ items }),
      await fixture.make({ items }),
    ];
    const ids = orders.map(({ id }) => id);
    const moved = await done(bulk(test.admin, 'orders', ids, { status: 'shipped' }));
    expect(moved.results.map(({ ok }) => ok).sort()).toEqual([false, true, true]);
    expect(moved.results.find(({ ok }) => !ok)?.error).toMatch(/^Not enough stock of/);
    expect(await holdingOf(test.admin, product)).toEqual([2, 0]);
    expect(await done(undo(test.admin, moved.batch_id))).toMatchObject({ undone: 2, left: [] });
    expect(await holdingOf(test.admin, product)).toEqual([10, 0]);
    await fixture.move(ids[0] ?? 0, 'confirmed');
    const before = await rowsOf(test.server, 'orders', ids);
    const deleted = await done(bulk(test.admin, 'orders', ids, null));
    expect(await holdingOf(test.admin, product)).toEqual([10, 0]);
    expect(await done(undo(test.admin, deleted.batch_id))).toMatchObject({ undone: 3, left: [] });
    expect(await holdingOf(test.admin, product)).toEqual([10, 4]);
    expect(await rowsOf(test.server, 'orders', ids)).toEqual(before);
    const order = (await test.admin.get<{ items: object[] }>(`/orders/${ids[0]}`)).body.data;
    expect(order.items).toEqual(orders[0]?.items);
    expect(await ledgerBreaks(test.admin, product)).toEqual([]);
  });

  it('are left where the rule of the list says so', async () => {
    const make = async () =>
      (
        await test.admin.post<{ id: number }>('/invoices', {
          customer_id: 1,
          items: [{ description: 'Flange', quantity: 1, unit_price: 50 }],
        })
      ).body.data.id;
    const ids = [await make(), await make()];
    const noted = await done(bulk(test.admin, 'invoices', ids, { notes: 'Packed twice' }));
    expect(await done(undo(test.admin, noted.batch_id))).toMatchObject({ undone: 2, left: [] });
    const issued = await done(bulk(test.admin, 'invoices', ids, { status: 'sent' }));
    expect(issued.results.every(({ ok }) => ok)).toBe(true);
    const { undone: count, left: skipped } = await done(undo(test.admin, issued.batch_id));
    expect([count, skipped.map(({ reason }) => reason)]).toEqual([
      0,
      Array.from({ length: 2 }, () => 'An issued invoice cannot become a draft again'),
    ]);
    const drafts = [await make(), await make()];
    const before = await rowsOf(test.server, 'invoices', drafts);
    const deleted = await done(bulk(test.admin, 'invoices', [...drafts, ...ids], null));
    expect(deleted.results.map(({ error }) => error)).toEqual([
      undefined,
      undefined,
      'Only drafts can be deleted',
      'Only drafts can be deleted',
    ]);
    await done(undo(test.admin, deleted.batch_id));
    expect(await rowsOf(test.server, 'invoices', drafts)).toEqual(before);
  });
});
