import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { send } from './raw-http';

let close: () => void = () => undefined;
afterEach(() => close());

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  close = () => {
    server.close();
    server.closeAllConnections();
  };
  const address = server.address();
  return `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`;
}

const get = { method: 'GET', path: '/' };

it('waits for the end of an answer that comes on, however long it takes', async () => {
  const url = await serve((_request, response) => {
    let remaining = 30;
    const timer = setInterval(() => {
      remaining -= 1;
      response.write('x');
      if (remaining > 0) return;
      clearInterval(timer);
      response.end();
    }, 50);
  });
  const { status, body } = await send(url, get, { timeoutMs: 1000 });
  expect([status, body.length]).toEqual([200, 30]);
});

it('gives up an answer that falls silent, and one that is cut off', async () => {
  const silent = await serve((_request, response) => void response.write('x'));
  await expect(send(silent, get, { timeoutMs: 100 })).rejects.toThrow();
  close();
  const cut = await serve((_request, response) => {
    response.write('x', () => response.destroy());
  });
  await expect(send(cut, get, { timeoutMs: 10_000 })).rejects.toThrow(/aborted|ECONNRESET|hang up/);
});
