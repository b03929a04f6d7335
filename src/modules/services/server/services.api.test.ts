import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, statusesOf, type TestClient, type TestServer } from '~/app/test-server';
import { makeUser } from '~/modules/users/server/users.builders';
import type { Service } from '../services.fields';
import { serviceBody } from './services.builders';

let server: TestServer;
let client: TestClient;

// Services are everybody's to keep: the tests work as an ordinary user (docs/product/users.md#roles).
beforeAll(async () => {
  server = await startTestServer();
  const user = await makeUser(server);
  client = await server.signIn(user.username, user.password);
});
afterAll(() => server.close());

async function makeService(values = {}): Promise<Service> {
  const answer = await client.post<Service>('/services', serviceBody(values));
  expect(answer.status, answer.body.error).toBe(201);
  return answer.body.data;
}

describe('creating a service', () => {
  it('takes the defaults of the catalogue', async () => {
    const body = { service_name: ' Fitting ', service_type: 'Product Installation' };
    const answer = await client.post<Service>('/services', body);
    expect(answer.status).toBe(201);
    expect(answer.body.data).toMatchObject({
      service_name: 'Fitting',
      service_type: 'Product Installation',
      price: null,
      priority: 'Medium',
      pricing_model: 'Fixed',
      is_on_site: true,
      is_remote: false,
      is_active: true,
      category: null,
    });
  });

  it('keeps every field as it was sent', async () => {
    const whole = {
      service_name: 'पंप की मरम्मत <script>alert(1)</script>',
      service_type: 'Repair',
      sku_code: 'SRV-1',
      description: 'Line one\nline two',
      category: 'Pumps',
      price: 1234.56,
      duration_days: 3,
      priority: 'Critical',
      pricing_model: 'Per Unit',
      hourly_rate: 900.5,
      minimum_hours: 2,
      is_on_site: false,
      is_remote: true,
      service_areas: 'Pune',
      requirements: 'A crane',
      included_items: 'Seals',
      excluded_items: 'Motor',
      tags: 'pump, seal',
      notes: 'Ask first',
      is_active: false,
    };
    const made = await client.post<Service>('/services', whole);
    expect(made.body.data).toMatchObject(whole);
    const read = await client.get<Service>(`/services/${made.body.data.id}`);
    expect(read.body.data).toEqual(made.body.data);
  });

  it('tells a price of nothing from a quote that is required', async () => {
    expect((await makeService({ price: 0 })).price).toBe(0);
    const quoted = await makeService({ price: null });
    expect(quoted.price).toBeNull();
    const priced = await client.put<Service>(`/services/${quoted.id}`, { price: 0 });
    expect(priced.body.data.price).toBe(0);
    const again = await client.put<Service>(`/services/${quoted.id}`, { price: null });
    expect(again.body.data.price).toBeNull();
  });

  it.each([
    [{ service_name: undefined }, 'service_name', 'Service name is required'],
    [{ service_name: ' ' }, 'service_name', 'Service name is required'],
    [{ service_name: 'A' }, 'service_name', 'Service name must be at least 2 characters'],
    [
      { service_name: 'x'.repeat(101) },
      'service_name',
      'Service name cannot exceed 100 characters',
    ],
    [{ service_name: 7 }, 'service_name', 'Service Name must be text'],
    [{ service_name: 'a\u0000b' }, 'service_name', /cannot be stored/],
    [{ service_type: undefined }, 'service_type', 'Service type is required'],
    [
      { service_type: 'Installation' },
      'service_type',
      /^Service Type must be one of Warranty, AMC/,
    ],
    [{ price: -0.01 }, 'price', 'Price must be 0 or more'],
    [{ price: 1.005 }, 'price', 'Price cannot have more than two decimals'],
    [{ price: 1e15 }, 'price', /^Price cannot exceed/],
    [{ price: '12' }, 'price', 'Price must be 0 or more'],
    [{ duration_days: 1.5 }, 'duration_days', 'Duration (days) must be a whole number'],
    [{ duration_days: -1 }, 'duration_days', 'Duration (days) must be at least 0'],
    [{ priority: 'Urgent' }, 'priority', /^Priority must be one of/],
    [{ pricing_model: null }, 'pricing_model', /^Pricing Model must be one of/],
    [{ hourly_rate: -1 }, 'hourly_rate', 'Hourly Rate must be at least 0'],
    [{ minimum_hours: 1e9 }, 'minimum_hours', /^Minimum Hours cannot exceed/],
    [{ is_on_site: 'yes' }, 'is_on_site', 'On-site must be true or false'],
    [{ notes: 'x'.repeat(2001) }, 'notes', 'Notes cannot exceed 2000 characters'],
    [{ surprise: 1 }, 'surprise', 'Unknown field "surprise"'],
    [{ id: 1 }, 'id', 'Unknown field "id"'],
  ])('refuses %j', async (values, field, message) => {
    const answer = await client.post('/services', { ...serviceBody(), ...values });
    expect(answer.status).toBe(400);
    expect(answer.body.details).toContainEqual({
      field,
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    });
  });
});

it('names everything that is missing at once', async () => {
  const answer = await client.post('/services', {});
  expect(answer.status).toBe(400);
  expect(answer.body.details.map(({ field }) => field)).toEqual(['service_name', 'service_type']);
  expect((await client.post('/services', [])).body.error).toBe('The body must be a JSON object');
});

describe('changing a service', () => {
  it('changes one field, and refuses a change made on an older version', async () => {
    const { id, updated_at } = await makeService({ category: 'Pumps' });
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
    const { id, updated_at } = await makeService();
    const answers = await Promise.all(
      [100, 200].map((price) => client.put(`/services/${id}`, { price, updated_at })),
    );
    expect(statusesOf(answers)).toEqual([200, 409]);
  });

  it('refuses what a new one may not have either, and changes nothing', async () => {
    const { id } = await makeService({ price: 5 });
    const answer = await client.put(`/services/${id}`, { price: -1, category: 'Other' });
    expect([answer.status, answer.body.error]).toEqual([400, 'Price must be 0 or more']);
    const after = await client.get<Service>(`/services/${id}`);
    expect(after.body.data).toMatchObject({ price: 5, category: null });
  });
});

describe('deleting a service', () => {
  it('happens once when asked twice at the same moment', async () => {
    const { id } = await makeService();
    const answers = await Promise.all([1, 2].map(() => client.delete(`/services/${id}`)));
    expect(statusesOf(answers)).toEqual([200, 404]);
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

it('the list comes by name, with a tag that stands until something changes', async () => {
  const { id } = await makeService({ service_name: 'zeta' });
  await makeService({ service_name: 'Alpha' });
  const list = await client.get<Service[]>('/services');
  const names = list.body.data.map((service) => service.service_name);
  expect(names.indexOf('Alpha')).toBeLessThan(names.indexOf('zeta'));
  const tag = { 'if-none-match': list.headers.get('etag') ?? '' };
  expect((await client.get('/services', tag)).status).toBe(304);
  await client.put(`/services/${id}`, { notes: 'changed' });
  expect((await client.get('/services', tag)).status).toBe(200);
});

it('a stranger reads and changes nothing', async () => {
  const stranger = server.client();
  const { id } = await makeService();
  expect((await stranger.get('/services')).status).toBe(401);
  expect((await stranger.post('/services', serviceBody())).status).toBe(401);
  expect((await stranger.delete(`/services/${id}`)).status).toBe(401);
  expect((await client.get(`/services/${id}`)).status).toBe(200);
});
