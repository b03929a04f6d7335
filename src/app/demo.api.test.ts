import { expect, it } from 'vitest';
import { leadBody } from '~/modules/leads/server/leads.builders';
import { makeUser } from '~/modules/users/server/users.builders';
import { fileServer } from './test-file-server';

const test = fileServer();

const isEmpty = async () => (await test.admin.get<{ empty: boolean }>('/demo')).body.data.empty;
const leads = async () => (await test.admin.get<unknown[]>('/leads')).body.data.length;

it('sample data is for administrators, into an empty database, and added once', async () => {
  const user = await makeUser(test.server);
  const client = await test.server.signIn(user.username, user.password);
  expect((await client.post('/demo')).status).toBe(403);
  expect((await test.server.client().post('/demo')).status).toBe(401);

  const first = await test.admin.post<{ id: number }>('/leads', leadBody());
  expect(await isEmpty()).toBe(false);
  const refused = await test.admin.post('/demo');
  expect(refused.status).toBe(409);
  expect(refused.body.error).toBe(
    'The database already holds records, so no sample data was added',
  );
  expect(await leads()).toBe(1);
  await test.admin.delete(`/leads/${first.body.data.id}`);

  expect(await isEmpty()).toBe(true);
  const answers = await Promise.all(
    [1, 2].map(() => test.admin.post<{ message: string }>('/demo')),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const made = answers.find(({ status }) => status === 200)?.body.data.message ?? '';
  const count = Number(/(\d+) leads/.exec(made)?.[1]);
  expect(count).toBeGreaterThan(10);
  expect(await leads()).toBe(count);
  expect(await isEmpty()).toBe(false);
});
