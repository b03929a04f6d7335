import { type QueryClient, useQuery } from '@tanstack/react-query';
import { api, ApiError } from '~/kit/ui/data/api';
import { forgetRecords, queryClient } from '~/kit/ui/data/list-store';
import type { AccountFacts, User } from '../../users.fields';

/** Who is signed in: the user, what the account knows beside it, and where one works. */
export interface SessionUser extends User, AccountFacts {
  /** Null for the whole company. */
  current_workspace: number | null;
  workspace_role: 'owner' | 'manager' | 'member' | 'viewer' | null;
}

const sessionKey = ['session'];

// A change of any user may be one of this person's own name or role; where one works hangs on its members.
const sessionQuery = {
  queryKey: sessionKey,
  queryFn: fetchSession,
  meta: {
    list: {
      entity: 'users',
      path: '/auth/me',
      dependsOn: ['session', 'workspaces', 'workspace_members'],
      whole: true,
    },
  },
};

/** Who is signed in, asked once; null when nobody is. */
export async function loadSession(client: QueryClient): Promise<SessionUser | null> {
  return client.query({ ...sessionQuery, staleTime: 'static' });
}

async function fetchSession(): Promise<SessionUser | null> {
  try {
    return (await api.get<{ user: SessionUser }>('/auth/me')).user;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/** Takes over who is signed in as the server has just told. */
export function rememberUser(user: SessionUser): void {
  queryClient.setQueryData(sessionKey, user);
}

/** Whether a list may hold this record where the person works now (docs/product/workspaces.md#current-workspace). */
export function isWhereOneWorks(row: { id: number; workspace_id?: number | null }): boolean {
  const chosen =
    queryClient.getQueryData<SessionUser | null>(sessionKey)?.current_workspace ?? null;
  return chosen === null || row.workspace_id === undefined || row.workspace_id === chosen;
}

/** The signed-in user, on screens that only a signed-in person sees. */
export function useSession(): SessionUser {
  const { data } = useQuery(sessionQuery);
  if (!data) throw new Error('This screen needs a signed-in user');
  return data;
}

/** Puts what the server answered about the signed-in person in the place of what was known. */
export function keepSession(facts: Partial<SessionUser>): void {
  queryClient.setQueryData<SessionUser | null>(sessionKey, (user) => user && { ...user, ...facts });
}

let message: string | undefined;

/** What the sign-in screen has to say of the session before. */
export function lastWords(): { message?: string; tone?: 'info' } {
  return message === undefined ? {} : { message, tone: 'info' };
}

export async function signIn(username: string, password: string): Promise<void> {
  const { user } = await api.post<{ user: SessionUser }>('/auth/login', { username, password });
  message = undefined;
  rememberUser(user);
}

/**
 * Ends the session here whatever the server says (docs/product/sign-in.md#sessions), and forgets everything that was
 * loaded.
 */
export async function signOut(): Promise<void> {
  await api.post('/auth/logout').catch(() => undefined);
  forgetSession();
  message = undefined;
}

/** Forgets a session that was ended elsewhere, or by the clock: nobody should wonder where the screen has gone. */
export function loseSession(): void {
  if (queryClient.getQueryData(sessionKey)) {
    message = 'Your session has ended. Please sign in again.';
  }
  forgetSession();
}

/** Forgets the session and everything that was loaded in it. */
export function forgetSession(): void {
  forgetRecords();
  queryClient.setQueryData(sessionKey, null);
}

/** Where the person's photo is; another address for another photo. */
export function photoOf({ id, photo_changed_at }: SessionUser): string | null {
  return photo_changed_at && `/api/users/${id}/photo?at=${Date.parse(photo_changed_at)}`;
}

export async function askForReset(email: string): Promise<void> {
  await api.post('/auth/forgot-password', { email });
}

export async function resetPassword(token: string, password: string): Promise<void> {
  await api.post('/auth/reset-password', { token, password });
  // It has ended that user's sessions, perhaps the one of this browser.
  forgetSession();
}
