import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { ownServer } from '~/app/testing/test-file-server';
import { statusesOf, type TestClient } from '~/app/testing/test-server';
import { addDays, dayOf, hourOf } from '~/kit/shared/time/days';
import { makeLead } from '~/modules/sales/leads/server/leads.builders';
import type { Lead } from '~/modules/sales/leads/leads.fields';
import type { TimelineItem } from '~/modules/records/records/timeline.fields';
import type { NextStep } from '../next-steps.fields';
import { remind } from './reminders.internal';
import { type CreatedUser, signInNew } from '~/modules/organization/users/server/users.builders';
import { placementOf } from '~/modules/organization/workspaces/server/whereabouts.service';
import {
  chooseWorkspace,
  makeTeam,
} from '~/modules/organization/workspaces/server/workspaces.builders';

const zone = 'Asia/Kolkata';
const test = ownServer();
let ravi: CreatedUser & { client: TestClient };
let admin: TestClient;
let lead: Lead;

beforeAll(async () => {
  // Noon: what is due today was due in the morning.
  moveTo(12);
  admin = await test.server.signIn();
  ravi = await signInNew(test.server, { first_name: 'Ravi', last_name: 'Iyer' });
  lead = await makeLead(admin);
});

const today = (days = 0) => addDays(dayOf(test.server.clock.now(), zone), days);
const db = () => test.server.database.db;

/** Sessions do not live as long as the clock is moved. */
async function signInAgain(): Promise<void> {
  admin = await test.server.signIn();
  ravi.client = await test.server.signIn(ravi.username, ravi.password);
}

function moveTo(hour: number): void {
  const hours = (hour - hourOf(test.server.clock.now(), zone) + 24) % 24;
  test.server.clock.advance(hours * 3_600_000);
}

async function add(values: object, record = `/leads/${lead.id}`, client?: TestClient) {
  const caller = client ?? admin;
  const body = { text: 'Call back', due_date: today(), ...values };
  return caller.post<NextStep>(`${record}/next-steps`, body);
}

type Part = 'overdue' | 'due' | 'upcoming';

