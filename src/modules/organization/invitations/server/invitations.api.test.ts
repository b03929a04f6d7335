import { sql } from 'kysely';
import { linkPlaceholder } from '~/kit/server/mail/mail';
import { describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { statusesOf, type TestClient } from '~/app/testing/test-server';
import { makeUser, signInNew } from '~/modules/organization/users/server/users.builders';
import { mailsTo } from '~/kit/server/testing/test-mails';
import type { Invitation } from '../invitations.fields';
import { defaultMessage } from '../invitations.rules';
import {
  invitationBody,
  makeInvitation,
  openLink,
  statusOf,
  tokenTo,
} from './invitations.builders';

const day = 86_400_000;

const test = fileServer();

const invite = (values = {}) => makeInvitation(test.admin, values);

const look = (token: string) => openLink(test.server.client(), token);

const stateOf = (id: number) => statusOf(test.admin, id);

describe('inviting', () => {
  it('makes a pending invitation of fourteen days and mails its link, which no answer holds', async () => {
    const body = invitationBody({ message: 'See you on Monday', role: 'admin' });
    const response = await test.admin.post<Invitation>('/users/invite', body);
    expect(response.status).toBe(201);
    const { id, created_at, expires_at } = response.body.data;
    expect(response.body.data).toMatchObject({
      ...body,
      status: 'pending',
      invited_by_name: 'Site Administrator',
      accepted_at: null,
    });
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(14 * day);
    const [mail] = await mailsTo(test.server.database, body.email);
    expect(mail?.subject).toBe('Invitation to join Manufacturing CRM');
    expect(mail?.body).toContain('Hello Meera Kulkarni,\n\nSee you on Monday\n');
    const token = await tokenTo(test.server.database, body.email);
    expect(mail?.body).toContain(`\n${linkPlaceholder}\n`);
    const list = await test.admin.get('/users/invitations');
    const stored = await sql`select * from invitation_tokens`.execute(test.server.database.db);
    const activity = await sql`select * from activity`.execute(test.server.database.db);
    const exposed = [response.body, list.body, stored.rows, activity.rows].map((each) =>
      JSON.stringify(each),
    );
    expect([...exposed, test.server.log()].join('')).not.toContain(token);
    const shown = await look(token);
    expect(shown.headers.get('cache-control')).toBe('no-store');
    expect(shown.body.data).toEqual({
      first_name: 'Meera',
      last_name: 'Kulkarni',
      email: body.email,
      role: 'admin',
      message: 'See you on Monday',
      expires_at,
    });
    expect((await test.admin.get<Invitation>(`/users/invitations/${id}`)).body.data.id).toBe(id);
    expect(test.server.log()).not.toContain(token);
  });

  it('an invitation is for an ordinary user with the default message unless said otherwise', async () => {
    const { role: _, ...body } = invitationBody();
    const response = await test.admin.post<Invitation>('/users/invite', body);
    expect(response.body.data).toMatchObject({ role: 'user', message: null });
    expect((await mailsTo(test.server.database, body.email))[0]?.body).toContain(defaultMessage);
  });

  it('refuses an address that is a user’s or is invited already, regardless of its case', async () => {
    const user = await makeUser(test.server);
    const existing = await test.admin.post(
      '/users/invite',
      invitationBody({ email: user.email.toUpperCase() }),
    );
    const userMessage = 'A user with this email address already exists';
    expect([existing.status, existing.body.error]).toEqual([409, userMessage]);
    const record = { type: 'user', id: user.id, label: 'Asha Rao' };
    expect(existing.body.details).toEqual([{ field: 'email', message: userMessage, record }]);
    const pending = await invite();
    const twice = await test.admin.post(
      '/users/invite',
      invitationBody({ email: pending.email.toUpperCase() }),
    );
    expect([twice.status, twice.body.error]).toEqual([
      409,
      'There is already a pending invitation for this email address',
    ]);
    expect(twice.body.details[0]?.record).toMatchObject({ type: 'invitation', id: pending.id });
  });

  it('of five who invite one address at the same instant one does, with one mail', async () => {
    const body = invitationBody();
    const responses = await Promise.all(
      [1, 2, 3, 4, 5].map(() => test.admin.post('/users/invite', body)),
    );
    expect(statusesOf(responses)).toEqual([201, 409, 409, 409, 409]);
    expect(await mailsTo(test.server.database, body.email)).toHaveLength(1);
  });
});

it('the list is newest first and keeps the inviter’s name when that user is gone', async () => {
  const { client, ...boss } = await signInNew(test.server, {
    role: 'admin',
    first_name: 'Imran',
    last_name: 'Khan',
  });
  const created = await client.post<Invitation>('/users/invite', invitationBody());
  await test.admin.put(`/users/${boss.id}`, { is_active: false });
  expect((await test.admin.delete(`/users/${boss.id}`)).status).toBe(200);
  const list = await test.admin.get<Invitation[]>('/users/invitations');
  expect(list.body.data[0]).toMatchObject({
    id: created.body.data.id,
    invited_by_name: 'Imran Khan',
  });
});

it('an ordinary user gets none of it, a stranger less', async () => {
  const { client } = await signInNew(test.server);
  const { id } = await invite();
  const calls: ((who: TestClient) => Promise<{ status: number }>)[] = [
    (who) => who.get('/users/invitations'),
    (who) => who.get(`/users/invitations/${id}`),
    (who) => who.post('/users/invite', invitationBody()),
    (who) => who.post(`/users/invitations/${id}/resend`),
    (who) => who.delete(`/users/invitations/${id}`),
  ];
  for (const call of calls) {
    expect((await call(client)).status).toBe(403);
    expect((await call(test.server.client())).status).toBe(401);
  }
  expect(await stateOf(id)).toBe('pending');
});
