import { describe, expect, it } from 'vitest';
import { sendBytes } from '~/kit/server/testing/test-bytes';
import { ownServer } from './testing/test-file-server';

const test = ownServer({ PUBLIC_URL: 'https://crm.example.com' });

const sent: [header: string, value: RegExp][] = [
  ['content-security-policy', /object-src 'none';.*base-uri 'none';.*frame-ancestors 'none'/],
  ['x-content-type-options', /^nosniff$/],
  ['referrer-policy', /^same-origin$/],
  ['strict-transport-security', /^max-age=31536000; includeSubDomains$/],
];

async function cookie(): Promise<string> {
  const client = await test.server.signIn();
  return [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}

const handshake = '/socket.io/?EIO=4&transport=polling';

describe('security headers', () => {
  it.each<[what: string, path: string, headers: Record<string, string>, status: number]>([
    ['a call', '/api/health', {}, 200],
    ['a refused call', '/api/leads', {}, 401],
    ['a missing address', '/nothing.html', {}, 404],
    ['a socket', handshake, {}, 200],
    ['a refused socket', handshake, { origin: 'https://evil.example' }, 403],
  ])('go with %s', async (_what, path, headers, status) => {
    const response = await fetch(`${test.server.url}${path}`, { headers });
    expect(response.status).toBe(status);
    for (const [header, value] of sent) expect(response.headers.get(header), header).toMatch(value);
    // No other site's page reads an answer.
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('go with the pages of the API description, which load nothing from elsewhere', async () => {
    const response = await fetch(`${test.server.url}/api/docs/`, {
      headers: { cookie: await cookie() },
    });
    expect(response.status).toBe(200);
    for (const [header, value] of sent) expect(response.headers.get(header), header).toMatch(value);
    expect(response.headers.get('content-security-policy')).not.toMatch(/https:|swagger/);
  });

  it('go with the refusal of bytes that are not a request', async () => {
    const response = await sendBytes(test.server.url, 'NONSENSE\r\n\r\n');
    for (const [header] of sent) expect(response).toContain(`${header}: `);
  });
});

it('lets no one keep a refusal, which may hold a record', async () => {
  const created = await test.admin.post<{ id: number }>('/leads', {
    company_name: 'Acme',
    contact_person: 'Bo Li',
  });
  const stale = { city: 'Pune', updated_at: '2020-01-01T00:00:00.000Z' };
  const refused = await test.admin.put(`/leads/${created.body.data.id}`, stale);
  const responses = [
    refused,
    await test.admin.get('/leads/999999'),
    await test.admin.get('/nothing'),
  ];
  expect(responses.map(({ status }) => status)).toEqual([409, 404, 404]);
  for (const { headers } of responses) expect(headers.get('cache-control')).toBe('no-store');
  const description = await fetch(`${test.server.url}/api/openapi.json`, {
    headers: { cookie: await cookie() },
  });
  expect(description.headers.get('cache-control')).toBe('no-store');
});

describe('a request that tries another way in', () => {
  it.each([
    ['two lengths that differ', 'content-length: 4\r\ncontent-length: 5'],
    ['a length and chunks', 'content-length: 4\r\ntransfer-encoding: chunked'],
    ['chunks spelt otherwise', 'transfer-encoding: xchunked'],
    ['a line within a header', 'x-one: 1\r\n x-two: 2'],
  ])('by %s is not a request', async (_what, header) => {
    const response = await sendBytes(
      test.server.url,
      `POST /api/auth/logout HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${header}\r\n\r\n0\r\n\r\n`,
    );
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
  });

  it.each([
    ['TRACE', '/api/health'],
    ['GET', '/.git/config'],
    ['GET', '/package.json'],
    ['GET', '/..%2fpackage.json'],
    ['GET', '/%2e%2e/package.json'],
  ])('by %s %s finds nothing', async (method, path) => {
    const response = await sendBytes(
      test.server.url,
      `${method} ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
    );
    expect(response).toMatch(/^HTTP\/1\.1 404 /);
  });
});

it('logs who was refused what, and from where', async () => {
  await test.server.client().post('/auth/login', { username: 'admin', password: 'wrong' });
  await test.server.client().get('/leads');
  const evil = { headers: { origin: 'https://evil.example' } };
  await fetch(`${test.server.url}${handshake}`, evil);
  const lines = test.server
    .log()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const codes = ['auth.invalid_credentials', 'auth.not_signed_in'];
  for (const code of codes)
    expect(lines).toContainEqual(
      expect.objectContaining({ code, status: 401, address: '127.0.0.1' }),
    );
  expect(lines).toContainEqual(
    expect.objectContaining({ msg: 'socket refused', address: '127.0.0.1' }),
  );
});
