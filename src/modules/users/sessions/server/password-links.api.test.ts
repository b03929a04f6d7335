import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { fileServer } from '~/app/test-file-server';
import { statusesOf } from '~/app/test-server';
import { type MadeUser, makeUser, signInNew, whileHeld } from '../../server/users.builders';

const minute = 60_000;
const over = 'This link is not valid any more. Please ask for a new one.';

const test = fileServer();

async function signInStatus(user: MadeUser, password: string): Promise<number> {
  const body = { username: user.username, password };
  return (await test.server.client().post('/auth/login', body)).status;
}

function forgot(email: string) {
  return test.server.client().post<{ message: string }>('/auth/forgot-password', { email });
}

function reset(token: string, password = 'a new password') {
  return test.server.client().post('/auth/reset-password', { token, password });
}

interface MailRow {
  recipient: string;
  body: string;
}

async function mailsTo(email: string): Promise<MailRow[]> {
  const mails = await sql<MailRow>`select recipient, body from mails
    where lower(recipient) = lower(${email}) order by id desc`.execute(test.server.database.db);
  return mails.rows;
}

/** The token of the newest link that was mailed. */
async function mailedToken(email: string): Promise<string> {
  const [mail] = await mailsTo(email);
  return /\/login\?reset=([\w-]{43})\b/.exec(mail?.body ?? '')?.[1] ?? '';
}

it('answers the same in the same time whether the address is known or not', async () => {
  const user = await makeUser(test.server);
  const inactive = await makeUser(test.server, { is_active: false });
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
  const client = test.server.client();
  const none = await client.post('/auth/forgot-password', {});
  expect([none.status, none.body.error]).toEqual([400, 'Email is required']);
  const wrong = await forgot('not an address');
  expect([wrong.status, wrong.body.error]).toEqual([400, 'Please enter a valid email address']);
});

it('mails a link that sets the password once and ends every session', async () => {
  const { client, ...user } = await signInNew(test.server);
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
  const user = await makeUser(test.server);
  await forgot(user.email);
  const token = await mailedToken(user.email);
  const statement = 'select id from users where id = $1 for update';
  const uses = await whileHeld(test.server.database, { statement, id: user.id, waiting: 3 }, () =>
    Promise.all([1, 2, 3].map((index) => reset(token, `password ${index}`))),
  );
  const statuses = statusesOf(uses);
  expect(statuses).toEqual([200, 400, 400]);
});

it('a link lives sixty minutes', async () => {
  const user = await makeUser(test.server);
  await forgot(user.email);
  const token = await mailedToken(user.email);
  test.server.clock.advance(60 * minute);
  const answer = await reset(token);
  expect([answer.status, answer.body.error]).toEqual([400, over]);
  await forgot(user.email);
  test.server.clock.advance(59 * minute);
  expect((await reset(await mailedToken(user.email))).status).toBe(200);
});

it.each(['', 'x', 'A'.repeat(43)])('the token %j opens nothing', async (token) => {
  const answer = await reset(token);
  expect([answer.status, answer.body.error]).toEqual([400, over]);
});

it('a link ends when the password is changed, the address is changed or the user is deactivated', async () => {
  const { client, ...changer } = await signInNew(test.server);
  await forgot(changer.email);
  const ends = [await mailedToken(changer.email)];
  const body = { currentPassword: changer.password, newPassword: 'changed by hand' };
  await client.put('/auth/change-password', body);
  await forgot(changer.email);
  ends.push(await mailedToken(changer.email));
  await client.put('/auth/me', { email: `moved-${changer.email}` });
  const gone = await makeUser(test.server);
  await forgot(gone.email);
  ends.push(await mailedToken(gone.email));
  await sql`update users set is_active = false where id = ${gone.id}`.execute(
    test.server.database.db,
  );
  for (const token of ends) expect((await reset(token)).body.error).toBe(over);
});

it('mails at most five links an hour, also when twelve are asked for at the same instant', async () => {
  const user = await makeUser(test.server);
  const asked = Array.from({ length: 12 }, () => forgot(user.email));
  const statuses = (await Promise.all(asked)).map((answer) => answer.status);
  expect(statuses).toEqual(Array(12).fill(200));
  expect(await mailsTo(user.email)).toHaveLength(5);
  await reset(await mailedToken(user.email));
  await forgot(user.email);
  expect(await mailsTo(user.email)).toHaveLength(5);
  test.server.clock.advance(60 * minute);
  await forgot(user.email);
  expect(await mailsTo(user.email)).toHaveLength(6);
});
