import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import type { TestClient } from '~/app/testing/test-server';
import { bulk, done, manyLeads } from '~/modules/records/batches/server/batches.builders';
import {
  type CreatedUser,
  makeUser,
  signInNew,
} from '~/modules/organization/users/server/users.builders';
import {
  countUntold,
  makeNamedLead,
  notificationsOf,
  resetPreferences,
} from './notifications.builders';

const test = fileServer();
let seller: CreatedUser;
let sellers: TestClient;

beforeAll(async () => {
  ({ client: sellers, ...seller } = await signInNew(test.server, {
    first_name: 'Ravi',
    last_name: 'Iyer',
  }));
});
beforeEach(() => resetPreferences(test.admin, sellers));

const labels = async (client: TestClient) =>
  (await notificationsOf(client)).map(({ event, record }) => `${event} ${record?.label}`);

/** Resolves when the notifications of everything written so far exist. */
async function settled(): Promise<void> {
  await expect.poll(() => countUntold(test.server.database)).toBe(0);
}

describe('a notification', () => {
  it('goes to administrators and the assignee, never to the one who did it', async () => {
    const { client: helpers, ...helper } = await signInNew(test.server);
    const { id, name } = await makeNamedLead(sellers, { assigned_to: helper.id });
    await settled();
    expect((await notificationsOf(test.admin))[0]).toMatchObject({
      event: 'new-leads',
      title: 'Lead created',
      message: name,
      user_name: 'Ravi Iyer',
      record: { type: 'lead', id, label: name },
      is_read: false,
    });
    expect(await labels(helpers)).toEqual([`new-leads ${name}`]);
    expect(await labels(sellers)).not.toContain(`new-leads ${name}`);
  });

  it('of a change goes to the maker of the record, once per change', async () => {
    const events = [{ id: 'lead-updates', push: true }];
    await sellers.put('/notifications/preferences', { events });
    const { id, name } = await makeNamedLead(sellers);
    await test.admin.put(`/leads/${id}`, { contact_person: 'Asha Verma' });
    await test.admin.put(`/leads/${id}`, { contact_person: 'Asha Verma' });
    await settled();
    expect(await labels(sellers)).toEqual([`lead-updates ${name}`]);
    expect(await labels(test.admin)).not.toContain(`lead-updates ${name}`);
  });

  it('is not made where the event is switched off', async () => {
    const events = [{ id: 'new-leads', push: false, email: false }];
    await test.admin.put('/notifications/preferences', { events });
    const { name } = await makeNamedLead(sellers);
    await settled();
    expect(await labels(test.admin)).not.toContain(`new-leads ${name}`);
  });

  it('tells of colleagues who are added, deactivated and activated', async () => {
    const { client: others, ...other } = await signInNew(test.server, { role: 'admin' });
    const account = {
      username: 'newcomer',
      email: 'newcomer@example.com',
      password: 'a good password',
      first_name: 'New',
      last_name: 'Comer',
    };
    const { id } = (await test.admin.post<{ id: number }>('/users', account)).body.data;
    await test.admin.put(`/users/${id}`, { is_active: false });
    await test.admin.put(`/users/${id}`, { is_active: true });
    await settled();
    const titles = (await notificationsOf(others)).map(({ title }) => title);
    expect(titles).toEqual(['User activated', 'User deactivated', 'User created']);
    await test.admin.put(`/users/${other.id}`, { role: 'user' });
  });

  it('goes to no one who was deactivated', async () => {
    const deleted = await makeUser(test.server, { role: 'admin' });
    await test.admin.put(`/users/${deleted.id}`, { is_active: false });
    await makeNamedLead(sellers);
    await settled();
    const found = await sql`select 1 from notifications where user_id = ${deleted.id}`.execute(
      test.server.database.db,
    );
    expect(found.rows).toEqual([]);
  });

  it('is made of nothing that the system wrote on its own or dated back', async () => {
    const before = (await notificationsOf(test.admin)).length;
    await sql`insert into activity
        (type, action, record_label, title, message, user_id, user_name, created_at)
      values ('lead', 'created', 'Sample', 'Lead created', 'Sample', null, 'System', now()),
        ('lead', 'created', 'Old', 'Lead created', 'Old', ${seller.id}, 'Ravi', now() - interval '2 days')
      `.execute(test.server.database.db);
    await settled();
    expect(await notificationsOf(test.admin)).toHaveLength(before);
  });

  it('is informed of an overdue invoice and of a failed import, which no one did', async () => {
    // First: the job chooses the receivers when it sees the activity, which may be at once.
    const events = [{ id: 'system-maintenance', push: true }];
    await sellers.put('/notifications/preferences', { events });
    await sql`insert into activity
        (type, action, record_id, record_label, title, message, user_name, after, created_at)
      values ('invoice', 'overdue', 999, 'INV-1', 'Invoice overdue', 'INV-1', 'System', null, now()),
        ('product', 'import failed', null, 'a.csv', 'Import failed', 'a.csv', 'System',
          ${JSON.stringify({ started_by: seller.id })}::jsonb, now())`.execute(
      test.server.database.db,
    );
    await settled();
    expect((await notificationsOf(test.admin))[0]).toMatchObject({
      event: 'invoice-overdue',
      record: { type: 'invoice', id: 999 },
    });
    expect((await notificationsOf(sellers))[0]).toMatchObject({
      event: 'system-maintenance',
      message: 'a.csv',
      record: null,
    });
  });

  it('of many leads that are assigned together is one, for their assignee alone', async () => {
    const { client: helpers, ...helper } = await signInNew(test.server);
    const ids = await manyLeads(test.admin, 13);
    await settled();
    const before = (await notificationsOf(sellers)).length;
    const [own = 0, ...others] = ids;
    await test.admin.put(`/leads/${own}`, { assigned_to: helper.id });
    await done(bulk(test.admin, 'leads', [own, ...others], { assigned_to: helper.id }));
    await settled();
    expect(await notificationsOf(helpers)).toEqual([
      expect.objectContaining({
        event: 'lead-updates',
        message: '12 leads were assigned to you',
        record: null,
      }),
    ]);
    expect(await notificationsOf(sellers)).toHaveLength(before);
    await done(bulk(helpers, 'leads', others, { assigned_to: null }));
    await done(bulk(helpers, 'leads', others, { assigned_to: helper.id }));
    await settled();
    expect(await notificationsOf(helpers)).toHaveLength(1);
  });

  it('is one for each, also when many jobs run at once', async () => {
    const { jobs } = test.server.server;
    const { notifyOfEntries } = await import('./delivery.internal');
    const names = await Promise.all(
      Array.from({ length: 20 }, async () => (await makeNamedLead(sellers)).name),
    );
    jobs.trigger('notifications');
    await Promise.all(
      Array.from({ length: 6 }, () =>
        notifyOfEntries(test.server.database, test.server.clock.now()),
      ),
    );
    await settled();
    const notified = await labels(test.admin);
    for (const name of names) {
      expect(notified.filter((label) => label === `new-leads ${name}`)).toHaveLength(1);
    }
  });
});
