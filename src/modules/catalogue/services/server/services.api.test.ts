import { beforeAll, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import type { TestClient } from '~/app/testing/test-server';
import { signInNew } from '~/modules/organization/users/server/users.builders';
import type { Service } from '../services.fields';
import { makeService, serviceBody } from './services.builders';

const test = fileServer();
let client: TestClient;

// Services are everyone's to keep: the tests work as an ordinary user (docs/product/users.md#roles).
beforeAll(async () => {
  ({ client } = await signInNew(test.server));
});

describe('creating a service', () => {
  it('takes the defaults of the catalogue', async () => {
    const body = { service_name: ' Fitting ', service_type: 'Product Installation' };
    const response = await client.post<Service>('/services', body);
    expect(response.status).toBe(201);
    expect(response.body.data).toMatchObject({
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
    const created = await client.post<Service>('/services', whole);
    expect(created.body.data).toMatchObject(whole);
    const read = await client.get<Service>(`/services/${created.body.data.id}`);
    expect(read.body.data).toEqual(created.body.data);
  });

  it('tells a price of nothing from a quote that is required', async () => {
    expect((await makeService(client, { price: 0 })).price).toBe(0);
    const quoted = await makeService(client, { price: null });
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
    const response = await client.post('/services', { ...serviceBody(), ...values });
    expect(response.status).toBe(400);
    expect(response.body.details).toContainEqual({
      field,
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    });
  });
});

it('names everything that is missing at once', async () => {
  const response = await client.post('/services', {});
  expect(response.status).toBe(400);
  expect(response.body.details.map(({ field }) => field)).toEqual(['service_name', 'service_type']);
  expect((await client.post('/services', [])).body.error).toBe('The body must be a JSON object');
});
