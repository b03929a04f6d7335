import type { QueryClient } from '@tanstack/react-query';
import { refreshComputed } from './computed';
import { api } from '~/kit/ui/calls/api';
import type { Change } from '~/kit/shared/changes';
import { probeLine, notifyConnection } from '~/kit/ui/hooks/connection';
import type { ReceivedMessage } from '~/kit/ui/feeds/list-feed';
import { type ListFeeds, listFeeds } from '~/kit/ui/feeds/list-feeds';

const gatherMs = 60;

type Listener = (data: unknown) => void;

const listeners = new Map<string, Set<Listener>>();

/** Listens to an event sent to this person alone, such as an import's progress; gives the function that stops it. */
export function onLive<T>(event: string, listener: (data: T) => void): () => void {
  const all = listeners.get(event) ?? new Set();
  listeners.set(event, all);
  // Its own handler for each caller, also where two pass the same function.
  const own: Listener = (data) => listener(data as T);
  all.add(own);
  return () => void all.delete(own);
}

export function listenLive(client: QueryClient): () => void {
  let closed = false;
  let close: () => void = () => undefined;
  const apply = (changes: readonly Change[]): void => {
    refreshComputed(client, changes);
    reloadTouched(client, changes);
    listFeeds.changed(new Set(changes.map(({ entity }) => entity)));
  };
  const gathered = gather(apply);
  void import('socket.io-client').then(({ io }) => {
    if (closed) return;
    const socket = io({ transports: ['websocket', 'polling'] });
    const stopLists = followLists(socket, listFeeds, () => apply([everything]));
    socket.on('change', (change: Change) => gathered(change));
    let wasThere = false;
    socket.on('connect', () => {
      wasThere = true;
      notifyConnection();
    });
    probeLine(
      async () => socket.connected && (await closeList(socket, '')),
      () => wasThere && socket.active && !socket.connected,
    );
    socket.onAny((event: string, data: unknown) => {
      for (const listener of listeners.get(event) ?? []) listener(data);
    });
    // One call either renews the session or leads to sign-in.
    const connectAgain = () =>
      void api.get('/auth/me').then(
        () => socket.connect(),
        () => undefined,
      );
    socket.on('disconnect', (reason) => {
      if (reason !== 'io server disconnect') return;
      // The server closes the sockets of ended sessions.
      connectAgain();
    });
    socket.on('connect_error', () => {
      if (!socket.active) setTimeout(connectAgain, 5000);
    });
    // The page's own line is back: it need not wait until the socket tries on its own, nor for its turn among others.
    const hurry = (): void => {
      socket.disconnect();
      apply([everything]);
      notifyConnection();
      socket.connect();
    };
    window.addEventListener('online', hurry);
    close = () => {
      window.removeEventListener('online', hurry);
      stopLists();
      socket.disconnect();
    };
  });
  return () => {
    closed = true;
    close();
  };
}

const everything: Change = { entity: '*', id: null };

function reloadTouched(client: QueryClient, changes: readonly Change[]): void {
  for (const query of client.getQueryCache().getAll()) {
    const whole = query.meta?.['whole'] as WholeSource | undefined;
    if (!whole) continue;
    const { dependsOn = [] } = whole;
    const further = typeof dependsOn === 'function' ? dependsOn(query.state.data) : dependsOn;
    const entities = ['*', whole.entity, ...further];
    if (!changes.some(({ entity }) => entities.includes(entity))) continue;
    void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
  }
}

interface WholeSource {
  entity: string;
  /** Further entities, or a function that gives them for the loaded data. */
  dependsOn?: readonly string[] | ((data: unknown) => readonly string[]);
}

interface Socket {
  id?: string | undefined;
  emit: (event: string, data: unknown, done: () => void) => unknown;
  on: <T>(event: string, listener: (data: T) => void) => unknown;
}

/** Keeps the lists current by what comes over the line; `missed` is called when something may have been missed. */
export function followLists(socket: Socket, lists: ListFeeds, missed: () => void): () => void {
  let wasConnected = false;
  let returning: ReturnType<typeof setTimeout> | undefined;
  socket.on('connect', () => {
    lists.connected({
      id: socket.id ?? null,
      leave: async (room) => void (await closeList(socket, room)),
    });
    // Events before the connection, or while it was lost, are not repeated.
    const wait = wasConnected ? Math.random() * returnWithinMs : 0;
    wasConnected = true;
    clearTimeout(returning);
    returning = setTimeout(missed, wait);
  });
  socket.on('disconnect', () => lists.disconnected());
  socket.on('list', (message: ReceivedMessage) => lists.receive(message));
  socket.on('list-at', (message: ReceivedMessage) => lists.receive(message));
  socket.on('lists-lost', () => lists.lost());
  return () => {
    clearTimeout(returning);
    lists.disconnected();
  };
}

const receivesWithinMs = 2000;

/** Gives whether the server has heard it. */
function closeList(socket: Pick<Socket, 'emit'>, room: string): Promise<boolean> {
  return new Promise((done) => {
    socket.emit('list-close', room, () => done(true));
    setTimeout(() => done(false), receivesWithinMs);
  });
}

/** After a restart of the server all browsers come back at once: their calls are spread over this time. */
const returnWithinMs = 3000;

function gather(deliver: (changes: Change[]) => void): (change: Change) => void {
  let waiting: Change[] = [];
  return (change) => {
    waiting.push(change);
    if (waiting.length > 1) return;
    setTimeout(() => {
      const changes = waiting;
      waiting = [];
      deliver(changes);
    }, gatherMs);
  };
}
