import { beforeAll, describe, expect, it } from 'vitest';
import { ownServer } from '~/app/testing/test-file-server';
import type { TestClient } from '~/app/testing/test-server';
import { makeCustomer } from '~/modules/sales/customers/server/customers.builders';
import { openInvoiceFixture } from '~/modules/billing/invoices/server/invoices.builders';
import { makeLead } from '~/modules/sales/leads/server/leads.builders';
import {
  countUntold,
  notificationsOf,
} from '~/modules/collaboration/notifications/server/notifications.builders';
import { makeOrderOfEach } from '~/modules/sales/orders/server/orders.builders';
import {
  everything,
  mergeRights,
  type RightsPatch,
} from '~/modules/organization/users/rights.rules';
import { signInWith } from '~/modules/organization/users/roles/server/roles.builders';
import { type CreatedUser, signInNew } from '~/modules/organization/users/server/users.builders';
import { makeTeam } from '~/modules/organization/workspaces/server/workspaces.builders';
import type { RecordNote } from '../notes.fields';
import { makeNote } from './notes.builders';

const test = ownServer();
let ravi: CreatedUser & { client: TestClient };
let lead: string;
beforeAll(async () => {
  ravi = await signInNew(test.server, { first_name: 'Ravi', last_name: 'Iyer' });
  lead = `/leads/${(await makeLead(test.admin)).id}`;
});

const textsOf = async (client: TestClient, record: string) =>
  (await client.get<RecordNote[]>(`${record}/notes`)).body.data.map(({ text }) => text);

const withRights = (rights: RightsPatch) => signInWith(test, mergeRights(everything, rights));

it('has a channel, which the timeline shows and its author may change', async () => {
  const record = `/leads/${(await makeLead(test.admin)).id}`;
  const note = await makeNote(test.admin, record, { text: 'Spoke', channel: 'call' });
  expect(note.channel).toBe('call');
  const titles = async () => {
    const { data } = (await test.admin.get<{ title: string }[]>(`${record}/timeline`)).body;
    return data.map(({ title }) => title);
  };
  expect(await titles()).toEqual(['Call', 'Lead created']);
  const changed = await test.admin.put(`/notes/${note.id}`, { channel: 'visit' });
  expect(changed.body.data).toMatchObject({ text: 'Spoke', channel: 'visit' });
  expect((await titles())[0]).toBe('Visit');
  const cleared = await test.admin.put(`/notes/${note.id}`, { channel: null });
  expect(cleared.body.data).toMatchObject({ channel: null });
  for (const channel of ['email', '', 1, {}]) {
    const refused = await test.admin.post(`${record}/notes`, { text: 'Spoke', channel });
    expect(refused.status, String(channel)).toBe(400);
    expect(refused.body.details[0]?.field).toBe('channel');
  }
});

describe('a note', () => {
  it('belongs to records of every kind, the newest first', async () => {
    const { order, product } = await makeOrderOfEach(test.admin);
    const fixture = await openInvoiceFixture(test.admin);
    const invoice = await fixture.make();
    const records = [
      lead,
      `/customers/${(await makeCustomer(test.admin)).id}`,
      `/orders/${order.id}`,
      `/invoices/${invoice.id}`,
      `/products/${product}`,
    ];
    for (const record of records) {
      const first = await makeNote(ravi.client, record, { text: '  Asked for a sample \n' });
      expect(first).toEqual({
        id: expect.any(Number),
        kind: record.split('/')[1],
        record_id: Number(record.split('/')[2]),
        text: 'Asked for a sample',
        mentions: [],
        channel: null,
        created_by: ravi.id,
        created_by_name: 'Ravi Iyer',
        created_at: expect.any(String),
        updated_at: first.created_at,
      });
      await makeNote(test.admin, record, { text: 'Sent it' });
      expect(await textsOf(ravi.client, record)).toEqual(['Sent it', 'Asked for a sample']);
    }
  });

  it.each([
    [{}, 'Note is required'],
    [{ text: '  ' }, 'Note is required'],
    [{ text: 'x'.repeat(5001) }, 'A note cannot exceed 5,000 characters'],
    [{ text: 'x', mentions: ['1'] }, 'Each mention must be the id of a user'],
    [
      { text: 'x', mentions: [999_999] },
      'Only active users who can read this lead can be mentioned',
    ],
    [{ text: 'x', kind: 'orders' }, /kind/],
  ])('is refused as %j', async (body, message) => {
    const response = await test.admin.post(`${lead}/notes`, body);
    expect(response.status).toBe(400);
    expect(response.body.error).toMatch(message);
  });

  it('is changed and deleted by its writer alone, by an administrator deleted', async () => {
    const note = await makeNote(ravi.client, lead);
    const path = `/notes/${note.id}`;
    const refused = await test.admin.put(path, { text: 'Mine now' });
    expect([refused.status, refused.body.error]).toEqual([403, 'Only the author can edit a note']);
    const { client } = await signInNew(test.server);
    expect((await client.delete(path)).status).toBe(403);
    const changed = await ravi.client.put<RecordNote>(path, { text: 'Called back' });
    expect(changed.body.data).toMatchObject({ id: note.id, text: 'Called back' });
    const stale = await ravi.client.put(path, { text: 'Again', updated_at: note.updated_at });
    expect([stale.status, stale.body.code]).toEqual([409, 'record.changed']);
    expect((await test.admin.delete(path)).status).toBe(200);
    expect((await ravi.client.put(path, { text: 'x' })).status).toBe(404);
  });

  it('is read and written by anyone who may read and change its record', async () => {
    const blind = await withRights({ leads: { read: 'none' } });
    const reader = await withRights({ leads: { update: false } });
    const outsider = await withRights({ leads: { read: 'own' } });
    const note = await makeNote(ravi.client, lead);
    expect((await blind.client.get(`${lead}/notes`)).status).toBe(403);
    expect((await reader.client.get(`${lead}/notes`)).status).toBe(200);
    expect((await reader.client.post(`${lead}/notes`, { text: 'x' })).status).toBe(403);
    expect((await outsider.client.get(`${lead}/notes`)).status).toBe(404);
    expect((await outsider.client.post(`${lead}/notes`, { text: 'x' })).status).toBe(404);
    expect((await outsider.client.put(`/notes/${note.id}`, { text: 'x' })).status).toBe(404);
    expect((await test.admin.get('/leads/999999/notes')).status).toBe(404);
  });

  it('is not written by a person who only reads in the workspace of its record', async () => {
    const { id, member, viewer } = await makeTeam(test.server);
    await member.client.put('/auth/workspace', { workspace_id: id });
    const { id: theirs } = await makeLead(member.client);
    const note = await makeNote(member.client, `/leads/${theirs}`);
    const refused = await viewer.client.post(`/leads/${theirs}/notes`, { text: 'x' });
    expect([refused.status, refused.body.code]).toEqual([403, 'workspace.read_only']);
    expect((await viewer.client.put(`/notes/${note.id}`, { text: 'x' })).status).toBe(403);
    expect(await textsOf(viewer.client, `/leads/${theirs}`)).toHaveLength(1);
  });
});

