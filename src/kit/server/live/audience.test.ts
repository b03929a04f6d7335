import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { io as connect } from 'socket.io-client';
import { afterEach, expect, test } from 'vitest';
import { anonymous } from '~/kit/server/database/context';
import type { Change } from '~/kit/shared/changes';
import { Audience, personRoom } from './audience';

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const change = (entity: string, id: number): Change => ({
  entity,
  id,
});

/** Everyone is informed of leads up to their `most`; a change of rights is one of `users`. */
async function start() {
  const source = { most: 5, lookUps: 0, failsAt: 0, before: Promise.resolve() };
  const warnings: unknown[] = [];
  const dismissed: number[] = [];
  const server = createServer();
  const io = new Server(server);
  const audience = new Audience<{ id: number; most: number }>(
    io,
    {
      lookUp: async (ids) => {
        source.lookUps += 1;
        const { most } = source;
        if (source.lookUps === source.failsAt) throw new Error('no database');
        await source.before;
        return ids.map((id) => ({ id, most }));
      },
      whereabouts: async () => null,
      concernsReading: ({ entity }) => entity === 'users',
      isOf: ({ most }, { workspaces }) => most === workspaces.length,
      isInformed: ({ most }, { change: announced }) =>
        announced.entity !== 'leads' || Number(announced.id) <= most,
    },
    { warn: (error) => warnings.push(error), changed: (id) => dismissed.push(id) },
  );
  io.use((socket, next) => {
    const join = () => {
      void socket.join(personRoom(7));
      return true;
    };
    audience.admit(7, join).then(() => next(), next);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(() => io.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const open = async () => {
    const socket = connect(url, {
      transports: ['websocket'],
      forceNew: true,
      reconnectionDelay: 50,
    });
    cleanups.push(() => socket.disconnect());
    const received: string[] = [];
    socket.on('change', ({ entity, id }: Change) => received.push(`${entity} ${id}`));
    socket.on('disconnect', (reason) => received.push(reason));
    socket.on('connect', () => received.push('connected'));
    await expect.poll(() => received).toEqual(['connected']);
    return { socket, received };
  };
  return { io, audience, source, warnings, dismissed, open };
}

const expectReceived = async (received: string[], all: string[]) => {
  await expect.poll(() => received).toEqual(all);
};

test('a thousand changes are sent without looking anyone up, a change of rights looks once', async () => {
  const { audience, source, open } = await start();
  const { received } = await open();
  expect(source.lookUps).toBe(1);
  for (let id = 1; id <= 1000; id += 1) audience.receive({ change: change('leads', id % 10) });
  expect(source.lookUps).toBe(1);
  audience.receive({ change: change('users', 1) });
  audience.receive({ change: change('users', 2) });
  await expect.poll(() => received.at(-1)).toBe('users 2');
  expect(received.filter((line) => line.startsWith('leads'))).toHaveLength(600);
  expect(source.lookUps).toBe(2);
});

test('a page that asked for its list with a right that was gone before and after asks again', async () => {
  const { audience, dismissed, open } = await start();
  const { received } = await open();
  audience.joined({ ...anonymous, id: 7, workspaces: [1, 2, 3, 4, 5] });
  audience.receive({ change: change('users', 7) });
  await audience.settled();
  expect(dismissed).toEqual([]);
  audience.joined({ ...anonymous, id: 7, workspaces: [1] });
  audience.receive({ change: change('users', 7) });
  await expectReceived(received, ['connected', 'users 7', 'session null', 'users 7']);
  expect(dismissed).toEqual([7]);
});

test('what comes after a change of rights waits until they are known', async () => {
  const { audience, source, open } = await start();
  const { received } = await open();
  let release = (): void => undefined;
  source.most = 1;
  source.before = new Promise((done) => {
    release = done;
  });
  audience.receive({ change: change('users', 7) });
  audience.receive({ change: change('leads', 5) });
  audience.receive({ change: change('leads', 1) });
  expect(received).toEqual(['connected']);
  release();
  await expectReceived(received, ['connected', 'session null', 'users 7', 'leads 1']);
});

test('whose rights change while they are let in is looked up again', async () => {
  const { audience, source, open } = await start();
  let release = (): void => undefined;
  source.before = new Promise((done) => {
    release = done;
  });
  const opening = open();
  await expect.poll(() => source.lookUps).toBe(1);
  source.most = 1;
  audience.receive({ change: change('users', 7) });
  release();
  const { received } = await opening;
  audience.receive({ change: change('leads', 5) });
  audience.receive({ change: change('leads', 1) });
  await expectReceived(received, ['connected', 'leads 1']);
});

test('when rights cannot be looked up, connections close and come back, and no message uses the old rights', async () => {
  const { audience, source, warnings, open } = await start();
  const { received } = await open();
  source.most = 1;
  source.failsAt = 2;
  audience.receive({ change: change('users', 7) });
  await expectReceived(received, ['connected', 'transport close', 'connected']);
  expect(warnings).toHaveLength(1);
  audience.receive({ change: change('leads', 5) });
  audience.receive({ change: change('leads', 1) });
  await expectReceived(received, ['connected', 'transport close', 'connected', 'leads 1']);
});
