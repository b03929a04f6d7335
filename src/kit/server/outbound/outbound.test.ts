import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createOutbound, OutboundError, type Resolve } from './outbound';

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  return (server.address() as AddressInfo).port;
}

async function serveSocket(speak: (socket: Socket) => void): Promise<number> {
  const sockets: Socket[] = [];
  const server = createSocketServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    speak(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((done) => server.close(done));
  });
  return (server.address() as AddressInfo).port;
}

const loopback = ['127.0.0.0/8'];
const names: Readonly<Record<string, string[]>> = {
  'public.test': ['93.184.216.34', '2606:4700:4700::1111'],
  'private.test': ['10.0.0.1'],
  'mixed.test': ['93.184.216.34', '127.0.0.1'],
  'local.test': ['127.0.0.1', '::1'],
  'mapped.test': ['::ffff:10.0.0.1'],
  'empty.test': [],
};
const resolve: Resolve = async (host) => {
  const found = names[host];
  if (found) return found;
  throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' });
};
const outside = createOutbound([], { resolve });
const opened = createOutbound(loopback, { resolve, limitMs: 400 });

const refusalOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'taken',
    (error: unknown) =>
      error instanceof OutboundError ? error.message : `thrown: ${String(error)}`,
  );

const isPrivate = 'The address leads to a private network';
const isOpen = 'The address must start with https://';

describe('an address', () => {
  it.each([
    ['https://public.test/hook', 'taken'],
    ['https://8.8.8.8/hook', 'taken'],
    ['https://[2606:4700:4700::1111]/hook', 'taken'],
    ['http://public.test/hook', isOpen],
    ['ftp://public.test/hook', isOpen],
    ['public.test/hook', isOpen],
    ['', isOpen],
    ['https://asha@public.test/', 'The address cannot contain a user name or password'],
    ['https://:secret@public.test/', 'The address cannot contain a user name or password'],
    ['https://private.test/', isPrivate],
    ['https://mixed.test/', isPrivate],
    ['https://mapped.test/', isPrivate],
    ['https://empty.test/', isPrivate],
    ['https://127.0.0.1/', isPrivate],
    ['https://2130706433/', isPrivate],
    ['https://0x7f.1/', isPrivate],
    ['https://0177.0.0.1/', isPrivate],
    ['https://127.1/', isPrivate],
    ['https://0/', isPrivate],
    ['https://[::]/', isPrivate],
    ['https://[::1]/', isPrivate],
    ['https://[::ffff:127.0.0.1]/', isPrivate],
    ['https://[::ffff:7f00:1]/', isPrivate],
    ['https://169.254.169.254/latest/meta-data', isPrivate],
    ['https://unknown.test/', 'Not reached: its name was not found'],
  ])('%s: %s', async (url, outcome) => {
    expect(await refusalOf(outside.check(url))).toBe(outcome);
  });

  it.each([
    ['http://127.0.0.1:5678/', 'taken'],
    ['http://2130706433/', 'taken'],
    ['http://local.test/', 'taken'],
    ['http://mixed.test/', 'taken'],
    ['http://public.test/', isOpen],
    ['https://private.test/', isPrivate],
    ['http://[::1]/', isOpen],
    ['https://[::1]/', isPrivate],
  ])('with an open network, %s: %s', async (url, outcome) => {
    expect(await refusalOf(opened.check(url))).toBe(outcome);
  });
});

