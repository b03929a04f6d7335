import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHttp } from './http';

let app: FastifyInstance;
let url: string;

beforeAll(async () => {
  app = await createHttp({
    logLevel: 'silent',
    publicUrl: 'http://127.0.0.1',
    behindProxy: false,
    trustedProxies: [],
    errorCodes: {},
  });
  const config = { deadlineMs: 200 };
  const late = () => new Promise(() => undefined);
  app.get('/late', { config }, late);
  app.post('/late', { config }, late);
  app.post('/late-at-the-door', { config, onRequest: async () => void (await late()) }, late);
  app.get('/long', { config }, async (_request, reply) => {
    const body = new PassThrough();
    body.write('begun, ');
    void sleep(600).then(() => body.end('ended'));
    return reply.type('text/plain').send(body);
  });
  url = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

const json = { method: 'POST', body: '{"a":1}', headers: { 'content-type': 'application/json' } };

it.each([
  ['/late', {}],
  ['/late', { method: 'POST' }],
  ['/late', json],
  ['/late-at-the-door', json],
])('answers %s in time, whether it has a body or not: %j', async (path, sent) => {
  const response = await fetch(`${url}${path}`, sent);
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ success: false, code: 'server.deadline' });
});

it('lets an answer that has begun take as long as it takes', async () => {
  const headers = { 'accept-encoding': 'identity' };
  expect(await (await fetch(`${url}/long`, { headers })).text()).toBe('begun, ended');
});
