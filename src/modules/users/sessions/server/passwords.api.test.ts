import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, statusesOf, type TestServer } from '~/app/test-server';
import { type MadeUser, makeUser, signInNew, whileHeld } from '../../server/users.builders';

const minute = 60_000;
const over = 'This link is not valid any more. Please ask for a new one.';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function signInStatus(user: MadeUser, password: string): Promise<number> {
  const body = { username: user.username, password };
  return (await server.client().post('/auth/login', body)).status;
}

function forgot(email: string) {
  return server.client().post<{ message: string }>('/auth/forgot-password', { email });
}

function reset(token: string, password = 'a new password') {
  return server.client().post('/auth/reset-password', { token, password });
}

interface MailRow {
  recipient: string;
  body: string;
}

async function mailsTo(email: string): Promise<MailRow[]> {
  const mails = await sql<MailRow>`select recipient, body from mails
    where lower(recipient) = lower(${email}) order by id desc`.execute(server.database.db);
  return mails.rows;
}

/** The token of the newest link that was mailed. */
async function mailedToken(email: string): Promise<string> {
  const [mail] = await mailsTo(email);
  return /\/login\?reset=([\w-]{43})\b/.exec(mail?.body ?? '')?.[1] ?? '';
}

it('changes the password, keeps this session and ends the others', async () => {
  const { client: here, ...user } = await signInNew(server);
  const there = await server.signIn(user.username, user.password);
  const body = { currentPassword: user.password, newPassword: ' a new one ' };
  expect((await here.put('/auth/change-password', body)).status).toBe(200);
  expect((await here.get('/auth/me')).status).toBe(200);
  expect((await there.get('/auth/me')).status).toBe(401);
  expect((await there.post('/auth/refresh')).status).toBe(401);
  expect(await signInStatus(user, user.password)).toBe(401);
  expect(await signInStatus(user, 'a new one')).toBe(401);
  expect(await signInStatus(user, ' a new one ')).toBe(200);
});

it('a wrong current password is 400, names its field and changes nothing', async () => {
  const { client, ...user } = await signInNew(server);
  const body = { currentPassword: 'wrong', newPassword: 'another one' };
  const answer = await client.put('/auth/change-password', body);
  const message = 'The current password is not right';
  expect([answer.status, answer.body]).toEqual([
    400,
    {
      success: false,
      error: message,
      code: 'input.invalid',
      details: [{ field: 'currentPassword', message }],
    },
  ]);
  expect(await signInStatus(user, user.password)).toBe(200);
});

it.each([
  [{ currentPassword: 'x', newPassword: '12345' }, 'Password must be at least 6 characters'],
  [{ currentPassword: 'x', newPassword: 'x'.repeat(201) }, 'Password cannot exceed 200 characters'],
  [{ newPassword: '123456' }, 'Please fill in all fields'],
  [{ currentPassword: 'x' }, 'Password is required'],
])('refuses the change %j', async (body, sentence) => {
  const client = await server.signIn();
  const answer = await client.put('/auth/change-password', body);
  expect([answer.status, answer.body.error]).toEqual([400, sentence]);
});

it('needs a session to change the password', async () => {
  const body = { currentPassword: 'x', newPassword: '123456' };
  expect((await server.client().put('/auth/change-password', body)).status).toBe(401);
});

it('guessing the current password has an end too, and does not close the front door', async () => {
  const { client, ...user } = await signInNew(server);
  const guesses = Array.from({ length: 15 }, () =>
    client.put('/auth/change-password', { currentPassword: 'wrong', newPassword: '123456' }),
  );
  const statuses = statusesOf(await Promise.all(guesses));
  expect(statuses).toEqual([...Array(10).fill(400), ...Array(5).fill(429)]);
  expect(await signInStatus(user, user.password)).toBe(200);
});

it('of two changes at the same instant one wins and the other is told', async () => {
  const { client, ...user } = await signInNew(server);
  const wanted = ['first wish', 'second wish'];
  const answers = await Promise.all(
    wanted.map((newPassword) =>
      client.put('/auth/change-password', { currentPassword: user.password, newPassword }),
    ),
  );
  expect(statusesOf(answers)).toEqual([200, 400]);
  const winner = wanted[answers.findIndex((answer) => answer.status === 200)] ?? '';
  expect(await signInStatus(user, winner)).toBe(200);
});

it('answers the same in the same time whether the address is known or not', async () => {
  const user = await makeUser(server);
  const inactive = await makeUser(server, { is_active: false });
  const answers = [];
  for (const email of [user.email, 'nobody@example.com', inactive.email]) {
    const began = performance.now();
    const { status, body } = await forgot(email);
    answers.push({ status, body });
    expect(performance.now() - began).toBeGreaterThan(240);
  }
  expect(answers[0]?.status).toBe(200);
  expect(answers).toEqual([answers[0], answers[0], answers[0]]);
  expect(await mailsTo(user.email)).toHaveLength(1);
  expect(await mailsTo('nobody@example.com')).toHaveLength(0);
  expect(await mailsTo(inactive.email)).toHaveLength(0);
});

it('wants an address', async () => {
  const client = server.client();
  const none = await client.post('/auth/forgot-password', {});
  expect([none.status, none.body.error]).toEqual([400, 'Email is required']);
  const wrong = await forgot('not an address');
  expect([wrong.status, wrong.body.error]).toEqual([400, 'Please enter a valid email address']);
});

