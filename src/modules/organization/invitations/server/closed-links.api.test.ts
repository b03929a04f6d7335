import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { ownServer } from '~/app/testing/test-file-server';
import type { TestClient } from '~/app/testing/test-server';
import { linkedToken, mailsTo } from '~/kit/server/testing/test-mails';
import { invitationLinks } from './invitations.mail';
import type { Invitation } from '../invitations.fields';
import { linkMessages } from '../invitations.rules';
import { accountBody, makeInvitation, openLink, statusOf, tokenTo } from './invitations.builders';

const day = 86_400_000;

const test = ownServer();
let admin: TestClient;

beforeAll(() => {
  admin = test.admin;
});

/** The clock continues for days here, and a session lives for less. */
async function advance(milliseconds: number): Promise<void> {
  test.server.clock.advance(milliseconds);
  admin = await test.server.signIn();
}

const invite = (values = {}) => makeInvitation(admin, values);

const look = (token: string) => openLink(test.server.client(), token);

const stateOf = (id: number) => statusOf(admin, id);

const accept = (token: string, body: unknown) =>
  test.server.client().post<{ username: string }>(`/users/invite/${token}/accept`, body);

async function expectClosed(token: string, message: string): Promise<void> {
  for (const response of [await look(token), await accept(token, accountBody())]) {
    expect([response.status, response.body.error]).toEqual([404, message]);
  }
}

describe('a link that opens nothing says why', () => {
  it.each(['x', 'A'.repeat(43), '%00', '<script>', `${'A'.repeat(42)}!`])(
    'unknown or tampered with: %s',
    async (token) => {
      await expectClosed(encodeURIComponent(token), linkMessages.unknown);
    },
  );

  it('changed in its last letter', async () => {
    const { email } = await invite();
    const token = await tokenTo(test.server.database, email);
    await expectClosed(
      `${token.slice(0, -1)}${token.endsWith('A') ? 'E' : 'A'}`,
      linkMessages.unknown,
    );
  });

  it('many times too long', async () => {
    await expectClosed('A'.repeat(5000), linkMessages.unknown);
  });

  it('revoked; the invitation has left the list and the address is free', async () => {
    const { id, email } = await invite();
    const token = await tokenTo(test.server.database, email);
    expect((await admin.delete(`/users/invitations/${id}`)).status).toBe(200);
    expect(await stateOf(id)).toBeUndefined();
    expect((await admin.get(`/users/invitations/${id}`)).status).toBe(404);
    await expectClosed(token, linkMessages.revoked);
    const { body } = await admin.get<{ title: string }[]>('/activity?type=users&limit=1');
    expect(body.data[0]?.title).toBe('Invitation revoked');
    expect((await admin.delete(`/users/invitations/${id}`)).status).toBe(404);
    expect((await admin.post(`/users/invitations/${id}/resend`)).status).toBe(404);
    await invite({ email });
  });

  it('replaced when it is sent again, with fourteen new days', async () => {
    const first = await invite();
    const old = await tokenTo(test.server.database, first.email);
    await advance(10 * day);
    const again = await admin.post<Invitation>(`/users/invitations/${first.id}/resend`);
    expect(again.status).toBe(200);
    expect(Date.parse(again.body.data.expires_at)).toBeGreaterThan(
      Date.parse(first.expires_at) + 9.9 * day,
    );
    expect(await mailsTo(test.server.database, first.email)).toHaveLength(2);
    const fresh = await tokenTo(test.server.database, first.email);
    expect(fresh).not.toBe(old);
    await expectClosed(old, linkMessages.replaced);
    expect((await accept(fresh, accountBody())).status).toBe(200);
    await expectClosed(old, linkMessages.replaced);
  });

  it('of three who send again at the same instant only the last link works', async () => {
    const { id, email } = await invite();
    await Promise.all([1, 2, 3].map(() => admin.post(`/users/invitations/${id}/resend`)));
    const mails = await mailsTo(test.server.database, email);
    expect(mails).toHaveLength(4);
    const tokens = await Promise.all(
      mails.map((mail) => linkedToken(test.server.database, invitationLinks, mail)),
    );
    // What was replaced before it was sent gets no link at all.
    const [token = '', ...more] = tokens.filter((each) => each !== '');
    expect(more).toEqual([]);
    expect((await look(token)).status).toBe(200);
  });

  it('of an accept and a revoke at the same instant one wins', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { id, email } = await invite();
      const token = await tokenTo(test.server.database, email);
      const [accepted, revoked] = await Promise.all([
        accept(token, accountBody()),
        admin.delete(`/users/invitations/${id}`),
      ]);
      expect([accepted.status, revoked.status]).toSatisfy(
        ([one, other]: number[]) =>
          (one === 200 && other === 409) || (one === 404 && other === 200),
      );
      const users = await sql`select id from users where email = ${email}`.execute(
        test.server.database.db,
      );
      expect(users.rows).toHaveLength(accepted.status === 200 ? 1 : 0);
    }
  });

  it('expired after fourteen days, to the millisecond; sent again it works', async () => {
    const { id, email } = await invite();
    const token = await tokenTo(test.server.database, email);
    await advance(14 * day - 60_000);
    expect((await look(token)).status).toBe(200);
    await advance(60_000);
    await expectClosed(token, linkMessages.expired);
    expect(await stateOf(id)).toBe('expired');
    const revoked = await admin.delete(`/users/invitations/${id}`);
    expect([revoked.status, revoked.body.error]).toEqual([
      409,
      'This invitation has expired and its link no longer works',
    ]);
    const again = await admin.post<Invitation>(`/users/invitations/${id}/resend`);
    expect(again.body.data.status).toBe('pending');
    await expectClosed(token, linkMessages.replaced);
    expect((await accept(await tokenTo(test.server.database, email), accountBody())).status).toBe(
      200,
    );
  });

  it('an expired address can be invited again, and then the old invitation is not sent again', async () => {
    const old = await invite();
    await advance(15 * day);
    const fresh = await invite({ email: old.email });
    expect([await stateOf(old.id), await stateOf(fresh.id)]).toEqual(['expired', 'pending']);
    const again = await admin.post(`/users/invitations/${old.id}/resend`);
    expect([again.status, again.body.error]).toEqual([
      409,
      'There is already a pending invitation for this email address',
    ]);
  });
});
