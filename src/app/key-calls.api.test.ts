import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { leadBody } from '~/modules/sales/leads/server/leads.builders';
import { makeKey } from '~/modules/organization/api-keys/server/api-keys.builders';
import { everything } from '~/modules/organization/users/rights.rules';
import { fileServer } from './testing/test-file-server';

const test = fileServer();

const calls = readFileSync(join(import.meta.dirname, 'authorization.txt'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line): [call: string, needed: string] => {
    const [call = '', needed = ''] = line.split(': ');
    return [call, needed];
  });

let key: string;
beforeAll(async () => {
  // Sample data is refused where there are records.
  await test.admin.post('/leads', leadBody());
  ({ key } = await makeKey(test.admin, {
    rights: everything,
    calls_per_minute: 6000,
    may_subscribe: true,
  }));
});

it.each(calls)('%s with an API key (%s)', async (call, needed) => {
  const [method = '', pattern = ''] = call.split(' ');
  const path = pattern.replaceAll(/:\w+/g, '999999').replace('.zip', '.zip?from=2100-01-01');
  const hasBody = method === 'POST' || method === 'PUT';
  // The cookies of an administrator, and a page of another site: neither counts next to a key.
  const headers = {
    authorization: `Bearer ${key}`,
    origin: 'https://elsewhere.example',
    ...(hasBody ? { 'content-type': 'application/json' } : {}),
  };
  const response = await test.admin.send(method, path, hasBody ? '{}' : undefined, headers);
  const outcome = [response.status, response.body.code];
  if (needed.endsWith('(keys)')) {
    expect([401, 403], response.body.error).not.toContain(response.status);
    expect(response.status).toBeLessThan(500);
    expect(response.headers.get('ratelimit-limit')).toBe('6000');
  } else expect(outcome).toEqual([403, 'auth.key_not_allowed']);
});

it('the API description has the key as a security scheme of the open calls', async () => {
  interface Description {
    components: { securitySchemes: object };
    paths: Record<string, Record<string, { security?: object[] }>>;
  }
  const response = await test.admin.get('/openapi.json');
  const { components, paths } = response.body as unknown as Description;
  expect(components.securitySchemes).toMatchObject({ apiKey: { type: 'http', scheme: 'bearer' } });
  expect(paths['/api/leads']?.['get']?.security).toEqual([{ apiKey: [] }]);
  expect(paths['/api/users']?.['get']).not.toHaveProperty('security');
});

it('takes keys where a right is needed, and where it says so', () => {
  const isOpen = ([, needed]: (typeof calls)[number]) => needed.endsWith('(keys)');
  const open = calls.filter((each) => isOpen(each) && !each[1].includes('.'));
  expect(open.map(([call]) => call)).toEqual([
    'DELETE /files/:id',
    'DELETE /next-steps/:id',
    'DELETE /notes/:id',
    'DELETE /webhooks/:id',
    'GET /api-keys/self',
    'GET /custom-fields',
    'GET /files/:id',
    'GET /pipeline/stages',
    'GET /scan',
    'GET /search',
    'GET /settings',
    'GET /tax-classes',
    'GET /units',
    'GET /users/directory',
    'GET /webhooks/:id',
    'GET /webhooks/events',
    'GET /webhooks',
    'POST /bulk/:list',
    'POST /webhooks',
    'PUT /next-steps/:id',
    'PUT /notes/:id',
  ]);
  const closed = calls.filter((each) => !isOpen(each) && each[1].includes('.'));
  expect(closed.map(([call]) => call)).toEqual([
    'POST /saved-reports',
    'PUT /customers/:id/statement/schedule',
    'PUT /saved-reports/:id/schedule',
    'PUT /vendors/:id/statement/schedule',
  ]);
});
