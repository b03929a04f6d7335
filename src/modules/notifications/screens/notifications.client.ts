import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { api } from '~/kit/ui/data/api';
import { onLive } from '~/kit/ui/data/live';
import type { ListState } from '~/kit/ui/data/list-store';
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
  /** It came in quiet hours: the browser stays silent. */
  quiet: boolean;
}

export interface Notifications {
  rows: readonly Notification[];
  unread: number;
  state: ListState;
  retry: () => void;
  read: (wish: ReadRequest) => void;
}

const none: readonly Notification[] = [];

/** What arrived for the signed-in person, current by itself; `onArrival` hears of each as it comes. */
export function useNotifications(onArrival: (arrival: Arrival) => void): Notifications {
  const client = useQueryClient();
  const { data, isError, refetch } = useQuery({
    queryKey: arrivedKey,
    queryFn: () => api.get<Notification[]>(arrivedPath),
    // Nobody announces it: it is loaded anew only when the line to the server was down.
    meta: { list: { entity: 'notifications', path: arrivedPath, whole: true } },
  });
  useEffect(() => {
    const ends = [
      onLive<Arrival>('notification', (arrival) => {
        add(client, arrival.notification);
        onArrival(arrival);
      }),
      onLive<ReadRequest>('notifications-read', (wish) => markRead(client, wish)),
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
      read: (wish) => {
        markRead(client, wish);
        const reload = () => void client.invalidateQueries({ queryKey: arrivedKey });
        api.post(`${arrivedPath}/read`, wish).catch(reload);
      },
    };
  }, [data, isError, refetch, client]);
}

function add(client: QueryClient, notification: Notification): void {
  const known = client.getQueryData<Notification[]>(arrivedKey);
  // What is on its way may have been read before this one came.
  if (!known) void client.invalidateQueries({ queryKey: arrivedKey });
  else if (!known.some(({ id }) => id === notification.id)) {
    client.setQueryData(arrivedKey, [notification, ...known]);
  }
}

function markRead(client: QueryClient, wish: ReadRequest): void {
  client.setQueryData<Notification[]>(arrivedKey, (known) =>
    known?.map((each) =>
      'all' in wish || wish.ids.includes(each.id) ? { ...each, is_read: true } : each,
    ),
  );
}

const preferencesKey = ['notification-preferences'];
const preferencesPath = '/notifications/preferences';

/** What the signed-in person is told of, and how. */
export function usePreferences() {
  const client = useQueryClient();
  const { data, isError, refetch } = useQuery({
    queryKey: preferencesKey,
    queryFn: () => api.get<Preferences>(preferencesPath),
    // Another window may have saved others since.
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
