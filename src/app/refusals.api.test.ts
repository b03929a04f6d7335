import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeUser } from '~/modules/organization/users/server/users.builders';
import { send } from '~/kit/server/testing/raw-http';
import { errorCodes } from './modules';
import { sendBytes } from '~/kit/server/testing/test-bytes';
import { fileServer } from './testing/test-file-server';
import type { TestClient } from './testing/test-server';

const test = fileServer();
let user: TestClient;

beforeAll(async () => {
  const { username, password } = await makeUser(test.server);
  user = await test.server.signIn(username, password);
});

interface Refusal {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  body: { success: boolean; error: string; code: string };
}

/** Calls a path exactly as given: fetch would tidy it up. */
function callRaw(method: string, path: string): Promise<Refusal> {
  const { hostname, port } = new URL(test.server.url);
  return new Promise((resolve, reject) => {
    const call = httpRequest({ hostname, port, method, path }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const { statusCode: status = 0, headers } = response;
        const body = JSON.parse(Buffer.concat(chunks).toString()) as Refusal['body'];
        resolve({ status, headers, body });
      });
    });
    call.on('error', reject);
    call.end();
  });
}

describe('a path that cannot be read', () => {
  it.each([
    ['GET', '//', 404, 'call.not_found'],
    ['GET', '//api/leads', 404, 'call.not_found'],
    ['POST', '//', 404, 'call.not_found'],
    ['GET', '/api/leads/%', 401, 'auth.not_signed_in'],
    ['DELETE', '/api/leads/%zz', 401, 'auth.not_signed_in'],
    ['GET', '/api/%E0%A4%A', 404, 'call.not_found'],
    ['GET', '/api/%', 404, 'call.not_found'],
  ])('%s %s is refused in the usual form', async (method, path, status, code) => {
    const response = await callRaw(method, path);
    expect(response.body).toEqual({ success: false, error: expect.any(String), code });
    expect(response.status).toBe(status);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(response.headers['x-request-id']).toMatch(/^[0-9a-f]{16}$/);
  });
});

it('answers bytes that are not a request, and headers too large, in the usual form', async () => {
  const nonsense = await sendBytes(test.server.url, 'NONSENSE\r\n\r\n');
  expect(nonsense).toMatch(/^HTTP\/1\.1 400 /);
  expect(nonsense).toContain('"code":"request.malformed"');
  const large = await sendBytes(
    test.server.url,
    `GET /api/health HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`,
  );
  expect(large).toMatch(/^HTTP\/1\.1 431 /);
  expect(large).toContain('"code":"request.headers_too_large"');
});

const first = 'GET /api/health HTTP/1.1\r\nhost: x\r\n';

it.each([
  [
    'another protocol on a kept connection',
    `${first}\r\n${first}connection: upgrade\r\nupgrade: h2c\r\n\r\n`,
  ],
  ['an expectation that is unknown', `${first}connection: close\r\nexpect: something\r\n\r\n`],
  [
    'a live channel without its key',
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
  ],
  ['a request without a host', 'GET /api/health HTTP/1.1\r\nconnection: close\r\n\r\n'],
])('refuses %s in the usual form', async (_what, bytes) => {
  const response = await sendBytes(test.server.url, bytes);
  expect(response).toMatch(/^HTTP\/1\.1 400 /m);
  expect(response).toContain('"code":"request.malformed"');
});

it.each([
  `HEAD /api/health\u00e9 HTTP/1.1\r\nhost: x\r\n${'\u0000'}\r\n\r\n`,
  'HEAD /api/health HTTP/1.1\r\nhost: x\r\nexpect: something\r\n\r\n',
  'HEAD /api/health HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n',
])('gives a request for the head alone no body, even where it is refused', async (bytes) => {
  const response = await sendBytes(test.server.url, bytes);
  expect(response).toMatch(/^HTTP\/1\.1 400 [^]*\r\n\r\n$/);
});

