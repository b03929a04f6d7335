import { io, type Socket } from 'socket.io-client';
import type { ListMessage } from '~/kit/shared/changes';
import type { TestClient, TestServer } from './test-server';

/** A page of a browser with its socket, as far as it hears of lists. */
export interface TestPage<Row extends { id: number } = { id: number }> {
  socket: Socket;
  received: ListMessage<Row>[];
  /** How often its lists were closed by the server. */
  lost: () => number;
  /** Opens a list; gives its room and the number of its last message, null where the page gets no messages of it. */
  open: (path: string) => Promise<string | null>;
  close: () => void;
}

export async function openTestPage<Row extends { id: number }>(
  { url }: Pick<TestServer, 'url'>,
  client: TestClient,
): Promise<TestPage<Row>> {
  const socket = io(url, {
    transports: ['websocket'],
    forceNew: true,
    extraHeaders: { cookie: `access=${client.cookies.get('access')}` },
  });
  const received: ListMessage<Row>[] = [];
  let lost = 0;
  socket.on('list', (message: ListMessage<Row>) => received.push(message));
  socket.on('lists-lost', () => {
    lost += 1;
  });
  await new Promise<void>((done) => socket.once('connect', done));
  return {
    socket,
    received,
    lost: () => lost,
    open: async (path) =>
      (await client.get(path, { 'live-socket': socket.id ?? '' })).headers.get('list-live'),
    close: () => socket.disconnect(),
  };
}
