import { request as httpRequest } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { customerBody } from '~/modules/sales/customers/server/customers.builders';
import { productBody } from '~/modules/catalogue/products/catalogue/server/products.builders';
import { serviceBody } from '~/modules/catalogue/services/server/services.builders';
import { fileServer } from './testing/test-file-server';
import { adminPassword, statusesOf } from './testing/test-server';

const test = fileServer();

/** A call that keeps the body as it came over the line: fetch would unpack it. */
async function raw(
  path: string,
  headers: Record<string, string>,
): Promise<{ headers: NodeJS.Dict<string | string[]>; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const call = httpRequest(`${test.server.url}${path}`, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(chunks) }));
    });
    call.on('error', reject);
    call.end();
  });
}

it('answers health without a session, with the state of the database', async () => {
  const response = await test.server.client().get('/health');
  expect(response.status).toBe(200);
  expect(response.body.data).toMatchObject({ status: 'ok', database: 'ok' });
});

it('shows the first record of a kind to someone who has read the empty list', async () => {
  const empty = await test.admin.get('/services');
  expect(empty.body.data).toEqual([]);
  await test.admin.post('/services', { service_name: 'Annual maintenance', service_type: 'AMC' });
  const seen = { 'if-none-match': empty.headers.get('etag') ?? '' };
  const filled = await test.admin.get('/services', seen);
  expect(filled.status).toBe(200);
  expect(filled.body.data).toMatchObject([{ service_name: 'Annual maintenance' }]);
});

it.each([
  '/activity',
  '/notifications',
  '/privacy/consents',
  '/auth/sessions',
  '/search?q=admin',
  '/services',
])('answers the list %s with a tag, 304 while it says the same', async (path) => {
  const first = await test.admin.get(path);
  const seen = { 'if-none-match': first.headers.get('etag') ?? '' };
  expect([first.status, (await test.admin.get(path, seen)).status]).toEqual([200, 304]);
});

it.each([
  ['/customers', customerBody(), { city: 'Pune' }],
  ['/products', productBody(), { description: 'Forged' }],
  ['/services', serviceBody(), { description: 'Yearly' }],
])(
  'makes one record of a new one sent to %s several times with one key',
  async (path, body, corrected) => {
    const key = { 'idempotency-key': `double-click ${path}` };
    const count = async () => (await test.admin.get<unknown[]>(path)).body.data.length;
    const before = await count();
    const responses = await Promise.all([1, 2, 3].map(() => test.admin.post(path, body, key)));
    expect(statusesOf(responses)).toEqual([201, 201, 201]);
    for (const response of responses) expect(response.body).toEqual(responses[0]?.body);
    expect(await count()).toBe(before + 1);
    const other = await test.admin.post(path, { ...body, ...corrected }, key);
    const { status, body: refused } = other;
    expect([status, refused.code]).toEqual([409, 'idempotency.key_reused']);
  },
);

it('lets no one keep a record or a list', async () => {
  const created = await test.admin.post<{ id: number }>('/services', {
    service_name: 'Calibration',
    service_type: 'AMC',
  });
  const read = await test.admin.get(`/services/${created.body.data.id}`);
  const list = await test.admin.get('/services');
  const stored = [created, read, list].map(({ headers }) => headers.get('cache-control'));
  expect(stored).toEqual(['no-store', 'no-store', 'no-store']);
});

it('answers a short list again once it says something else', async () => {
  const seen = {
    'if-none-match': (await test.admin.get('/privacy/consents')).headers.get('etag') ?? '',
  };
  await test.admin.post('/privacy/consents', { consentType: 'analytics', granted: true });
  const changed = await test.admin.get<{ granted: boolean }[]>('/privacy/consents', seen);
  expect(changed.status).toBe(200);
  expect(changed.body.data.filter(({ granted }) => granted)).toHaveLength(1);
});

it.each(['/nothing', '/leads/7/nothing', '/'])(
  'answers GET /api%s with 404 as JSON',
  async (path) => {
    const response = await test.admin.get(path);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(response.body).toEqual({
      success: false,
      error: 'Page not found',
      code: 'call.not_found',
    });
  },
);

it('sends security headers and a request id with every answer', async () => {
  for (const response of [
    await test.admin.get('/leads'),
    await test.admin.get('/nothing'),
    await test.server.client().get('/leads'),
  ]) {
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('referrer-policy')).not.toBeNull();
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f]{16}$/);
  }
});

it('compresses lists for clients that accept it', async () => {
  for (let each = 0; each < 20; each += 1) {
    await test.admin.post('/leads', {
      company_name: `Compressed ${each}`,
      contact_person: 'Bo Li',
    });
  }
  const cookie = [...test.admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const packed = await raw('/api/leads', { cookie, 'accept-encoding': 'gzip' });
  const plain = await raw('/api/leads', { cookie });
  expect(packed.headers['content-encoding']).toBe('gzip');
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(gunzipSync(packed.body).equals(plain.body)).toBe(true);
});

describe('a request from another site', () => {
  const lead = { company_name: 'Forged', contact_person: 'Somebody' };

  it.each([
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
  ])('is refused with %j', async (headers) => {
    const response = await test.admin.post('/leads', lead, headers);
    expect(response.status).toBe(403);
    expect(
      (await test.admin.get<{ company_name: string }[]>('/leads')).body.data.some(
        (each) => each.company_name === 'Forged',
      ),
    ).toBe(false);
  });

  it.each([
    [{}],
    [{ 'sec-fetch-site': 'same-origin' }],
    [{ 'sec-fetch-site': 'none' }],
    // A page behind a proxy that changes the scheme.
    [{ origin: 'own', 'sec-fetch-site': 'same-site' }],
  ])('is distinguished from one of our own page: %j', async (headers) => {
    const sent = 'origin' in headers ? { ...headers, origin: test.server.url } : headers;
    expect((await test.admin.post('/leads', lead, sent)).status).toBe(201);
  });
});

describe('every call', () => {
  it('is in the API description, which only the signed-in read', async () => {
    expect((await test.server.client().get('/openapi.json')).status).toBe(401);
    const response = await fetch(`${test.server.url}/api/openapi.json`, {
      headers: {
        cookie: [...test.admin.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
    });
    const { paths } = (await response.json()) as { paths: Record<string, Record<string, unknown>> };
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const declared = test.server.server.declared.map(
      ({ method, url }) => `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`,
    );
    expect(described.sort()).toEqual(declared.sort());
  });
});

it('logs one line a request, and never a password, a token or a cookie', async () => {
  const client = await test.server.signIn();
  await test.server.client().post('/auth/login', { username: 'admin', password: 'a wrong secret' });
  await test.server
    .client()
    .post('/auth/reset-password', { token: 'a-reset-token', password: 'another secret' });
  const secrets = [
    adminPassword,
    'a wrong secret',
    'a-reset-token',
    'another secret',
    ...client.cookies.values(),
  ];
  const log = test.server.log();
  for (const secret of secrets) expect(log).not.toContain(secret);
  const lines = log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { reqId?: string; route?: string });
  expect(lines.filter((line) => line.route === '/api/auth/login').length).toBeGreaterThanOrEqual(2);
  expect(lines.find((line) => line.route === '/api/auth/login')?.reqId).toMatch(/^[0-9a-f]{16}$/);
});