it('reads no packed body, and the connection is free for the next call', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const body = 'x'.repeat(200_000);
  const headers = { 'content-type': ',', 'content-encoding': 'gzip' };
  const { url } = test.server;
  const packed = { method: 'POST', path: '/api/auth/login', headers, body };
  const refused = await send(url, packed, { agent });
  expect(refused.status).toBe(415);
  const next = await send(url, { method: 'GET', path: '/api/health' }, { agent });
  expect(next.status).toBe(200);
  agent.destroy();
});

const json = { 'content-type': 'application/json' };
const lead = { company_name: 'Acme', contact_person: 'Bo Li' };

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

it.each([
  ['/orders', (deep: string) => `{"items":[{"product_name":${deep}}]}`],
  ['/bulk/products', (deep: string) => `{"action":"update","ids":[1],"values":{"name":${deep}}}`],
  ['/leads', (deep: string) => deep],
])('refuses a body of %s that is nested 200,000 deep', async (path, bodyWith) => {
  const headers = { ...json, 'idempotency-key': `deep ${path}` };
  const response = await test.admin.send('POST', path, bodyWith(nested(200_000)), headers);
  expect([response.status, response.body.code]).toEqual([400, 'request.malformed_json']);
  expect(response.body.error).toBe('The body is nested too deeply. Send at most 64 levels.');
});

it.each([
  [
    'fields',
    'Send at most 1000 in one object',
    `{${Array.from({ length: 60_000 }, (_, n) => `"n${n}":1`).join()}}`,
  ],
  ['values', 'Send at most 20000 in one list', `{"ids":[${'"x",'.repeat(200_000)}1]}`],
])('refuses a body of too many %s before it looks at each', async (what, most, body) => {
  const response = await test.admin.send('POST', '/leads', body, json);
  expect([response.status, response.body.code]).toEqual([400, 'request.malformed_json']);
  expect(response.body.error).toBe(`The body has too many ${what}. ${most}.`);
});

describe('every refusal carries a code', () => {
  it.each<[code: string, status: number, call: () => Promise<{ status: number; body: object }>]>([
    ['input.invalid', 400, () => test.admin.post('/leads', {})],
    ['input.invalid', 400, () => test.admin.get('/leads/seven')],
    ['input.invalid', 400, () => test.admin.get('/leads/%')],
    ['input.invalid', 400, () => test.admin.get('/leads/%E0%A4%A')],
    ['input.unknown_field', 400, () => test.admin.post('/leads', { ...lead, nonsense: 1 })],
    ['request.malformed_json', 400, () => test.admin.send('POST', '/leads', '{"a":', json)],
    ['auth.not_signed_in', 401, () => test.server.client().get('/leads')],
    [
      'auth.invalid_credentials',
      401,
      () => test.server.client().post('/auth/login', { username: 'admin', password: 'wrong' }),
    ],
    ['auth.admin_required', 403, () => user.get('/users')],
    [
      'request.cross_site',
      403,
      () => test.admin.post('/leads', lead, { origin: 'https://evil.example' }),
    ],
    ['record.not_found', 404, () => test.admin.get('/leads/999999')],
    ['call.not_found', 404, () => test.admin.get('/nothing')],
    ['call.not_found', 404, () => test.admin.put('/leads', lead)],
    [
      'request.too_large',
      413,
      () => test.admin.post('/leads', { ...lead, notes: 'x'.repeat(1_000_001) }),
    ],
    [
      'request.unsupported_media_type',
      415,
      () => test.admin.send('POST', '/leads', 'a=b', { 'content-type': 'text/plain' }),
    ],
  ])('%s with %i', async (code, status, call) => {
    const response = await call();
    expect(response.body).toMatchObject({ success: false, code });
    expect(response.status).toBe(status);
    expect(errorCodes).toHaveProperty([code, 0], status);
  });

  it('record.changed with 409 and the record', async () => {
    const created = await test.admin.post<{ id: number }>('/leads', lead);
    const { id } = created.body.data;
    const stale = { city: 'Pune', updated_at: '2020-01-01T00:00:00.000Z' };
    const response = await test.admin.put(`/leads/${id}`, stale);
    expect(response.status).toBe(409);
    expect(response.body).toMatchObject({ code: 'record.changed', data: { id } });
  });
});

