import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { statusesOf } from '~/app/testing/test-server';
import { makeRecord } from '~/kit/server/testing/test-calls';
import type { Customer } from '~/modules/sales/customers/customers.fields';
import { makeCustomer } from '~/modules/sales/customers/server/customers.builders';
import type { Lead } from '~/modules/sales/leads/leads.fields';
import { openOrderFixture, type OrderFixture } from '~/modules/sales/orders/server/orders.builders';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import { bulk, done, manyLeads, rowsOf, undo } from './batches.builders';

const damaged = 'The record is damaged. The log of the server has the reason.';
const test = fileServer();
let fixture: OrderFixture;
beforeAll(async () => {
  fixture = await openOrderFixture(test.admin);
});

it('of two at once one wins', async () => {
  const { batch_id } = await done(
    bulk(test.admin, 'leads', await manyLeads(test.admin, 20), { city: 'Thane' }),
  );
  const responses = await Promise.all([
    undo(test.admin, batch_id),
    undo(test.admin, batch_id),
    undo(test.admin, batch_id),
  ]);
  expect(statusesOf(responses)).toEqual([200, 409, 409]);
});

it('continues while others work on the records', async () => {
  const ids = await manyLeads(test.admin, 40);
  const { batch_id } = await done(bulk(test.admin, 'leads', ids, { city: 'Thane' }));
  const edits = ids
    .toReversed()
    .map((id) => test.admin.put<Lead>(`/leads/${id}`, { country: 'India' }));
  const [response] = await Promise.all([undo(test.admin, batch_id), ...edits]);
  expect(response.status).toBe(200);
  expect((await Promise.all(edits)).map(({ status }) => status)).toEqual(ids.map(() => 200));
  const all = await Promise.all(ids.map((id) => test.admin.get<Lead>(`/leads/${id}`)));
  const skipped = new Set(response.body.data.left.map(({ id }) => id));
  for (const { body } of all) {
    expect(body.data.country).toBe('India');
    expect(body.data.city).toBe(skipped.has(body.data.id) ? 'Thane' : null);
  }
});

it('deletes created records, unless something uses them', async () => {
  const free = await makeCustomer(test.admin);
  const used = await makeCustomer(test.admin);
  const grown = await makeCustomer(test.admin);
  const ids = [free, used, grown].map(({ id }) => id);
  await test.admin.put(`/customers/${free.id}`, { is_active: false });
  for (const id of ids) await test.admin.put(`/customers/${id}`, { is_active: false });
  const { batch_id } = await done(bulk(test.admin, 'customers', ids, null));
  const back = await done(undo(test.admin, batch_id));
  await test.admin.post(`/customers/${grown.id}/contacts`, { name: 'Newer' });
  await sql`update orders set customer_id = ${used.id} where id = ${(await fixture.make()).id}`.execute(
    test.server.database.db,
  );
  const { undone: count, left: skipped } = await done(undo(test.admin, back.batch_id));
  expect(count).toBe(1);
  expect(skipped.map(({ id, reason }) => [id, reason.replace(/[A-Z]+-[\d-]+/, 'ORD')])).toEqual([
    [used.id, 'It is used by ORD'],
    [grown.id, 'It has a new contact'],
  ]);
  expect((await test.admin.get<Customer>(`/customers/${free.id}`)).status).toBe(404);
});

/** From now on the database fails at each write to these records, with an error that no rule foresees. */
async function damage(table: string, ids: readonly number[]): Promise<void> {
  await test.server.database.pool.query(`
    create or replace function fail_${table}() returns trigger language plpgsql
      as $$ begin raise exception 'damaged on purpose'; end $$;
    create or replace trigger fail_${table} before update on ${table} for each row
      when (old.id in (${ids.join()})) execute function fail_${table}()`);
}

it.each([
  ['leads', () => manyLeads(test.admin, 3), { city: 'Thane' }],
  [
    'orders',
    async () => (await Promise.all([1, 2, 3].map(() => fixture.make()))).map(({ id }) => id),
    { notes: 'Call first' },
  ],
] as const)(
  'leaves out the one of the %s that fails, and names it in the log',
  async (list, make, values) => {
    const ids = await make();
    const [first = 0, second = 0] = ids;
    await damage(list, [first]);
    const changed = await done(bulk(test.admin, list, ids, values));
    expect(changed.results.map(({ ok, error }) => [ok, error])).toEqual([
      [false, damaged],
      [true, undefined],
      [true, undefined],
    ]);
    await damage(list, [second]);
    const back = await done(undo(test.admin, changed.batch_id));
    expect(back.undone).toBe(1);
    expect(back.left.map(({ id, reason }) => [id, reason])).toEqual([[second, damaged]]);
    for (const id of [first, second])
      expect(test.server.log()).toMatch(new RegExp(`"list":"${list}","record":${id},`));
    await test.server.database.pool.query(`drop trigger fail_${list} on ${list}`);
  },
);

