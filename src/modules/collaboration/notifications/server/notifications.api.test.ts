import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import type { TestClient } from '~/app/testing/test-server';
import { signInNew } from '~/modules/organization/users/server/users.builders';
import type { Notification, Preferences } from '../notifications.fields';
import { defaultPreferences } from '../notifications.rules';
import {
  countUntold,
  makeNamedLead,
  notificationsOf,
  resetPreferences,
} from './notifications.builders';

const test = fileServer();
let sellers: TestClient;

beforeAll(async () => {
  ({ client: sellers } = await signInNew(test.server));
});
beforeEach(() => resetPreferences(test.admin, sellers));

/** Resolves when the notifications of everything written so far exist. */
async function settled(): Promise<void> {
  await expect.poll(() => countUntold(test.server.database)).toBe(0);
}

describe('the preferences', () => {
  it('are the documented ones until someone changes them, for that person alone', async () => {
    const { client: theirs } = await signInNew(test.server);
    const path = '/notifications/preferences';
    expect((await theirs.get(path)).body.data).toEqual(defaultPreferences);
    const saved = await theirs.put<Preferences>(path, {
      events: [{ id: 'team-updates', email: true, push: false, sms: true }],
      do_not_disturb: true,
    });
    expect(saved.status).toBe(200);
    expect(saved.body.data.events.find(({ id }) => id === 'team-updates')).toEqual({
      id: 'team-updates',
      email: true,
      push: false,
      sms: true,
    });
    expect(saved.body.data).toMatchObject({ do_not_disturb: true, email_digest: true });
    expect((await theirs.get(path)).body.data).toEqual(saved.body.data);
    expect((await test.admin.get(path)).body.data).toEqual(defaultPreferences);
  });

  it('of two changes at once keep both', async () => {
    const path = '/notifications/preferences';
    await Promise.all([
      sellers.put(path, { email_digest: false }),
      sellers.put(path, { do_not_disturb: true }),
      sellers.put(path, { events: [{ id: 'new-leads', email: false }] }),
    ]);
    const { events, ...rest } = (await sellers.get<Preferences>(path)).body.data;
    expect(rest).toEqual({ do_not_disturb: true, email_digest: false });
    expect(events[0]).toMatchObject({ id: 'new-leads', email: false, push: true });
  });

  it.each([
    [{ events: [{ id: 'nonsense', email: true }] }],
    [{ events: [{ id: 'new-leads', email: 'yes' }] }],
    [{ events: [{ id: 'new-leads', fax: true }] }],
    [{ events: [{ id: 'new-leads' }, { id: 'new-leads' }] }],
    [{ events: 'all' }],
    [{ events: null }],
    [{ do_not_disturb: 1 }],
    [{ email_digest: null }],
    [{ nonsense: true }],
  ])('refuse %j', async (body) => {
    expect((await sellers.put('/notifications/preferences', body)).status).toBe(400);
    expect((await sellers.get('/notifications/preferences')).body.data).toEqual(defaultPreferences);
  });
});

describe('reading', () => {
  it('marks the user’s own, by id or all', async () => {
    await test.admin.post('/notifications/read', { all: true });
    await makeNamedLead(sellers);
    await makeNamedLead(sellers);
    await settled();
    const [second, first] = await notificationsOf(test.admin);
    expect([first?.is_read, second?.is_read]).toEqual([false, false]);
    const one = await test.admin.post('/notifications/read', { ids: [first?.id, 999_999] });
    expect(one.body.data).toEqual({ unread: 1 });
    expect((await notificationsOf(test.admin)).slice(0, 2).map(({ is_read }) => is_read)).toEqual([
      false,
      true,
    ]);
    expect((await sellers.post('/notifications/read', { ids: [second?.id] })).status).toBe(200);
    expect((await notificationsOf(test.admin))[0]?.is_read).toBe(false);
    await makeNamedLead(sellers);
    await settled();
    const [third] = await notificationsOf(test.admin);
    const many = [third?.id, ...Array.from({ length: 999 }, (_, n) => 2_000_000_000 + n)];
    expect((await test.admin.post('/notifications/read', { ids: many })).status).toBe(200);
    const all = await test.admin.post('/notifications/read', { all: true });
    expect(all.body.data).toEqual({ unread: 0 });
  });

  it.each([
    [{}],
    [{ all: false }],
    [{ ids: 'all' }],
    [{ ids: [1.5] }],
    [{ ids: [0] }],
    [{ ids: [2 ** 53] }],
    [{ ids: Array.from({ length: 1001 }, (_, at) => at + 1) }],
    [{ ids: [1], all: true }],
    [null],
  ])('refuses %j', async (body) => {
    const response = await test.admin.post('/notifications/read', body);
    expect(response.status).toBe(400);
    expect(response.body.error).toMatch(/^Send \{ids: \[…\]\} or \{all: true\}$|\bids?\b|range/);
  });

  it.each(['0', '1001', 'x', '-1'])('refuses a limit of %s', async (limit) => {
    expect((await test.admin.get(`/notifications?limit=${limit}`)).status).toBe(400);
  });

  it('gives no more than the requested number, newest first', async () => {
    const { name } = await makeNamedLead(sellers);
    await settled();
    const response = await test.admin.get<Notification[]>('/notifications?limit=1');
    expect(response.body.data.map(({ record }) => record?.label)).toEqual([name]);
  });
});
