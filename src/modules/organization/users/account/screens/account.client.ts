import type { AccountState, OwnSession, SessionUser } from '../../sessions/sessions.fields';
import { useEffect } from 'react';
import { api } from '~/kit/ui/calls/api';
import { saveFile, uploadFile } from '~/kit/ui/calls/files';
import { onLive } from '~/kit/ui/records/live';
import { useFresh } from '~/kit/ui/records/useFresh';
import type { OwnProfilePatch } from '../../users.fields';
import { keepSession } from '../../sessions/screens/session.client';

/** Gives the person as saved: another email address is there once it was confirmed. */
export async function saveProfile(
  patch: OwnProfilePatch & { updated_at?: string },
): Promise<SessionUser> {
  const { user } = await api.put<{ user: SessionUser }>('/auth/me', patch);
  keepSession(user);
  return user;
}

type PhotoState = Pick<AccountState, 'photo_changed_at'>;

export async function sendPhoto(file: File): Promise<void> {
  const options = { field: 'photo', file, signal: new AbortController().signal };
  const { photo_changed_at } = await uploadFile<PhotoState>('/auth/me/photo', options);
  keepSession({ photo_changed_at });
}

export async function removePhoto(): Promise<void> {
  await api.delete('/auth/me/photo');
  keepSession({ photo_changed_at: null });
}

type Timeout = AccountState['session_timeout_minutes'];

export async function saveTimeout(session_timeout_minutes: Timeout): Promise<void> {
  await api.put('/auth/security', { session_timeout_minutes });
  keepSession({ session_timeout_minutes });
}

export function useOwnSessions() {
  const path = '/auth/sessions';
  const options = { refetchOnWindowFocus: true };
  const { data: sessions = [], state, reload } = useFresh<OwnSession[]>(path, options);
  useEffect(() => onLive('sessions-changed', () => void reload()), [reload]);
  return {
    sessions,
    state,
    retry: () => void reload(),
    end: async (id: number) => {
      await api.delete(`${path}/${id}`);
      await reload();
    },
    endOthers: async () => {
      await api.delete(path);
      await reload();
    },
  };
}

/** Saves all data stored about the person as a file dated with that day (docs/product/privacy.md#export). */
export async function exportMyData(day: string): Promise<void> {
  const data = await api.get<unknown>('/privacy/export-data');
  const content = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
  saveFile(content, `my-data-export-${day}.json`);
}