it('is possible for thirty days', async () => {
  const { batch_id } = await done(
    bulk(test.admin, 'leads', await manyLeads(test.admin, 1), { city: 'Thane' }),
  );
  await sql`update batches set created_at = created_at - interval '30 days 1 minute' where id = ${batch_id}`.execute(
    test.server.database.db,
  );
  const response = await undo(test.admin, batch_id);
  expect([response.status, response.body.code]).toEqual([409, 'batch.too_old']);
  expect((await undo(test.admin, 999_999)).status).toBe(404);
});

/** The same numbers for the same seed (mulberry32). */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

it.each([1, 2, 3])(
  'bulk changes undone in reverse order restore every record (seed %i)',
  async (seed) => {
    const random = randomOf(seed);
    const ids = {
      leads: await manyLeads(test.admin, 6),
      products: [
        (await makeProduct(test.admin)).id,
        (await makeProduct(test.admin, { stock_quantity: 4 })).id,
      ],
    };
    const content = async () => [
      await rowsOf(test.server, 'leads', ids.leads),
      await rowsOf(test.server, 'products', ids.products),
    ];
    const choices = {
      leads: [{ city: 'Pune' }, { city: null, lead_score: 5 }, { status: 'lost' }, null],
      products: [
        { category_id: 1, subcategory_id: 2 },
        { category_id: 2 },
        { stock_quantity: 7 },
        null,
      ],
    };
    const states = [await content()];
    const batches: number[] = [];
    for (let step = 0; step < 8; step += 1) {
      const list = random(3) === 0 ? 'products' : 'leads';
      const chosen = ids[list].filter(() => random(2) === 0);
      if (chosen.length === 0) continue;
      const change = choices[list][random(4)] ?? null;
      batches.push((await done(bulk(test.admin, list, chosen, change))).batch_id);
      states.push(await content());
    }
    for (const batch of batches.toReversed()) {
      expect(await content()).toEqual(states.pop());
      expect((await done(undo(test.admin, batch))).left).toEqual([]);
    }
    expect(await content()).toEqual(states.pop());
  },
);

it('leaves what rules of today forbid, and restores the rest', async () => {
  const stage = await makeRecord<{ id: number }>(test.admin, '/pipeline/stages', {
    stage_name: 'Tender',
  });
  const unit = await makeRecord<{ id: number }>(test.admin, '/units', {
    code: 'coil',
    name: 'Coil',
    decimals: 2,
  });
  await makeRecord(test.admin, '/units', { code: 'skein', name: 'Skein', decimals: 2 });
  const [inTender, outOfTender, free] = await manyLeads(test.admin, 3);
  for (const id of [inTender, outOfTender])
    await test.admin.put(`/leads/${id}/stage`, { current_stage_id: stage.id });
  const moved = await done(
    bulk(test.admin, 'leads', [outOfTender ?? 0], { current_stage_id: 1, city: 'Thane' }),
  );
  const leads = await done(bulk(test.admin, 'leads', [inTender ?? 0, free ?? 0], null));
  const counted = { reorder_level: 1.5, unit_of_measure: 'coil' };
  const coil = await makeProduct(test.admin, counted);
  const whole = await makeProduct(test.admin, { ...counted, reorder_level: 2 });
  const skein = await makeProduct(test.admin, { ...counted, unit_of_measure: 'skein' });
  const products = await done(
    bulk(
      test.admin,
      'products',
      [coil, whole, skein].map(({ id }) => id),
      null,
    ),
  );
  const off = await test.admin.put(`/pipeline/stages/${stage.id}`, { is_active: false });
  const coarser = await test.admin.put(`/units/${unit.id}`, { decimals: 0 });
  const units = (await test.admin.get<{ id: number; code: string }[]>('/units')).body.data;
  const skeinId = units.find(({ code }) => code === 'skein')?.id ?? 0;
  const deleted = await test.admin.delete(`/units/${skeinId}`);
  expect([off, coarser, deleted].map(({ status }) => status)).toEqual([200, 200, 200]);

  const reasons = async (batch: number) => {
    const { undone, left: skipped } = await done(undo(test.admin, batch));
    return [undone, ...skipped.map(({ id, reason }) => [id, reason])];
  };
  const inactive = 'The stage Tender is inactive';
  expect(await reasons(moved.batch_id)).toEqual([0, [outOfTender, inactive]]);
  expect(await reasons(leads.batch_id)).toEqual([1, [inTender, inactive]]);
  expect(await reasons(products.batch_id)).toEqual([
    1,
    [coil.id, 'Reorder Level must be a whole number'],
    [skein.id, 'There is no unit "skein"'],
  ]);
});
