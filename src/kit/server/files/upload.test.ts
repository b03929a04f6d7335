import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createHttp } from '~/kit/server/http/http';
import { acceptFiles, patience, receiveFile } from './upload';

let app: FastifyInstance;
let folder: string;
let url: string;
let sockets: Socket[];
const sending: ClientRequest[] = [];

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  folder = await mkdtemp(path.join(os.tmpdir(), 'crm-upload-'));
  const publicUrl = 'http://127.0.0.1';
  const proxies = { behindProxy: false, trustedProxies: [] };
  const errorCodes = {
    'request.timeout': [408, ''],
    'server.busy': [503, ''],
    'upload.several_files': [400, ''],
    'input.unknown_field': [400, ''],
    'input.invalid': [400, ''],
  } as const;
  app = await createHttp({ logLevel: 'silent', publicUrl, ...proxies, errorCodes });
  await acceptFiles(app);
  app.post('/file', async (call, reply) => {
    const texts = ['note'];
    const upload = await receiveFile(call, { field: null, folder, maxBytes: 1_000_000, texts });
    await upload?.file.close();
    return reply.send({ size: upload?.size });
  });
  sockets = [];
  app.server.on('connection', (socket: Socket) => sockets.push(socket));
  url = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  for (const each of sending.splice(0)) each.destroy();
  await app.close();
  await rm(folder, { recursive: true, force: true });
  vi.useRealTimers();
});

const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n';
const end = '\r\n--x--\r\n';

/** Begins to send a form, and waits until the server has read so much of it. */
async function begin(text: string): Promise<ClientRequest> {
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  const sent = request(`${url}/file`, { method: 'POST', agent: false, headers });
  sent.on('error', () => undefined);
  sending.push(sent);
  const count = sockets.length;
  await write(sent, text, () => sockets[count]);
  return sent;
}

async function write(sent: ClientRequest, text: string, to: () => Socket | undefined) {
  const before = to()?.bytesRead ?? 0;
  sent.write(text);
  const arrived = () => (to()?.bytesRead ?? 0) - before >= text.length;
  await expect.poll(arrived).toBe(true);
}

async function responseOf(sent: ClientRequest): Promise<[number | undefined, unknown]> {
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return [response.statusCode, await json(response)];
}

it.each([
  ['before any file', '--x\r\n'],
  ['within a file', `${head}abc`],
  ['after its file', `${head}abc\r\n--x\r\n`],
])('ends an upload that stops %s, and closes its connection', async (_where, text) => {
  const sent = await begin(text);
  const response = responseOf(sent);
  vi.advanceTimersByTime(patience.ms);
  expect(await response).toEqual([408, expect.objectContaining({ code: 'request.timeout' })]);
  await expect.poll(() => sockets[0]?.destroyed).toBe(true);
});

it('waits for an upload that continues arriving, as long as its size explains', async () => {
  const sent = await begin(head);
  const response = responseOf(sent);
  const text = 'x'.repeat(patience.steadyBytes);
  for (let times = 0; times < 8; times += 1) {
    await write(sent, text, () => sockets[0]);
    vi.advanceTimersByTime(patience.ms);
  }
  sent.end(end);
  expect(await response).toEqual([200, { size: 8 * patience.steadyBytes }]);
});

it('ends an upload that trickles', async () => {
  const sent = await begin(head);
  const response = responseOf(sent);
  for (let times = 0; times < 4; times += 1) {
    expect(sockets[0]?.destroyed).toBe(false);
    await write(sent, 'x'.repeat(patience.bytes), () => sockets[0]);
    vi.advanceTimersByTime(patience.ms);
  }
  expect(await response).toEqual([408, expect.objectContaining({ code: 'request.timeout' })]);
});

it.each(['file', 'other'])('refuses a second file in %s with a sentence', async (field) => {
  const body = new FormData();
  body.append('file', new Blob(['abc']), 'a.txt');
  body.append(field, new Blob(['def']), 'b.txt');
  const response = await fetch(`${url}/file`, { method: 'POST', body });
  expect([response.status, await response.json()]).toEqual([
    400,
    expect.objectContaining({ code: 'upload.several_files', error: 'Send one file at a time' }),
  ]);
});

it.each([
  ['other', 'input.unknown_field', 'Unknown field "other"'],
  ['note', 'input.invalid', 'note is there twice'],
])('refuses an input named %s that would be lost', async (field, code, error) => {
  const body = new FormData();
  body.append('note', 'one');
  body.append('file', new Blob(['abc']), 'a.txt');
  body.append(field, 'two');
  const response = await fetch(`${url}/file`, { method: 'POST', body });
  expect([response.status, await response.json()]).toEqual([
    400,
    expect.objectContaining({ code, error }),
  ]);
});

it('gives the places of stalled uploads to others', async () => {
  const stalled = await Promise.all(Array.from({ length: 20 }, () => begin(`${head}abc`)));
  const next = async () => {
    const body = new FormData();
    body.append('file', new Blob(['abc']), 'a.txt');
    return (await fetch(`${url}/file`, { method: 'POST', body })).status;
  };
  await expect.poll(next).toBe(503);
  const responses = Promise.all(stalled.map(responseOf));
  vi.advanceTimersByTime(patience.ms);
  expect((await responses).map(([status]) => status)).toEqual(Array(20).fill(408));
  expect(await next()).toBe(200);
});
