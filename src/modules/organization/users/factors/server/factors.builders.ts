import { Secret, TOTP } from 'otpauth';
import type { Clock } from '~/kit/server/clock';
import type { Database } from '~/kit/server/database/db';
import type { ApiResponse, Caller } from '~/kit/server/testing/test-calls';
import { type CreatedUser, signInNew } from '../../server/users.builders';
import type { Beginning, RecoveryCodes } from '../second-factor.fields';

/** What an authenticator app with this secret shows, `steps` codes later or earlier. */
export function appCode(clock: Clock, secret: string, steps = 0): string {
  const timestamp = clock.now().getTime() + steps * 30_000;
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });
}

/** Sets up a second factor for a person who is signed in; gives the app's secret and the recovery codes. */
export async function setUpFactor(
  { clock }: { clock: Clock },
  client: Caller,
  password: string,
): Promise<{ secret: string; codes: string[] }> {
  const started = await client.post<Beginning>('/auth/second-factor', { password });
  if (started.status !== 200)
    throw new Error(`No second factor was started: ${started.body.error}`);
  const { secret } = started.body.data;
  const code = appCode(clock, secret, -1);
  const confirmed = await client.post<RecoveryCodes>('/auth/second-factor', { code });
  if (confirmed.status !== 200) throw new Error(`Not confirmed: ${confirmed.body.error}`);
  return { secret, codes: confirmed.body.data.recovery_codes };
}

/** `DELETE` with a password in its body. */
export function deleteWith(
  client: {
    send: (
      method: string,
      path: string,
      body: string,
      headers: Record<string, string>,
    ) => Promise<ApiResponse<unknown>>;
  },
  path: string,
  password: string,
): Promise<ApiResponse<unknown>> {
  const headers = { 'content-type': 'application/json' };
  return client.send('DELETE', path, JSON.stringify({ password }), headers);
}

/** Someone new who is signed in and has set up a second factor. */
export async function someoneWithFactor<Client extends Caller>(
  server: Parameters<typeof signInNew<Client>>[0],
) {
  const user = await signInNew(server);
  return { ...user, ...(await setUpFactor(server, user.client, user.password)) };
}

/** Signs in with name and password, and with a code where one is given. */
export function signInByPassword(
  server: { client: () => Caller },
  { username, password }: CreatedUser,
  code?: string,
): Promise<ApiResponse<unknown>> {
  const body = { username, password, ...(code === undefined ? {} : { code }) };
  return server.client().post('/auth/login', body);
}

/** What the log has of a user, oldest first. */
export async function eventsOf({ database }: { database: Database }, user: number) {
  const found = await database.pool.query<{ action: string; after: unknown }>(
    `select action, after from audit_log where entity = 'users' and record = $1 order by id`,
    [user],
  );
  return found.rows;
}
