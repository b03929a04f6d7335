import { expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import type { TestClient } from '~/app/testing/test-server';
import {
  invitationBody,
  tokenTo,
} from '~/modules/organization/invitations/server/invitations.builders';
import type { Invitation } from '~/modules/organization/invitations/invitations.fields';
import { makeLead } from '~/modules/sales/leads/server/leads.builders';
import { countUntold } from '~/modules/collaboration/notifications/server/notifications.builders';
import {
  makeUser,
  untilWaiting,
  whileHeld,
} from '~/modules/organization/users/server/users.builders';
import { confirmationPhrase } from '../privacy.rules';

const test = fileServer();

const password = 'correct horse battery';

async function invite(values: object): Promise<Invitation> {
  const response = await test.admin.post<Invitation>('/users/invite', invitationBody(values));
  expect(response.status).toBe(201);
  return response.body.data;
}

/** A person who joined by an invitation, and is a member of a workspace. */
async function arrive(name: { first_name: string; last_name: string }, username: string) {
  const { email } = await invite(name);
  const token = await tokenTo(test.server.database, email);
  const accepted = await test.server
    .client()
    .post(`/users/invite/${token}/accept`, { username, password });
  expect(accepted.status).toBe(200);
  const client = await test.server.signIn(username, password);
  const { user } = (await client.get<{ user: { id: number } }>('/auth/me')).body.data;
  const workspace = await test.admin.post<{ id: number }>('/workspaces', {
    name: `Plant ${user.id}`,
  });
  const members = `/workspaces/${workspace.body.data.id}/members`;
  await test.admin.post(members, { user_id: user.id, role: 'member' });
  await test.admin.put(`${members}/${user.id}`, { role: 'manager' });
  return { id: user.id, client };
}

const anonymize = (client: TestClient) =>
  client.post('/privacy/anonymize-data', { confirmation: confirmationPhrase });

/** What of the feed and of the notifications still names someone. */
async function naming(pattern: string): Promise<string[]> {
  const found = await test.server.database.pool.query<{ line: string }>(
    `select line from (
      select row_to_json(a)::text as line from activity a
      union all select row_to_json(n)::text from notifications n) lines
    where line ~* $1`,
    [pattern],
  );
  return found.rows.map(({ line }) => line);
}

it('does not depend on the words of the feed', async () => {
  const { id, client } = await arrive(
    { first_name: 'Gulshan', last_name: 'Merchant' },
    'gulshan.m',
  );
  await client.post('/users/invite', invitationBody({ email: 'guest@example.com' }));
  await test.server.database.pool.query(`update activity set title = 'Something happened'`);
  expect((await anonymize(client)).status).toBe(200);
  expect(await naming('gulshan|merchant')).toEqual([]);
  const about = await test.server.database.pool.query<{ entity: string; record_label: string }>(
    `select distinct entity, record_label from activity where record_label ~ $1 order by entity`,
    [`^Anonymized User ${id}`],
  );
  expect(about.rows.map(({ entity }) => entity)).toEqual([
    'invitations',
    'users',
    'workspace_members',
  ]);
});

it('leaves an invitation alone whose id is that of the person', async () => {
  const { id, ...account } = await makeUser(test.server);
  const client = await test.server.signIn(account.username, account.password);
  let invited = 0;
  while (invited < id) {
    invited = (await invite({ first_name: 'Farhad', last_name: 'Contractor' })).id;
  }
  expect(invited).toBe(id);
  expect((await anonymize(client)).status).toBe(200);
  const stored = await test.server.database.pool.query<{ record_label: string }>(
    `select record_label from activity where entity = 'invitations' and record_id = $1`,
    [id],
  );
  expect(stored.rows[0]?.record_label).toContain('Farhad Contractor');
});

it('waits for notifications that are being written with the name', async () => {
  const { database } = test.server;
  const { client } = await arrive({ first_name: 'Behram', last_name: 'Marker' }, 'behram.m');
  const assignee = await makeUser(test.server);
  // A notification to an administrator would hold the row that anonymizing locks first.
  const events = ['new-leads', 'lead-updates'].map((id) => ({ id, push: false, email: false }));
  await test.admin.put('/notifications/preferences', { events });
  const lead = await makeLead(client, { assigned_to: assignee.id });
  await expect.poll(() => countUntold(database)).toBe(0);
  const statement = 'select from users where id = $1 for update';
  const deleted = await whileHeld(
    database,
    { statement, id: assignee.id, waiting: 2 },
    async () => {
      const put = await client.put(`/leads/${lead.id}`, { city: 'Pune' });
      expect(put.status).toBe(200);
      test.server.server.jobs.trigger('notifications');
      await untilWaiting(database, 1);
      return anonymize(client);
    },
  );
  expect(deleted.status).toBe(200);
  await expect.poll(() => countUntold(database)).toBe(0);
  const { rows } = await database.pool.query<{ line: string }>(
    `select row_to_json(n)::text as line from notifications n where user_id = $1`,
    [assignee.id],
  );
  expect(rows.filter(({ line }) => line.includes('Anonymized User'))).not.toEqual([]);
  expect(await naming('behram|marker')).toEqual([]);
});

it('takes the name out of what others were informed of the invitation', async () => {
  const other = await makeUser(test.server, { role: 'admin' });
  const { client } = await arrive({ first_name: 'Nusserwanji', last_name: 'Wadia' }, 'nusser.w');
  const notified = () => naming('nusserwanji|wadia');
  test.server.server.jobs.trigger('notifications');
  await expect.poll(async () => (await notified()).length).toBeGreaterThan(0);
  await expect
    .poll(
      async () =>
        (
          await test.server.database.pool.query(
            `select from notifications where user_id = $1 and record_label ~ 'Wadia'`,
            [other.id],
          )
        ).rowCount,
      { timeout: 10_000 },
    )
    .toBeGreaterThan(0);
  expect((await anonymize(client)).status).toBe(200);
  expect(await notified()).toEqual([]);
});