describe('a next step', () => {
  it('is added for oneself, changed, ticked, opened again and deleted', async () => {
    const created = await add({ text: '  Send\nthe drawing ' });
    expect([created.status, created.body.error]).toEqual([201, undefined]);
    const step = created.body.data;
    expect(step).toMatchObject({
      text: 'Send the drawing',
      due_date: today(),
      assigned_to: step.created_by,
      done_at: null,
    });
    const path = `/next-steps/${step.id}`;
    const moved = await admin.put<NextStep>(path, {
      ...step,
      due_date: today(2),
      assigned_to: ravi.id,
    });
    expect(moved.body.data).toMatchObject({ due_date: today(2), assigned_to_name: 'Ravi Iyer' });
    const stale = await admin.put(path, { done: true, updated_at: step.updated_at });
    expect([stale.status, stale.body.code]).toEqual([409, 'record.changed']);
    const done = await ravi.client.put<NextStep>(path, { done_at: '2020-01-01T00:00:00Z' });
    expect(done.body.data.done_at?.slice(0, 4)).not.toBe('2020');
    expect((await admin.put<NextStep>(path, { done: true })).body.data.done_at).toBe(
      done.body.data.done_at,
    );
    expect((await admin.put<NextStep>(path, { done_at: null })).body.data.done_at).toBeNull();
    const listed = await admin.get<NextStep[]>(`/leads/${lead.id}/next-steps`);
    expect(listed.body.data).toMatchObject([{ id: step.id, text: 'Send the drawing' }]);
    expect((await admin.delete(path)).status).toBe(200);
    expect((await admin.delete(path)).status).toBe(404);
    const lines = (await admin.get<{ title: string }[]>('/activity?type=leads&limit=5')).body.data;
    expect(lines.map(({ title }) => title)).toEqual([
      'Next step deleted',
      'Next step reopened',
      'Next step changed',
      'Next step done',
      'Next step changed',
    ]);
  });

  it.each([
    [{ text: ' ' }, 'text', 'Please enter what needs to be done'],
    [{ text: 'a'.repeat(501) }, 'text', /cannot exceed 500 characters/],
    [{ due_date: null }, 'due_date', /must be a date/],
    [{ due_date: undefined }, 'due_date', 'Due date is required'],
    [{ due_date: '2026-02-30' }, 'due_date', /.+/],
    [{ assigned_to: 999_999 }, 'assigned_to', 'Choose an active user who can see this record'],
  ])('is refused %j', async (values, field, message) => {
    const response = await add(values);
    expect([response.status, response.body.details[0]?.field]).toEqual([400, field]);
    expect(response.body.error).toMatch(message);
  });

  it('cannot go to a user who may not read the record; an assignee who only reads may tick it', async () => {
    const team = await makeTeam(test.server);
    await chooseWorkspace(test.server, team.member.id, team.id);
    const inTeam = await makeLead(team.member.client);
    const record = `/leads/${inTeam.id}`;
    const given = await add({ assigned_to: team.viewer.id }, record, team.member.client);
    expect([given.status, given.body.error]).toEqual([201, undefined]);
    const path = `/next-steps/${given.body.data.id}`;
    const { client: viewer } = team.viewer;
    expect((await viewer.put(path, { text: 'No' })).status).toBe(403);
    expect((await viewer.put(path, { done: true })).status).toBe(200);
    expect((await viewer.delete(path)).status).toBe(403);
    await admin.put('/settings', { workspace_isolation: true });
    const hidden = await add({ assigned_to: team.outsider.id }, record, team.member.client);
    expect([hidden.status, hidden.body.details[0]?.field]).toEqual([400, 'assigned_to']);
    expect((await team.outsider.client.put(path, { done: false })).status).toBe(404);
    await admin.put('/settings', { workspace_isolation: false });
  });

  it('passes from a deleted user to the administrator who deletes, unless it is done', async () => {
    const record = `/leads/${(await makeLead(admin)).id}`;
    const { id, client } = await signInNew(test.server);
    const { user } = (await admin.get<{ user: { id: number } }>('/auth/me')).body.data;
    const open = (await add({ text: 'Call back' }, record, client)).body.data;
    const done = (await add({ text: 'Visit' }, record, client)).body.data;
    await client.put(`/next-steps/${done.id}`, { done: true });
    await admin.put(`/users/${id}`, { is_active: false });
    expect((await admin.delete(`/users/${id}`)).status).toBe(200);
    const steps = (await admin.get<NextStep[]>(`${record}/next-steps`)).body.data;
    expect(steps.map((step) => [step.id, step.assigned_to])).toEqual([
      [open.id, user.id],
      [done.id, null],
    ]);
    const day = (await admin.get<Record<Part, { type: string; id: number }[]>>('/my-day')).body
      .data;
    const found = [...day.overdue, ...day.due, ...day.upcoming];
    expect(found.filter((each) => each.type === 'step').map((each) => each.id)).toContain(open.id);
    await admin.delete(`/next-steps/${open.id}`);
  });

  it('keeps the name of a deleted user who added it on the timeline', async () => {
    const record = `/leads/${(await makeLead(admin)).id}`;
    const names = { first_name: 'Nila', last_name: 'Menon' };
    const { id, client } = await signInNew(test.server, names);
    await add({ text: 'Visit', due_date: today(9) }, record, client);
    await admin.put(`/users/${id}`, { is_active: false });
    expect((await admin.delete(`/users/${id}`)).status).toBe(200);
    const items = (await admin.get<TimelineItem[]>(`${record}/timeline`)).body.data;
    expect(items.find(({ kind }) => kind === 'step')).toMatchObject({ actor: 'Nila Menon' });
  });

  it('is where its record is, for anyone who follows live', async () => {
    const { data: onLead } = (await add({})).body;
    const product = { product_name: 'Bolt', sku_code: 'S-1', unit_price: 5 };
    const { data } = (await admin.post<{ id: number }>('/products', product)).body;
    const { data: onProduct } = (await add({}, `/products/${data.id}`)).body;
    const placement = placementOf('next_steps');
    const found =
      await sql`select t.id, ${placement?.workspace} as workspace, ${placement?.owners[0]} as owner
      from ${placement?.from} where t.id in (${onLead.id}, ${onProduct.id}) order by t.id`.execute(
        db(),
      );
    expect(found.rows).toEqual([
      { id: onLead.id, workspace: null, owner: onLead.created_by },
      { id: onProduct.id, workspace: null, owner: null },
    ]);
  });

  it('of two who tick it at once both see one time', async () => {
    const { id } = (await add({})).body.data;
    const tick = () => admin.put<NextStep>(`/next-steps/${id}`, { done: true });
    const [one, other] = await Promise.all([tick(), tick()]);
    expect(statusesOf([one, other])).toEqual([200, 200]);
    expect(one.body.data.done_at).toBe(other.body.data.done_at);
  });
});

