import type { Database } from '~/kit/server/database/db';
import type { ApiResponse, Caller } from '~/kit/server/testing/test-calls';
import { linkedToken, mailsTo } from '~/kit/server/testing/test-mails';

import { signInLinks } from './links.mail';

interface Door {
  client: () => Caller;
}

/** A refresh with the token of another moment, as another tab or a thief would send it. */
export function refreshWith(server: Door, token = ''): Promise<ApiResponse<unknown>> {
  return server.client().post('/auth/refresh', undefined, { cookie: `refresh=${token}` });
}

export async function statusOf(session: Caller): Promise<number> {
  return (await session.get('/auth/me')).status;
}

export function forgotPassword(
  server: Door,
  email: string,
): Promise<ApiResponse<{ message: string }>> {
  return server.client().post<{ message: string }>('/auth/forgot-password', { email });
}

export function resetPassword(
  server: Door,
  token: string,
  password = 'a new password',
): Promise<ApiResponse<unknown>> {
  return server.client().post('/auth/reset-password', { token, password });
}

/** The token of the newest link for a new password to this address; empty where there is none. */
export async function mailedToken(database: Database, email: string): Promise<string> {
  const [mail] = await mailsTo(database, email);
  return linkedToken(database, signInLinks, mail);
}
