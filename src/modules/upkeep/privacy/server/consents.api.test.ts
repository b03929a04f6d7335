import { describe, expect, it } from 'vitest';
import { ownServer } from '~/app/testing/test-file-server';
import type { TestClient } from '~/app/testing/test-server';
import { leadBody } from '~/modules/sales/leads/server/leads.builders';
import { makeUser, type CreatedUser } from '~/modules/organization/users/server/users.builders';
import type { Consent } from '../privacy.fields';

const test = ownServer();

async function person(values = {}): Promise<{ user: CreatedUser; client: TestClient }> {
  const user = await makeUser(test.server, values);
  return { user, client: await test.server.signIn(user.username, user.password) };
}

async function consentsOf(client: TestClient): Promise<Record<string, boolean>> {
  const response = await client.get<Consent[]>('/privacy/consents');
  expect(response.status).toBe(200);
  return Object.fromEntries(response.body.data.map((each) => [each.consent_type, each.granted]));
}

describe('a consent', () => {
  it('is denied until it is granted, and keeps every choice', async () => {
    const { client } = await person();
    const none = { data_processing: false, marketing: false, analytics: false, cookies: false };
    expect(await consentsOf(client)).toEqual(none);
    const granted = await client.post<Consent>('/privacy/consents', {
      consentType: 'analytics',
      granted: true,
    });
    expect(granted.status).toBe(201);
    expect(granted.body.data).toEqual({
      consent_type: 'analytics',
      granted: true,
      timestamp: expect.stringMatching(/Z$/),
    });
    expect(await consentsOf(client)).toEqual({ ...none, analytics: true });
    test.server.clock.advance(1000);
    await client.post('/privacy/consents', { consentType: 'analytics', granted: false });
    expect(await consentsOf(client)).toEqual(none);
    const data = (await client.get<{ consent_history: Consent[] }>('/privacy/export-data')).body;
    expect(data.data.consent_history.map(({ granted: choice }) => choice)).toEqual([false, true]);
  });

  it('is one record when the same choice arrives twice at once', async () => {
    const { client } = await person();
    const body = { consentType: 'marketing', granted: true };
    const responses = await Promise.all(
      [1, 2, 3].map(() => client.post('/privacy/consents', body)),
    );
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201]);
    const data = (await client.get<{ consent_history: Consent[] }>('/privacy/export-data')).body;
    expect(data.data.consent_history).toHaveLength(1);
  });

  it('is the person’s own', async () => {
    const [one, other] = [await person(), await person()];
    await one.client.post('/privacy/consents', { consentType: 'cookies', granted: true });
    expect((await consentsOf(other.client))['cookies']).toBe(false);
  });

  it.each([
    [{ consentType: 'tracking', granted: true }],
    [{ consentType: 'marketing', granted: 'yes' }],
    [{ consentType: 'marketing', granted: null }],
    [{ consentType: 'marketing' }],
    [{ granted: true }],
    [{ consentType: ['marketing'], granted: true }],
    [{ consentType: 'marketing', granted: true, user_id: 1 }],
    [{}],
    [[]],
  ])('refuses %j', async (body) => {
    const response = await test.admin.post('/privacy/consents', body);
    expect(response.status).toBe(400);
    expect(response.body.error).not.toBe('');
  });
});

describe('the export', () => {
  it('holds the profile, the choices, the sessions and what the person did, and no secret', async () => {
    const { user, client } = await person({ first_name: 'Leela', last_name: 'Nair' });
    await client.put('/auth/me', { phone: '+91 98200 11111', bio: 'Plant lead' });
    await client.post('/leads', leadBody({ company_name: 'Export Works' }));
    const response = await client.get<Record<string, unknown>>('/privacy/export-data');
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const { data } = response.body;
    expect(data['profile']).toMatchObject({
      id: user.id,
      first_name: 'Leela',
      email: user.email,
      phone: '+91 98200 11111',
      bio: 'Plant lead',
    });
    expect(data['consents']).toHaveLength(4);
    expect(data['sessions']).toHaveLength(1);
    expect(data['notification_settings']).toMatchObject({ email_digest: true });
    expect(data['account_settings']).toEqual([{ session_timeout_minutes: 30 }]);
    expect(JSON.stringify(data['activity'])).toContain('Export Works');
    expect(JSON.stringify(data)).not.toMatch(/_hash|argon2|token_digest/);
  });

  it('holds nothing about others', async () => {
    await test.admin.post('/leads', leadBody({ company_name: 'Somebody Else Ltd' }));
    const { client } = await person();
    const text = JSON.stringify((await client.get('/privacy/export-data')).body.data);
    expect(text).not.toContain('Somebody Else Ltd');
    expect(text).not.toContain('admin@example.com');
  });
});
