import type { QueryClient } from '@tanstack/react-query';
import { api } from './api';
import { applyChanges, type Change } from './records';

const gatherMs = 60;

/** Listens for changes made elsewhere for as long as somebody is signed in; gives the end of it. */
export function listenLive(client: QueryClient): () => void {
  let closed = false;
  let close: () => void = () => undefined;
  const gathered = gather((changes) => void applyChanges(client, changes));
  void import('socket.io-client').then(({ io }) => {
    if (closed) return;
    const socket = io({ transports: ['websocket', 'polling'] });
    let connectedBefore = false;
    socket.on('connect', () => {
      // What happened while the line was down is not told again.
      if (connectedBefore) void applyChanges(client, [everything]);
      connectedBefore = true;
    });
    socket.on('change', (change: Change) => gathered(change));
    socket.on('disconnect', (reason) => {
      if (reason !== 'io server disconnect') return;
      // The server ends the sockets of ended sessions: asking once either renews the session or leads to sign-in.
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
