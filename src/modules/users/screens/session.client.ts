import { type QueryClient, useQuery } from '@tanstack/react-query';
import { api, ApiError } from '~/kit/ui/api';
import { forgetRecords, queryClient } from '~/kit/ui/records';

export interface SessionUser {
  id: number;
  username: string;
  email: string;
  first_name: string;
  last_name: string;
  role: 'admin' | 'user';
}

const sessionKey = ['session'];

// A change of any user may be one of this person's own name or role.
const sessionQuery = {
  queryKey: sessionKey,
  queryFn: fetchSession,
  meta: { list: { entity: 'users', path: '/auth/me', whole: true } },
};

/** Who is signed in, asked once; null when nobody is. */
export async function loadSession(client: QueryClient): Promise<SessionUser | null> {
  return client.ensureQueryData(sessionQuery);
}

async function fetchSession(): Promise<SessionUser | null> {
  try {
    return (await api.get<{ user: SessionUser }>('/auth/me')).user;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/** The signed-in user, on screens that only a signed-in person sees. */
export function useSession(): SessionUser {
  const { data } = useQuery(sessionQuery);
  if (!data) throw new Error('This screen needs a signed-in user');
  return data;
}

export async function signIn(username: string, password: string): Promise<void> {
  const { user } = await api.post<{ user: SessionUser }>('/auth/login', { username, password });
  queryClient.setQueryData(sessionKey, user);
}

/** Ends the session here whatever the server says (spec 1 §4), and forgets everything that was loaded. */
export async function signOut(): Promise<void> {
  await api.post('/auth/logout').catch(() => undefined);
  forgetSession();
}

export function forgetSession(): void {
  forgetRecords();
  queryClient.setQueryData(sessionKey, null);
}

export async function askForReset(email: string): Promise<void> {
  await api.post('/auth/forgot-password', { email });
}

export async function resetPassword(token: string, password: string): Promise<void> {
  await api.post('/auth/reset-password', { token, password });
  // It has ended that user's sessions, perhaps the one of this browser.
  forgetSession();
}