describe('a call', () => {
  const url = (port: number, host = '127.0.0.1') => `http://${host}:${port}/hook`;

  it('sends the body, and gives the status and the answer', async () => {
    const port = await serve((request, response) => {
      let text = '';
      request.on('data', (part) => (text += String(part)));
      request.on('end', () =>
        response.writeHead(202, { 'x-own': 'yes' }).end(`${request.method} ${text}`),
      );
    });
    const body = '{"name":"Ōta"}';
    const sent = await opened.send({ url: url(port), body, headers: { 'x-sent': '1' } });
    expect(sent).toMatchObject({ status: 202, isWhole: true, headers: { 'x-own': 'yes' } });
    expect(sent.body.toString()).toBe(`POST ${body}`);
  });

  it('goes to the address that was checked, not to where the name leads next', async () => {
    let lookups = 0;
    const port = await serve((_request, response) => response.end('ok'));
    const turning = createOutbound(loopback, {
      resolve: async () => ((lookups += 1) === 1 ? ['127.0.0.1'] : ['10.0.0.1']),
    });
    expect((await turning.send({ url: url(port, 'turning.test') })).status).toBe(200);
    // The connection is still open; a new one asks again.
    expect((await turning.send({ url: url(port, 'turning.test') })).status).toBe(200);
    expect(lookups).toBe(1);
    const other = await serve((_request, response) => response.end('ok'));
    expect(await refusalOf(turning.send({ url: url(other, 'turning.test') }))).toBe(isOpen);
  });

  it('follows no redirect', async () => {
    const port = await serve((_request, response) =>
      response.writeHead(301, { location: 'http://127.0.0.1:1/' }).end(),
    );
    expect((await opened.send({ url: url(port) })).status).toBe(301);
  });

  it.each<[string, (socket: Socket) => void]>([
    ['answers nothing', () => undefined],
    ['never ends its headers', (socket) => socket.write('HTTP/1.1 200 OK\r\nx-a: 1\r\n')],
    [
      'sends interim answers alone',
      (socket) => socket.on('data', () => socket.write('HTTP/1.1 102 Processing\r\n\r\n')),
    ],
  ])('ends on its own where the other side %s', async (_, speak) => {
    const port = await serveSocket(speak);
    expect(await refusalOf(opened.send({ url: url(port) }))).toBe('No answer within 0.4 seconds');
  });

  it.each<[string, (socket: Socket) => void, string]>([
    ['breaks off', (socket) => socket.destroy(), 'Not reached: the connection broke off'],
    ['speaks no HTTP', (socket) => socket.end('220 ready\r\n'), 'Not reached'],
  ])('fails where the other side %s', async (_, speak, outcome) => {
    const port = await serveSocket(speak);
    expect(await refusalOf(opened.send({ url: url(port) }))).toBe(outcome);
  });

  it('has its status, and reads on for a moment, where the body comes byte by byte', async () => {
    const port = await serveSocket((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n');
      const timer = setInterval(() => socket.write('x'), 50);
      socket.on('close', () => clearInterval(timer));
    });
    const start = performance.now();
    const response = await opened.send({ url: url(port), bodyMs: 200 });
    expect(response).toMatchObject({ status: 200, isWhole: false });
    expect(response.body.length).toBeLessThan(20);
    expect(performance.now() - start).toBeLessThan(2000);
  });

  it('reads 64 KB of an answer without an end', async () => {
    const port = await serve((_request, response) => {
      const part = Buffer.alloc(100_000, 'a');
      const pour = () => {
        while (!response.destroyed && response.write(part));
      };
      response.on('drain', pour);
      pour();
    });
    const response = await opened.send({ url: url(port) });
    expect([response.status, response.body.length]).toEqual([200, 64 * 1024]);
  });

  it('is sent once more on a new connection where the one that was left is closed', async () => {
    const sockets: Socket[] = [];
    const port = await serveSocket((socket) => {
      sockets.push(socket);
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
        socket.once('data', () => socket.destroy());
      });
    });
    expect((await opened.send({ url: url(port) })).status).toBe(200);
    expect((await opened.send({ url: url(port) })).status).toBe(200);
    expect(sockets.length).toBe(2);
  });

  it('can be broken off', async () => {
    const port = await serveSocket(() => undefined);
    const broken = new AbortController();
    const call = refusalOf(opened.send({ url: url(port), signal: broken.signal }));
    broken.abort();
    expect(await call).toBe('Not reached');
  });
});
