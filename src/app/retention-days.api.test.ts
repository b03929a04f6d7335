import { describe, expect, it } from 'vitest';
import type { RetainedData } from '~/modules/upkeep/maintenance/retention.fields';
import { retentionKinds } from '~/modules/upkeep/maintenance/retention.rules';
import { makeUser, signInNew } from '~/modules/organization/users/server/users.builders';
import { ownServer } from './testing/test-file-server';

const test = ownServer();

async function stored(): Promise<Record<string, RetainedData>> {
  const response = await test.admin.get<RetainedData[]>('/admin/retention');
  expect(response.status).toBe(200);
  return Object.fromEntries(response.body.data.map((each) => [each.kind, each]));
}

describe('an administrator', () => {
  it('sees how long each kind is kept, and changes it, which is logged', async () => {
    const before = await stored();
    expect(Object.keys(before)).toEqual(retentionKinds);
    expect(before['sessions']).toMatchObject({ days: 90, default_days: 90, least_days: 1 });
    expect(before['log']).toMatchObject({ days: null, least_days: 2922, may_keep: true });
    const response = await test.admin.put<RetainedData[]>('/admin/retention', {
      sessions: 30,
      mails: null,
    });
    expect(response.status).toBe(200);
    const after = await stored();
    expect([after['sessions']?.days, after['mails']?.days]).toEqual([30, null]);
    const [line] = (await test.admin.get<{ title: string; message: string }[]>('/activity?limit=1'))
      .body.data;
    expect(line).toMatchObject({
      title: 'Retention changed',
      message: 'Ended sessions: 30 days, before 90 days; Sent emails: forever, before 365 days',
    });
    const { rows: logged } = await test.server.database.pool.query(
      `select record, after from audit_log where entity = 'retention_days' order by record`,
    );
    expect(logged).toEqual([
      { record: 'mails', after: { kind: 'mails' } },
      { record: 'sessions', after: { kind: 'sessions', days: 30 } },
    ]);
    await test.admin.put('/admin/retention', { sessions: 90, mails: 365 });
  });

  it.each([
    [{ sessions: 0 }, 'sessions', 'Ended sessions can be kept from 1 to 3,650 days'],
    [{ sessions: 1.5 }, 'sessions', 'Ended sessions can be kept from 1 to 3,650 days'],
    [{ sessions: null }, 'sessions', 'Ended sessions can be kept from 1 to 3,650 days'],
    [{ log: 2921 }, 'log', 'Log can be kept from 2,922 to 36,500 days, or forever'],
    [{ log: '3000' }, 'log', 'Log can be kept from 2,922 to 36,500 days, or forever'],
    [{ activity: 30 }, 'activity', 'Activity feed can be kept from 365 to 36,500 days, or forever'],
  ])('is refused %j with the bounds, and nothing changes', async (body, field, message) => {
    const before = (await stored())[field];
    const response = await test.admin.put('/admin/retention', { notifications: 30, ...body });
    expect(response).toMatchObject({ status: 400, body: { code: 'input.invalid' } });
    expect(response.body.details).toEqual([{ field, message }]);
    const after = await stored();
    expect([after[field]?.days, after['notifications']?.days]).toEqual([before?.days, 90]);
  });

  it.each([{ repeat_keys: 1 }, { nonsense: 1 }])(
    'is refused %j, which no one sets',
    async (body) => {
      const response = await test.admin.put('/admin/retention', body);
      expect(response).toMatchObject({ status: 400, body: { code: 'input.unknown_field' } });
    },
  );
});

it('no one else sees or changes it', async () => {
  const user = await makeUser(test.server);
  const client = await test.server.signIn(user.username, user.password);
  expect((await client.get('/admin/retention')).status).toBe(403);
  expect((await client.put('/admin/retention', { sessions: 1 })).status).toBe(403);
});

// Its clock moves: it stays the last one.
it('an administrator who shortens anything shows again who they are, and nothing changes before', async () => {
  const { client } = await signInNew(test.server, { role: 'admin' });
  test.server.clock.advance(16 * 60_000);
  expect((await client.post('/auth/refresh')).status).toBe(200);
  const put = (patch: object) => client.put<RetainedData[]>('/admin/retention', patch);
  const refusal = async (patch: object) => {
    const { status, body } = await put(patch);
    return [status, body.code];
  };
  expect(await refusal({ runs: 200, imports: null })).toEqual([200, undefined]);
  for (const fewer of [{ runs: 199 }, { imports: 36_500 }, { runs: 300, mails: 30 }])
    expect(await refusal(fewer)).toEqual([403, 'auth.confirmation_needed']);
  expect((await client.get<RetainedData[]>('/admin/retention')).body.data).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'runs', days: 200 }),
      expect.objectContaining({ kind: 'mails', days: 365 }),
    ]),
  );
  await client.post('/auth/confirm', { password: 'a good password' });
  expect(await refusal({ runs: 100, imports: 90 })).toEqual([200, undefined]);
});
