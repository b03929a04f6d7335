import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { io as connect } from 'socket.io-client';
import { expect, test } from 'vitest';
import type { Change } from '~/kit/shared/changes';
import { Crowd } from './crowd';

test('a few hear of each change, a crowd of the first at once and of the others together', async () => {
  const server = createServer();
  const io = new Server(server);
  const rooms = Array.from({ length: 200 }, (_, position) => `user:${position}`);
  io.on('connection', (socket) => socket.join(rooms));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const socket = connect(url, { transports: ['websocket'], forceNew: true });
  const received: string[] = [];
  socket.on('change', ({ entity, id }: Change) => received.push(`${entity} ${id}`));
  try {
    await expect.poll(() => io.of('/').adapter.rooms.size).toBeGreaterThan(200);
    const crowd = new Crowd(io);
    for (const id of [1, 2, 3]) crowd.emit({ entity: 'roles', id }, rooms.slice(0, 3));
    for (const id of [1, 2, 3]) crowd.emit({ entity: 'leads', id }, rooms);
    for (const id of [4, 5, 5]) crowd.emit({ entity: 'orders', id }, rooms);
    await expect.poll(() => received.length).toBe(7);
    expect(received.slice(0, 5)).toEqual(['roles 1', 'roles 2', 'roles 3', 'leads 1', 'orders 4']);
    expect(received.slice(5)).toEqual(['leads null', 'orders 5']);
  } finally {
    socket.disconnect();
    await io.close();
  }
});