it('mails a link that sets the password once and ends every session', async () => {
  const { client, ...user } = await signInNew(server);
  await forgot(user.email.toUpperCase());
  const [mail] = await mailsTo(user.email);
  expect(mail?.recipient).toBe(user.email);
  expect(mail?.body).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/login\?reset=[\w-]{43}$/m);
  const token = await mailedToken(user.email);
  const short = await reset(token, '12345');
  expect([short.status, short.body.error]).toEqual([400, 'Password must be at least 6 characters']);
  expect((await reset(token)).status).toBe(200);
  expect((await client.get('/auth/me')).status).toBe(401);
  expect((await client.post('/auth/refresh')).status).toBe(401);
  expect(await signInStatus(user, 'a new password')).toBe(200);
  const again = await reset(token, 'yet another');
  expect([again.status, again.body.error]).toEqual([400, over]);
  expect(await signInStatus(user, 'yet another')).toBe(401);
});

it('of three uses of a link at the same instant one sets the password', async () => {
  const user = await makeUser(server);
  await forgot(user.email);
  const token = await mailedToken(user.email);
  const statement = 'select id from users where id = $1 for update';
  const uses = await whileHeld(server.database, { statement, id: user.id, waiting: 3 }, () =>
    Promise.all([1, 2, 3].map((index) => reset(token, `password ${index}`))),
  );
  const statuses = statusesOf(uses);
  expect(statuses).toEqual([200, 400, 400]);
});

it('a link lives sixty minutes', async () => {
  const user = await makeUser(server);
  await forgot(user.email);
  const token = await mailedToken(user.email);
  server.clock.advance(60 * minute);
  const answer = await reset(token);
  expect([answer.status, answer.body.error]).toEqual([400, over]);
  await forgot(user.email);
  server.clock.advance(59 * minute);
  expect((await reset(await mailedToken(user.email))).status).toBe(200);
});

it.each(['', 'x', 'A'.repeat(43)])('the token %j opens nothing', async (token) => {
  const answer = await reset(token);
  expect([answer.status, answer.body.error]).toEqual([400, over]);
});

it('a link ends when the password is changed, the address is changed or the user is deactivated', async () => {
  const { client, ...changer } = await signInNew(server);
  await forgot(changer.email);
  const ends = [await mailedToken(changer.email)];
  const body = { currentPassword: changer.password, newPassword: 'changed by hand' };
  await client.put('/auth/change-password', body);
  await forgot(changer.email);
  ends.push(await mailedToken(changer.email));
  await client.put('/auth/me', { email: `moved-${changer.email}` });
  const gone = await makeUser(server);
  await forgot(gone.email);
  ends.push(await mailedToken(gone.email));
  await sql`update users set is_active = false where id = ${gone.id}`.execute(server.database.db);
  for (const token of ends) expect((await reset(token)).body.error).toBe(over);
});

it('mails at most five links an hour, also when twelve are asked for at the same instant', async () => {
  const user = await makeUser(server);
  const asked = Array.from({ length: 12 }, () => forgot(user.email));
  const statuses = (await Promise.all(asked)).map((answer) => answer.status);
  expect(statuses).toEqual(Array(12).fill(200));
  expect(await mailsTo(user.email)).toHaveLength(5);
  await reset(await mailedToken(user.email));
  await forgot(user.email);
  expect(await mailsTo(user.email)).toHaveLength(5);
  server.clock.advance(60 * minute);
  await forgot(user.email);
  expect(await mailsTo(user.email)).toHaveLength(6);
});

it('no password, hash, token or cookie reaches the activity log, an answer or a log line', async () => {
  const { client, ...user } = await signInNew(server, { password: 'secret number one' });
  const cookies = [...client.cookies.values()];
  const body = { currentPassword: user.password, newPassword: 'secret number two' };
  const answers: unknown[] = [(await client.put('/auth/change-password', body)).body];
  await forgot(user.email);
  const token = await mailedToken(user.email);
  answers.push((await reset(token, 'secret number three')).body);
  const broken = { username: user.username, password: 'secret number four', x: 1 };
  answers.push((await server.client().post('/auth/login', broken)).body);
  const again = await server.signIn(user.username, 'secret number three');
  answers.push((await again.post('/auth/refresh')).body);
  answers.push((await again.put('/auth/me', { bio: 'Line one' })).body);
  for (const path of ['/auth/me', '/auth/sessions', '/users/directory']) {
    answers.push((await again.get(path)).body);
  }
  const { db } = server.database;
  const activity = await sql`select * from activity`.execute(db);
  const hashes = await sql<{ password_hash: string }>`select password_hash from users`.execute(db);
  const told = JSON.stringify([answers, activity.rows]) + server.log();
  const secrets = [
    ...cookies,
    ...again.cookies.values(),
    token,
    'secret number',
    '$argon2',
    ...hashes.rows.map((row) => row.password_hash),
  ];
  for (const secret of secrets) expect(told).not.toContain(secret);
  expect(activity.rows).toContainEqual(
    expect.objectContaining({
      type: 'user',
      action: 'password changed',
      record_id: user.id,
      user_id: user.id,
      user_name: 'Asha Rao',
      message: 'Asha Rao',
    }),
  );
});