describe('a reminder', () => {
  const bell = async (client = ravi.client) =>
    (await client.get<{ title: string; message: string }[]>('/notifications')).body.data.filter(
      ({ title }) => title === 'Next step due',
    );
  const turn = async (copies = 1) => {
    await Promise.all(
      Array.from({ length: copies }, () => remind(test.server.database, test.server.clock.now())),
    );
    test.server.server.jobs.trigger('notifications');
  };

  it('comes once on the day from eight in the morning, to the assignee alone, and again for a new day', async () => {
    moveTo(18);
    await signInAgain();
    await ravi.client.put('/notifications/preferences', { email_digest: false });
    const { id } = (
      await add({ due_date: today(1), assigned_to: ravi.id, text: 'Visit the foundry' })
    ).body.data;
    await turn();
    expect(await bell()).toEqual([]);
    moveTo(7);
    await turn();
    const marked = async () =>
      (
        await sql`select id from next_steps where id = ${id} and reminded_at is not null`.execute(
          db(),
        )
      ).rows.length;
    expect(await marked()).toBe(0);
    moveTo(8);
    await turn(4);
    await signInAgain();
    await expect.poll(async () => (await bell()).length).toBe(1);
    const message = 'Sahyadri Castings: Visit the foundry';
    expect((await bell())[0]?.message).toBe(message);
    await turn(2);
    // The server's own job may have reminded this person too.
    expect(await bell(await test.server.signIn())).not.toContainEqual(
      expect.objectContaining({ message }),
    );
    // Without a daily summary, which would have it too.
    const mails = async () =>
      (
        await sql<{
          subject: string;
        }>`select subject from mails where recipient = ${ravi.email}`.execute(db())
      ).rows;
    await expect.poll(mails).toEqual([{ subject: 'Next step due: Sahyadri Castings' }]);
    await ravi.client.put(`/next-steps/${id}`, { due_date: today(1) });
    moveTo(7);
    moveTo(8);
    await turn();
    await signInAgain();
    await expect.poll(async () => (await bell()).length).toBe(2);
  });

  it('does not come of what is done, deleted with its record, or the user’s own of today', async () => {
    const before = (await bell()).length;
    const done = (await add({ due_date: today(1), assigned_to: ravi.id })).body.data;
    await ravi.client.put(`/next-steps/${done.id}`, { done: true });
    const recordToDelete = await makeLead(ravi.client);
    await add(
      { due_date: today(1), assigned_to: ravi.id },
      `/leads/${recordToDelete.id}`,
      ravi.client,
    );
    await ravi.client.delete(`/leads/${recordToDelete.id}`);
    await add({ due_date: today() }, `/leads/${lead.id}`, ravi.client);
    moveTo(7);
    moveTo(9);
    await turn();
    test.server.server.jobs.trigger('notifications');
    await signInAgain();
    const queued = async () =>
      (await sql`select 1 from notification_queue`.execute(db())).rows.length;
    await expect.poll(queued).toBe(0);
    expect((await bell()).length).toBe(before);
  });
});
