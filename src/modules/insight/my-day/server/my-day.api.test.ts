import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { ownServer } from '~/app/testing/test-file-server';
import type { TestClient } from '~/app/testing/test-server';
import { addDays, dayOf } from '~/kit/shared/time/days';
import { openInvoiceFixture } from '~/modules/billing/invoices/server/invoices.builders';
import { makeLead } from '~/modules/sales/leads/server/leads.builders';
import type { Lead } from '~/modules/sales/leads/leads.fields';
import type { NextStep } from '~/modules/collaboration/next-steps/next-steps.fields';
import { makeOrderOfEach } from '~/modules/sales/orders/server/orders.builders';
import { type CreatedUser, signInNew } from '~/modules/organization/users/server/users.builders';
import {
  chooseWorkspace,
  makeWorkspace,
} from '~/modules/organization/workspaces/server/workspaces.builders';
import type { MyDay } from '../my-day.fields';

const zone = 'Asia/Kolkata';
const test = ownServer();
let ravi: CreatedUser & { client: TestClient };
let admin: TestClient;
let lead: Lead;

beforeAll(async () => {
  admin = await test.server.signIn();
  ravi = await signInNew(test.server, { first_name: 'Ravi', last_name: 'Iyer' });
  lead = await makeLead(admin);
});

const today = (days = 0) => addDays(dayOf(test.server.clock.now(), zone), days);
const dayOfMine = async () => (await ravi.client.get<MyDay>('/my-day')).body.data;
const db = () => test.server.database.db;

/** Sessions do not live as long as the clock is moved. */
async function signInAgain(): Promise<void> {
  admin = await test.server.signIn();
  ravi.client = await test.server.signIn(ravi.username, ravi.password);
}

async function add(values: object, record = `/leads/${lead.id}`, client?: TestClient) {
  const caller = client ?? admin;
  const body = { text: 'Call back', due_date: today(), ...values };
  return caller.post<NextStep>(`${record}/next-steps`, body);
}

describe('My Day', () => {
  it('has one’s steps by their day, with the records they are about', async () => {
    await sql`delete from next_steps`.execute(db());
    for (const days of [-2, 0, 7, 8])
      await add({ due_date: today(days), text: `In ${days}`, assigned_to: ravi.id });
    await add({ text: 'Someone else’s' });
    const done = (await add({ assigned_to: ravi.id })).body.data;
    await ravi.client.put(`/next-steps/${done.id}`, { done: true });
    const found = await dayOfMine();
    expect(found.date).toBe(today());
    const texts = (part: 'overdue' | 'due' | 'upcoming') =>
      found[part].filter(({ type }) => type === 'step').map(({ text }) => text);
    expect([texts('overdue'), texts('due'), texts('upcoming')]).toEqual([
      ['In -2'],
      ['In 0'],
      ['In 7'],
    ]);
    expect(found.due[0]).toMatchObject({
      record: { kind: 'leads', id: lead.id, label: lead.company_name },
      date: today(),
    });
    expect(found.counts).toMatchObject({ due: 1, upcoming: 1 });
  });

  it('has orders that were promised, invoices past their day and leads without an answer, by workspace', async () => {
    const { order } = await makeOrderOfEach(admin);
    const fixture = await openInvoiceFixture(admin, {});
    const invoice = await fixture.make({ invoice_date: today(-40), due_date: today(-10) });
    await admin.put(`/invoices/${invoice.id}/status`, { status: 'pending' });
    await sql`update orders set delivery_date = ${today(-1)}::date where id = ${order.id}`.execute(
      db(),
    );
    const waiting = await makeLead(admin, {
      assigned_to: ravi.id,
      company_name: 'Deccan Pumps',
    });
    const planned = await makeLead(admin, { assigned_to: ravi.id });
    test.server.clock.advance(4 * 86_400_000);
    await signInAgain();
    await add({ due_date: today(20) }, `/leads/${planned.id}`, ravi.client);
    const found = await dayOfMine();
    expect(found.promised).toMatchObject([
      { type: 'order', record: { kind: 'orders', id: order.id } },
    ]);
    expect(found.overdue.filter(({ type }) => type === 'invoice')).toMatchObject([
      { record: { kind: 'invoices', id: invoice.id }, date: today(-14) },
    ]);
    expect(found.unanswered).toMatchObject([
      { type: 'lead', id: waiting.id, text: 'Meera Kulkarni' },
    ]);
    expect(found.counts).toMatchObject({ promised: 1, unanswered: 1 });
    const otherWorkspace = await makeWorkspace(test.server, { [ravi.id]: 'member' });
    await chooseWorkspace(test.server, ravi.id, otherWorkspace);
    expect((await dayOfMine()).counts).toMatchObject({ overdue: 0, promised: 0, unanswered: 0 });
    await chooseWorkspace(test.server, ravi.id, null);
    await admin.put(`/orders/${order.id}/status`, { status: 'cancelled' });
    expect((await dayOfMine()).counts.promised).toBe(0);
  });

  it('lists fifty and counts all', async () => {
    await sql`insert into next_steps (kind, record_id, text, due_date, assigned_to, reminded_at, created_at, updated_at)
      select 'leads', ${lead.id}, 'Step ' || n, ${today()}::date, ${ravi.id}, now(), now(), now()
      from generate_series(1, 60) n`.execute(db());
    const found = await dayOfMine();
    expect(found.due.length).toBe(50);
    expect(found.counts.due).toBeGreaterThanOrEqual(60);
    await sql`delete from next_steps`.execute(db());
  });
});
