import type { QueryClient } from '@tanstack/react-query';
import { refreshAnswers } from './computed';
import { api } from './api';
import type { Change } from '~/kit/shared/changes';
import { applyChanges } from './list-store';

const gatherMs = 60;

type Hear = (data: unknown) => void;

const hearers = new Map<string, Set<Hear>>();

/** Listens to an event sent to this person alone, such as an import's progress; gives the function that stops it. */
export function onLive<T>(event: string, hear: (data: T) => void): () => void {
  const all = hearers.get(event) ?? new Set();
  hearers.set(event, all);
  // A handler of its own for each caller, also where two pass the same function.
  const own: Hear = (data) => hear(data as T);
  all.add(own);
  return () => void all.delete(own);
}

export function listenLive(client: QueryClient): () => void {
  let closed = false;
  let close: () => void = () => undefined;
  const apply = (changes: readonly Change[]): void => {
    refreshAnswers(client, changes);
    void applyChanges(client, changes);
  };
  const gathered = gather(apply);
  void import('socket.io-client').then(({ io }) => {
    if (closed) return;
    const socket = io({ transports: ['websocket', 'polling'] });
    // Events before the connection, or while it was lost, are not repeated.
    socket.on('connect', () => apply([everything]));
    socket.on('change', (change: Change) => gathered(change));
    socket.onAny((event: string, data: unknown) => {
      for (const hear of hearers.get(event) ?? []) hear(data);
    });
    socket.on('disconnect', (reason) => {
      if (reason !== 'io server disconnect') return;
      // The server closes the sockets of ended sessions: one call either renews the session or leads to sign-in.
      api.get('/auth/me').then(
        () => socket.connect(),
        () => undefined,
      );
    });
    socket.on('connect_error', () => {
      if (!socket.active)
        setTimeout(
          () =>
            void api.get('/auth/me').then(
              () => socket.connect(),
              () => undefined,
            ),
          5000,
        );
    });
    close = () => socket.disconnect();
  });
  return () => {
    closed = true;
    close();
  };
}

const everything: Change = { entity: '*', id: null, action: 'updated', version: null };

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
