import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ownServer } from '~/app/testing/test-file-server';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { notificationsOf } from '~/modules/collaboration/notifications/server/notifications.builders';
import type { ArrivalCounts, LeadSource } from '../lead-sources.fields';
import { arrivalsOf } from './lead-sources.builders';

const test = ownServer({ OUTBOUND_NETWORKS: '127.0.0.0/8' });

type Respond = (request: IncomingMessage, response: ServerResponse) => void;
let portal: Server;
let url: string;
let respond: Respond;
let requests: { address: string; key: string | undefined }[] = [];

const json =
  (body: unknown): Respond =>
  (_request, response) =>
    response.end(JSON.stringify(body));

beforeAll(async () => {
  portal = createServer((request, response) => {
    requests.push({ address: request.url ?? '', key: request.headers['x-key']?.toString() });
    respond(request, response);
  });
  portal.listen(0, '127.0.0.1');
  await once(portal, 'listening');
  url = `http://127.0.0.1:${(portal.address() as AddressInfo).port}/leads?since={since}&until={until}`;
});
afterAll(() => {
  portal.closeAllConnections();
  portal.close();
});
beforeEach(() => {
  requests = [];
});

const mapping = { items: 'RESPONSE', id: 'id', fields: { contact_person: 'name' } };

const makePull = (pull: object = {}) =>
  makeRecord<LeadSource>(test.admin, '/lead-sources', {
    name: 'Portal',
    type: 'pull',
    mapping,
    // The job has nothing to do before the test is over.
    is_active: true,
    pull: { url, every_minutes: 5, ...pull },
  });

const pullNow = ({ id }: LeadSource) => test.admin.post<ArrivalCounts>(`/lead-sources/${id}/pull`);

const stateOf = async ({ id }: LeadSource) =>
  (await test.admin.get<LeadSource>(`/lead-sources/${id}`)).body.data;

it('asks a portal with its headers, which are never given back, for what came since', async () => {
  respond = json({
    RESPONSE: [
      { id: 1, name: 'Asha' },
      { id: 2, name: 'Ravi' },
    ],
  });
  const headers = { 'x-key': 'very secret' };
  const source = await makePull({ headers, since_format: 'DD-MMM-YYYY HH:mm:ss' });
  expect(source.pull).toEqual({ url, every_minutes: 5, since_format: 'DD-MMM-YYYY HH:mm:ss' });
  expect((await pullNow(source)).body.data.refused).toBe(0);
  expect(requests[0]?.key).toBe('very secret');
  expect(decodeURIComponent(requests[0]?.address ?? '')).toMatch(
    /since=\d\d-[A-Z][a-z]{2}-20\d\d \d\d:\d\d:\d\d&until=/,
  );
  expect(await arrivalsOf(test.admin, source)).toHaveLength(2);
  const again = await pullNow(source);
  expect(again.body.data).toEqual({ accepted: 0, repeated: 2, refused: 0 });
  const until = new URLSearchParams(requests[0]?.address.split('?')[1]).get('until');
  expect(new URLSearchParams(requests.at(-1)?.address.split('?')[1]).get('since')).toBe(until);
  await test.admin.put(`/lead-sources/${source.id}`, { ...(await stateOf(source)), name: 'Other' });
  await pullNow(source);
  expect(requests.at(-1)?.key).toBe('very secret');
  const { rows } = await test.server.database.pool.query(
    'select * from audit_log l, audit_values v',
  );
  expect(JSON.stringify(rows)).not.toContain('very secret');
  expect(test.server.log()).not.toContain('very secret');
  await test.admin.put(`/lead-sources/${source.id}`, {
    pull: { url, every_minutes: 5, headers: null },
  });
  await pullNow(source);
  expect(requests.at(-1)?.key).toBeUndefined();
  await test.admin.delete(`/lead-sources/${source.id}`);
});

it('says why a portal gave no leads', async () => {
  const source = await makePull();
  const deep = `${'['.repeat(65)}${']'.repeat(65)}`;
  const faults: [Respond, string][] = [
    [(_request, response) => response.writeHead(500).end(), 'The portal answered 500'],
    [
      (request, response) => response.writeHead(302, { location: request.url }).end(),
      'The portal answered 302',
    ],
    [(_request, response) => response.end('<html>'), 'The answer is not JSON'],
    [(_request, response) => response.end(deep), 'The answer is nested too deeply or too long'],
    [json({ CODE: 401 }), 'The answer has no RESPONSE'],
    [
      json({ RESPONSE: Array.from({ length: 1001 }, (_, id) => ({ id, name: 'Meera' })) }),
      'The answer has more than 1,000 items',
    ],
    [
      (_request, response) => response.end(`"${'x'.repeat(5_000_001)}"`),
      'The answer is too large or came too slowly',
    ],
    [(_request, response) => response.destroy(), 'Not reached: the connection broke off'],
  ];
  for (const [how, message] of faults) {
    respond = how;
    const failed = await pullNow(source);
    expect([failed.status, failed.body.code, failed.body.error]).toEqual([
      502,
      'lead_source.pull_failed',
      message,
    ]);
    expect((await stateOf(source)).last_error).toBe(message);
  }
  const titles = async () => (await notificationsOf(test.admin)).map(({ title }) => title);
  await expect.poll(titles, { timeout: 10_000 }).toContain('Lead source failed');
  expect((await titles()).filter((title) => title === 'Lead source failed')).toHaveLength(1);
  respond = json({ RESPONSE: [] });
  expect((await pullNow(source)).status).toBe(200);
  expect((await stateOf(source)).last_error).toBeNull();
  expect(await arrivalsOf(test.admin, source)).toEqual([]);
  await test.admin.put(`/lead-sources/${source.id}`, { is_active: false });
  expect((await pullNow(source)).body.code).toBe('lead_source.not_pulled');
});

it('asks when its time has come', async () => {
  respond = json({ RESPONSE: [{ id: 7, name: 'Meera' }] });
  const source = await makePull();
  test.server.server.jobs.trigger('lead-pulls');
  await expect.poll(() => arrivalsOf(test.admin, source), { timeout: 10_000 }).toHaveLength(1);
  await test.admin.put(`/lead-sources/${source.id}`, { is_active: false });
});

it('refuses addresses of private networks, and intervals out of range', async () => {
  const refusals: [object, string][] = [
    [{ url: 'https://10.0.0.1/' }, 'lead_source.address_refused'],
    [{ url: 'https://[::1]/' }, 'lead_source.address_refused'],
    [{ url: 'ftp://example.com/' }, 'lead_source.address_refused'],
    [{ url: 'https://user:word@example.com/' }, 'lead_source.address_refused'],
    [{ every_minutes: 4 }, 'input.invalid'],
    [{ every_minutes: 1441 }, 'input.invalid'],
    [{ headers: { 'bad name': 'x' } }, 'input.invalid'],
    [{ headers: { 'x-key': 'line\nbreak' } }, 'input.invalid'],
  ];
  for (const [pull, code] of refusals) {
    const body = { name: 'Portal', type: 'pull', pull: { url, every_minutes: 5, ...pull } };
    const refused = await test.admin.post('/lead-sources', body);
    expect([refused.status, refused.body.code], JSON.stringify(pull)).toEqual([400, code]);
  }
});