it('says server.error with 500, and nothing of what happened', async () => {
  await test.server.database.pool.query('alter table services rename to services_gone');
  const response = await test.admin.get('/services');
  await test.server.database.pool.query('alter table services_gone rename to services');
  expect(response.status).toBe(500);
  expect(response.body).toMatchObject({ success: false, code: 'server.error' });
  expect(JSON.stringify(response.body)).not.toContain('services');
});

interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: Schema[];
}

interface Described {
  requestBody?: { content: Record<string, { schema: Schema }> };
}

describe('a field that a call does not declare', () => {
  /** The objects of a body that take any field, by their positions. */
  function openPositions(schema: Schema, position: string): string[] {
    const { properties = {}, items, anyOf = [] } = schema;
    const isOpen = schema.type === 'object' && schema.additionalProperties === undefined;
    const below = Object.entries(properties).flatMap(([name, each]) =>
      openPositions(each, `${position}.${name}`),
    );
    const inside = anyOf.flatMap((each) => openPositions(each, position));
    const listed = items ? openPositions(items, `${position}[]`) : [];
    return [...(isOpen ? [position] : []), ...below, ...inside, ...listed];
  }

  async function writingCalls(): Promise<(Described & { method: string; path: string })[]> {
    const { body } = await test.admin.get('/openapi.json');
    const { paths } = body as unknown as { paths: Record<string, Record<string, Described>> };
    return Object.entries(paths).flatMap(([url, methods]) =>
      Object.entries(methods)
        .filter(([method]) => method !== 'get')
        .map(([method, { requestBody }]) => ({
          path: url.replace('/api', ''),
          method: method.toUpperCase(),
          ...(requestBody && { requestBody }),
        })),
    );
  }

  it('is refused in every body, at any depth, but in what a browser says of a passkey', async () => {
    const bodies = (await writingCalls()).flatMap(({ method, path, requestBody }) =>
      Object.values(requestBody?.content ?? {}).map(({ schema }) => ({ method, path, schema })),
    );
    expect(bodies.length).toBeGreaterThan(100);
    const open = bodies.flatMap(({ method, path, schema }) =>
      openPositions(schema, `${method} ${path}`),
    );
    expect(
      open.filter((position) => !/\.(passkey|credential)(\.response)?$/.test(position)),
    ).toEqual([]);
  });

  it('is refused by every call without a body', async () => {
    const calls = (await writingCalls()).filter(({ requestBody }) => requestBody === undefined);
    expect(calls.length).toBeGreaterThan(50);
    const taken = [];
    for (const { method, path } of calls) {
      const sent = path.replaceAll(/\{\w+\}/g, '999999');
      const { body } = await test.admin.send(method, sent, '{"nonsense":1}', json);
      if (body.code !== 'input.unknown_field') taken.push(`${method} ${path}: ${body.code}`);
    }
    expect(taken).toEqual([]);
  });
});

it('refuses a body of 30 MB with 413, and does not cut off the client that sends it', async () => {
  const { hostname, port } = new URL(test.server.url);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString();
  });
  await once(socket, 'connect');
  const body = JSON.stringify({ username: 'x'.repeat(30_000_000) });
  const type = 'content-type: application/json';
  const head = ['POST /api/auth/login HTTP/1.1', 'host: x', type, `content-length: ${body.length}`];
  // Rejects where the connection is reset before all of it is sent.
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`, () => resolve());
  });
  socket.write('GET /api/health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  await once(socket, 'close');
  expect(received).toMatch(/^HTTP\/1\.1 413 [^]*"code":"request\.too_large"[^]*HTTP\/1\.1 200 /);
});