describe('a mention', () => {
  const notified = async ({ client }: { client: TestClient }) => {
    await expect.poll(() => countUntold(test.server.database)).toBe(0);
    const found = await notificationsOf(client);
    return found.filter(({ title }) => title === 'Mentioned in a note');
  };

  it('is sent to those mentioned, once, also by an edit, and to no one else', async () => {
    const asha = await signInNew(test.server);
    const before = (await notified({ client: test.admin })).length;
    const own = `/leads/${(await makeLead(ravi.client, { company_name: 'Deccan Pumps' })).id}`;
    const note = await makeNote(ravi.client, own, { text: '@Asha', mentions: [asha.id, ravi.id] });
    expect(await notified(asha)).toMatchObject([
      {
        event: 'team-updates',
        message: 'Deccan Pumps',
        user_name: 'Ravi Iyer',
        record: { type: 'lead', label: 'Deccan Pumps', entity: 'record_notes' },
      },
    ]);
    expect(await notified(ravi)).toEqual([]);
    const meera = await signInNew(test.server);
    const mentions = [asha.id, meera.id];
    await ravi.client.put(`/notes/${note.id}`, { text: '@Asha @Meera', mentions });
    await ravi.client.put(`/notes/${note.id}`, { text: '@Asha, @Meera' });
    expect(await notified(meera)).toHaveLength(1);
    expect(await notified(asha)).toHaveLength(1);
    expect(await notified({ client: test.admin })).toHaveLength(before);
  });

  it('is refused of someone who may not read the record, or is no longer there', async () => {
    const blind = await withRights({ leads: { read: 'none' } });
    const deleted = await signInNew(test.server);
    await test.admin.put(`/users/${deleted.id}`, { is_active: false });
    for (const { id } of [blind, deleted]) {
      const response = await ravi.client.post(`${lead}/notes`, { text: '@x', mentions: [id] });
      expect([response.status, response.body.details[0]?.field]).toEqual([400, 'mentions']);
    }
  });
});

it('notes of a deleted record stay thirty days', async () => {
  const { id } = await makeLead(test.admin);
  await makeNote(test.admin, `/leads/${id}`);
  await test.admin.delete(`/leads/${id}`);
  expect((await test.admin.get(`/leads/${id}/notes`)).status).toBe(404);
  const remaining = async () => {
    const found = await test.server.database.pool.query(
      `select from record_notes where kind = 'leads' and record_id = $1`,
      [id],
    );
    return found.rows.length;
  };
  const cleanedUp = async () => {
    test.server.clock.advance(29 * 86_400_000);
    const now = test.server.clock.now().toISOString();
    const admin = await test.server.signIn();
    const done = async () => {
      test.server.server.jobs.trigger('retention');
      const { body } =
        await admin.get<{ kind: string; cleaned_at: string | null }[]>('/admin/retention');
      return body.data.some(
        (each) => each.kind === 'deleted_records' && (each.cleaned_at ?? '') >= now,
      );
    };
    await expect.poll(done).toBe(true);
  };
  await cleanedUp();
  expect(await remaining()).toBe(1);
  await cleanedUp();
  expect(await remaining()).toBe(0);
});
