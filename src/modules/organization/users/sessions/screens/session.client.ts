import { type QueryClient, useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { api, isRefusal } from '~/kit/ui/calls/api';
import { forgetRecords, queryClient, wipeLists } from '~/kit/ui/calls/query-client';
import type { Assertion } from '../../factors/passkeys.fields';
import type { SessionUser } from '../sessions.fields';

const sessionKey = ['session'];

// A change of any user may concern this person's name or role; what they read depends on the rest.
const sessionQuery = {
  queryKey: sessionKey,
  queryFn: fetchSession,
  meta: {
    whole: {
      entity: 'users',
      dependsOn: ['session', 'workspaces', 'workspace_members', 'roles', 'settings'],
    },
  },
};

export async function loadSession(client: QueryClient): Promise<SessionUser | null> {
  return client.query({ ...sessionQuery, staleTime: 'static' });
}

async function fetchSession(): Promise<SessionUser | null> {
  try {
    return (await api.get<{ user: SessionUser }>('/auth/me')).user;
  } catch (error) {
    if (isRefusal(error, 'auth.not_signed_in')) return null;
    throw error;
  }
}

/** Whether the server takes this browser's calls for this person's; rejects without an answer. */
export async function isStillSignedIn(id: number, installation: string): Promise<boolean> {
  const user = await fetchSession();
  return user?.id === id && user.installation === installation;
}

/** Asks again who is signed in, where the server said that something is to be done first. */
export function reloadSession(): Promise<void> {
  return queryClient.refetchQueries({ queryKey: sessionKey });
}

export function rememberUser(user: SessionUser): void {
  queryClient.setQueryData(sessionKey, user);
}

/** The signed-in user as far as this browser knows; for what is not a component. */
export function currentUser(): SessionUser | null {
  return queryClient.getQueryData<SessionUser | null>(sessionKey) ?? null;
}

/** The signed-in user; null as soon as the session has ended. */
export function useSignedIn(): SessionUser | null {
  return useQuery(sessionQuery).data ?? null;
}

/** What `useSession` gives to the screens inside. */
export const SignedIn = createContext<SessionUser | null>(null);

/** The signed-in user, for screens behind sign-in: a screen goes before it could see that the session has ended. */
export function useSession(): SessionUser {
  const user = use(SignedIn);
  if (!user) throw new Error('This screen needs a signed-in user');
  return user;
}

/** Merges the server's answer into the stored session. */
export function keepSession(patch: Partial<SessionUser>): void {
  queryClient.setQueryData<SessionUser | null>(sessionKey, (user) => user && { ...user, ...patch });
}

let message: string | undefined;

/** What the sign-in screen says about the previous session. */
export function lastMessage(): { message?: string; tone?: 'info' } {
  return message === undefined ? {} : { message, tone: 'info' };
}

export interface Credentials {
  username: string;
  password: string;
  code?: string;
  passkey?: Assertion;
}

export async function signIn(credentials: Credentials): Promise<void> {
  const { user } = await api.post<{ user: SessionUser }>('/auth/login', credentials);
  rememberSignIn(user);
}

export function rememberSignIn(user: SessionUser): void {
  message = undefined;
  wipeLists();
  rememberUser(user);
}

/** Sends the second factor of the person who came from the provider; continues to the requested page. */
export async function showCode(shown: object): Promise<void> {
  const { path } = await api.post<{ path: string }>('/auth/oidc/code', shown);
  window.location.replace(path);
}

/**
 * Signs out in this browser, even if the server fails (docs/product/sign-in.md#sessions), and clears all loaded data.
 */
export async function signOut(): Promise<void> {
  await api.post('/auth/logout').catch(() => undefined);
  forgetSession();
  message = undefined;
}

/** Clears a session that was ended elsewhere or by the idle time-out; the sign-in screen states the reason. */
export function loseSession(): void {
  if (currentUser()) {
    message = 'Your session has ended. Please sign in again.';
  }
  forgetSession();
}

export function forgetSession(): void {
  forgetRecords();
  queryClient.setQueryData(sessionKey, null);
}

/** The URL of the person's photo; each photo has another URL. */
export function photoOf({ id, photo_changed_at }: SessionUser): string | null {
  return photo_changed_at && `/api/users/${id}/photo?at=${Date.parse(photo_changed_at)}`;
}

export async function askForReset(email: string): Promise<void> {
  await api.post('/auth/forgot-password', { email });
}

export async function resetPassword(token: string, password: string): Promise<void> {
  await api.post('/auth/reset-password', { token, password });
  // The reset ended that user's sessions, possibly including this browser's.
  forgetSession();
}

export async function changePassword(currentPassword: string, newPassword: string): Promise<void> {
  await api.put('/auth/change-password', { currentPassword, newPassword });
}

/** Takes over the email address that the link was mailed to. */
export async function confirmEmail(token: string): Promise<void> {
  await api.post('/auth/confirm-email', { token });
}
