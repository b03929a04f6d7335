import { beforeAll, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { statusesOf, type TestClient } from '~/app/testing/test-server';
import { signInNew } from '~/modules/organization/users/server/users.builders';
import type { Service } from '../services.fields';
import { makeService, serviceBody } from './services.builders';

const test = fileServer();
let client: TestClient;

// Services are everyone's to keep: the tests work as an ordinary user (docs/product/users.md#roles).
beforeAll(async () => {
  ({ client } = await signInNew(test.server));
});

describe('changing a service', () => {
  it('changes one field, and refuses a change made on an older version', async () => {
    const { id, updated_at } = await makeService(client, { category: 'Pumps' });
    const first = await client.put<Service>(`/services/${id}`, { is_active: false, updated_at });
    expect(first.body.data).toMatchObject({ is_active: false, category: 'Pumps' });
    const late = await client.put<Service>(`/services/${id}`, { is_active: true, updated_at });
    expect([late.status, late.body.error]).toEqual([
      409,
      'This record was changed by someone else',
    ]);
    expect(late.body.data.is_active).toBe(false);
  });

  it('lets one of two who change the same version at once win', async () => {
    const { id, updated_at } = await makeService(client);
    const responses = await Promise.all(
      [100, 200].map((price) => client.put(`/services/${id}`, { price, updated_at })),
    );
    expect(statusesOf(responses)).toEqual([200, 409]);
  });

  it('refuses what a new one may not have either, and changes nothing', async () => {
    const { id } = await makeService(client, { price: 5 });
    const response = await client.put(`/services/${id}`, { price: -1, category: 'Other' });
    expect([response.status, response.body.error]).toEqual([400, 'Price must be 0 or more']);
    const after = await client.get<Service>(`/services/${id}`);
    expect(after.body.data).toMatchObject({ price: 5, category: null });
  });
});

describe('deleting a service', () => {
  it('happens once when asked twice at the same moment', async () => {
    const { id } = await makeService(client);
    const responses = await Promise.all([1, 2].map(() => client.delete(`/services/${id}`)));
    expect(statusesOf(responses)).toEqual([200, 404]);
  });

  it('says 404 for a service that is not there and 400 for an id that is none', async () => {
    for (const id of ['999999', '99999999999']) {
      expect((await client.get(`/services/${id}`)).status).toBe(404);
      expect((await client.put(`/services/${id}`, { price: 1 })).status).toBe(404);
      expect((await client.delete(`/services/${id}`)).status).toBe(404);
    }
    expect((await client.get('/services/one')).status).toBe(400);
  });
});

it('the list is sorted by name, with a tag that is valid until something changes', async () => {
  const { id } = await makeService(client, { service_name: 'zeta' });
  await makeService(client, { service_name: 'Alpha' });
  const list = await client.get<Service[]>('/services');
  const names = list.body.data.map((service) => service.service_name);
  expect(names.indexOf('Alpha')).toBeLessThan(names.indexOf('zeta'));
  const tag = { 'if-none-match': list.headers.get('etag') ?? '' };
  expect((await client.get('/services', tag)).status).toBe(304);
  await client.put(`/services/${id}`, { notes: 'changed' });
  expect((await client.get('/services', tag)).status).toBe(200);
});

it('a stranger reads and changes nothing', async () => {
  const outsider = test.server.client();
  const { id } = await makeService(client);
  expect((await outsider.get('/services')).status).toBe(401);
  expect((await outsider.post('/services', serviceBody())).status).toBe(401);
  expect((await outsider.delete(`/services/${id}`)).status).toBe(401);
  expect((await client.get(`/services/${id}`)).status).toBe(200);
});
