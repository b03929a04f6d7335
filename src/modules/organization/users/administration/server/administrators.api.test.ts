import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { startTestServer, statusesOf, type TestServer } from '~/app/testing/test-server';
import type { User } from '../../users.fields';
import { type CreatedUser, makeUser } from '../../server/users.builders';

describe('administrators', () => {
  async function soleAdministrators(
    count: number,
  ): Promise<{ fresh: TestServer; all: CreatedUser[] }> {
    const fresh = await startTestServer();
    const all: CreatedUser[] = [];
    for (let index = 0; index < count; index += 1) {
      all.push(await makeUser(fresh, { role: 'admin' }));
    }
    const first = await fresh.signIn(all[0]?.username, all[0]?.password);
    const users = await first.get<User[]>('/users');
    const site = users.body.data.find((user) => user.username === 'admin');
    await first.put(`/users/${site?.id}`, { is_active: false });
    return { fresh, all };
  }

  it('the last active one stays, and no one shuts oneself out', async () => {
    const { fresh, all } = await soleAdministrators(1);
    try {
      const client = await fresh.signIn(all[0]?.username, all[0]?.password);
      const address = `/users/${all[0]?.id}`;
      const refusals = [
        await client.put(address, { role: 'user' }),
        await client.put(address, { is_active: false }),
        await client.delete(address),
      ];
      expect(refusals.map(({ status, body }) => [status, body.error])).toEqual([
        [409, 'The last active administrator must stay an administrator'],
        [409, 'You cannot deactivate your own account'],
        [409, 'You cannot delete your own account'],
      ]);
      expect((await client.get('/users')).status).toBe(200);
    } finally {
      await fresh.close();
    }
  });

  it('two who demote, and two who deactivate, each other at once: one of them is left', async () => {
    for (const patch of [{ role: 'user' }, { is_active: false }]) {
      const { fresh, all } = await soleAdministrators(2);
      try {
        const clients = await Promise.all(
          all.map((user) => fresh.signIn(user.username, user.password)),
        );
        const responses = await Promise.all(
          clients.map((each, index) => each.put(`/users/${all[1 - index]?.id}`, patch)),
        );
        const [changed, refused] = statusesOf(responses);
        expect(changed).toBe(200);
        expect([401, 403, 409]).toContain(refused);
        const remaining = await sql<{ count: number }>`select count(*) as count from users
          where role = 'admin' and is_active`.execute(fresh.database.db);
        expect(remaining.rows[0]?.count).toBe(1);
      } finally {
        await fresh.close();
      }
    }
  });
});
