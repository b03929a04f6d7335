import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { mailsTo } from '~/kit/server/testing/test-mails';
import {
  invitationBody,
  makeInvitation,
  openLink,
  statusOf,
  tokenTo,
} from './invitations.builders';

const test = fileServer();

const invite = (values = {}) => makeInvitation(test.admin, values);

describe('inviting', () => {
  it.each(['Zoë Ångström', '王小明 李雷', 'محمد العلي', 'मीरा कुलकर्णी', '<b>O\'Neill</b> "; --'])(
    'takes the name %s as it is',
    async (name) => {
      const [first_name = '', last_name = ''] = name.split(' ');
      const { email, id } = await invite({ first_name, last_name });
      expect((await mailsTo(test.server.database, email))[0]?.body).toContain(
        `Hello ${first_name} ${last_name},`,
      );
      const shown = await openLink(
        test.server.client(),
        await tokenTo(test.server.database, email),
      );
      expect(shown.body.data).toMatchObject({ first_name, last_name });
      expect(await statusOf(test.admin, id)).toBe('pending');
    },
  );

  it.each([
    [{ first_name: undefined }, 'first_name', 'First name is required'],
    [{ first_name: ' A ' }, 'first_name', 'First name must be at least 2 characters'],
    [{ first_name: 'é'.repeat(255) }, 'first_name', 'First name cannot exceed 50 characters'],
    [{ last_name: '' }, 'last_name', 'Last name is required'],
    [{ last_name: 'B' }, 'last_name', 'Last name must be at least 2 characters'],
    [{ last_name: 'Rao\u0000' }, 'last_name', /cannot be stored/],
    [{ email: undefined }, 'email', 'Email is required'],
    [{ email: 'meera' }, 'email', 'Please enter a valid email address'],
    [{ email: 'a@b.example, c@d.example' }, 'email', 'Please enter a valid email address'],
    [{ email: 'Meera <a@b.example>' }, 'email', 'Please enter a valid email address'],
    [{ email: 'a@b.example\r\nBcc: c@d.example' }, 'email', 'Please enter a valid email address'],
    [{ email: 'a@b.example%0aBcc:c@d.example' }, 'email', 'Please enter a valid email address'],
    [
      { email: `${'x'.repeat(250)}@b.example` },
      'email',
      'Email address cannot exceed 254 characters',
    ],
    [{ role: 'owner' }, 'role', /^Role must be one of admin, user/],
    [{ message: 'x'.repeat(1001) }, 'message', 'Message cannot exceed 1000 characters'],
    [{ message: 'a\u0000b' }, 'message', /cannot be stored/],
    [{ status: 'accepted' }, 'status', 'Unknown field "status"'],
    [{ token: 'x' }, 'token', 'Unknown field "token"'],
  ])('refuses %j, and mails nothing', async (values, field, message) => {
    const before = await sql`select id from mails`.execute(test.server.database.db);
    const response = await test.admin.post('/users/invite', { ...invitationBody(), ...values });
    expect(response.status).toBe(400);
    expect(response.body.details).toContainEqual({
      field,
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    });
    const after = await sql`select id from mails`.execute(test.server.database.db);
    expect(after.rows).toHaveLength(before.rows.length);
  });

  it('takes a line break in a name as a space: no line of the mail is someone else’s', async () => {
    const { email, last_name } = await invite({ last_name: 'Rao\r\nBcc: x@y.example' });
    expect(last_name).toBe('Rao Bcc: x@y.example');
    const [mail] = await mailsTo(test.server.database, email);
    expect(mail?.body).toContain('Rao Bcc: x@y.example,\n');
    expect(mail?.recipient).toBe(email);
  });
});
