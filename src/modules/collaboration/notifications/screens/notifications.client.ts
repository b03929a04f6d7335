import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { api } from '~/kit/ui/calls/api';
import { onLive } from '~/kit/ui/records/live';
import type { ListState } from '~/kit/ui/records/list-store';
import type {
  Notification,
  Preferences,
  PreferencesPatch,
  ReadRequest,
} from '../notifications.fields';

const arrivedKey = ['notifications'];
const arrivedPath = '/notifications';

interface Arrival {
  notification: Notification;
  /** It arrived in quiet hours: no browser notification. */
  quiet: boolean;
}

export interface Notifications {
  rows: readonly Notification[];
  unread: number;
  state: ListState;
  retry: () => void;
  read: (request: ReadRequest) => void;
}

const none: readonly Notification[] = [];

/** The signed-in person's notifications, kept current; `onArrival` is called with each new one. */
export function useNotifications(onArrival: (arrival: Arrival) => void): Notifications {
  const client = useQueryClient();
  const { data, isError, refetch } = useQuery({
    queryKey: arrivedKey,
    queryFn: () => api.get<Notification[]>(arrivedPath),
    // Not announced through change events: reloaded only after the live connection was lost.
    meta: { whole: { entity: 'notifications' } },
  });
  useEffect(() => {
    const ends = [
      onLive<Arrival>('notification', (arrival) => {
        add(client, arrival.notification);
        onArrival(arrival);
      }),
      onLive<ReadRequest>('notifications-read', (request) => markRead(client, request)),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [client, onArrival]);
  return useMemo(() => {
    const rows = data ?? none;
    return {
      rows,
      unread: rows.filter((each) => !each.is_read).length,
      state: data ? 'ready' : isError ? 'failed' : 'loading',
      retry: () => void refetch(),
      read: (request) => {
        markRead(client, request);
        const reload = () => void client.invalidateQueries({ queryKey: arrivedKey });
        api.post(`${arrivedPath}/read`, request).catch(reload);
      },
    };
  }, [data, isError, refetch, client]);
}

function add(client: QueryClient, notification: Notification): void {
  const arrived = client.getQueryData<Notification[]>(arrivedKey);
  // A request in progress may have been answered before this notification arrived.
  if (!arrived) void client.invalidateQueries({ queryKey: arrivedKey });
  else if (!arrived.some(({ id }) => id === notification.id)) {
    client.setQueryData(arrivedKey, [notification, ...arrived]);
  }
}

function markRead(client: QueryClient, request: ReadRequest): void {
  client.setQueryData<Notification[]>(arrivedKey, (arrived) =>
    arrived?.map((each) =>
      'all' in request || request.ids.includes(each.id) ? { ...each, is_read: true } : each,
    ),
  );
}

const preferencesKey = ['notification-preferences'];
const preferencesPath = '/notifications/preferences';

export function usePreferences() {
  const client = useQueryClient();
  const { data, isError, refetch } = useQuery({
    queryKey: preferencesKey,
    queryFn: () => api.get<Preferences>(preferencesPath),
    // Another window may have saved changes since.
    refetchOnMount: 'always',
  });
  return {
    preferences: data ?? null,
    isFailed: isError,
    retry: () => void refetch(),
    save: async (patch: PreferencesPatch) => {
      client.setQueryData(preferencesKey, await api.put<Preferences>(preferencesPath, patch));
    },
  };
}
