import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Caller } from '~/kit/server/testing/test-calls';
import { makeRecord } from '~/kit/server/testing/test-calls';
import type { Delivery, NewWebhook, Webhook } from '../webhooks.fields';

export interface Received {
  headers: IncomingHttpHeaders;
  /** The bytes as they came. */
  text: string;
  body: {
    type: string;
    timestamp: string;
    sequence: number;
    data: Record<string, unknown>;
  };
}

export interface Receiver {
  url: string;
  received: Received[];
  /** What it does with each call from now on; at first it answers 200. */
  respond: (how: (response: ServerResponse, received: Received) => void) => void;
  close: () => Promise<void>;
}

const ok = (response: ServerResponse) => response.end('ok');

export const answering =
  (status: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    response.writeHead(status, headers).end(`answer ${status}`);

/** A real server of others on the loopback, which keeps what it receives. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let how: Parameters<Receiver['respond']>[0] = ok;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const text = Buffer.concat(parts).toString();
      const one = { headers: request.headers, text, body: JSON.parse(text) as Received['body'] };
      received.push(one);
      how(response, one);
    });
    response.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    respond: (next) => {
      how = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

let count = 0;

export function webhookBody(values: Partial<NewWebhook> = {}) {
  count += 1;
  return { name: `Webhook ${count}`, url: 'https://93.184.216.34/hook', events: ['*'], ...values };
}

export function makeWebhook(
  caller: Caller,
  values: Partial<NewWebhook> = {},
): Promise<Webhook & { secret: string }> {
  return makeRecord(caller, '/webhooks', webhookBody(values));
}

export async function deliveriesOf(caller: Caller, id: number, query = ''): Promise<Delivery[]> {
  const response = await caller.get<Delivery[]>(`/webhooks/${id}/deliveries${query}`);
  return response.body.data;
}
