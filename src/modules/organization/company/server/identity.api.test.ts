import { beforeAll, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import type { TestClient } from '~/app/testing/test-server';
import { makeUser } from '~/modules/organization/users/server/users.builders';
import type { BillingProfile } from '../identity.fields';
import { billingIdentity } from './identity.service';

const test = fileServer();
let user: TestClient;

beforeAll(async () => {
  const plain = await makeUser(test.server);
  user = await test.server.signIn(plain.username, plain.password);
});

const card = { type: 'card', brand: 'Visa', last4: '4242' };

describe('the billing information', () => {
  it('is empty at first, saved by an administrator and read by all', async () => {
    expect((await user.get('/billing/profile')).body.data).toMatchObject({
      company_name: null,
      tax_id: null,
      billing_address: null,
      city: null,
      state: null,
      zip_code: null,
    });
    const profile = {
      company_name: ' Acme Pumps <b>Pvt</b> Ltd ',
      tax_id: '27 aapfu0939f 1zv',
      billing_address: 'Plot 7\nMIDC Bhosari',
      city: 'Pune',
      state: 'Maharashtra',
      zip_code: '411026',
    };
    const saved = await test.admin.put<BillingProfile>('/billing/profile', profile);
    expect(saved.status).toBe(200);
    expect((await user.get('/billing/profile')).body.data).toEqual(saved.body.data);
    expect(saved.body.data).toMatchObject({
      ...profile,
      company_name: 'Acme Pumps <b>Pvt</b> Ltd',
      tax_id: '27AAPFU0939F1ZV',
    });
    expect(await billingIdentity(test.server.database.db)).toEqual(saved.body.data);
    const feed = await test.admin.get<{ title: string }[]>('/activity?limit=1');
    expect(feed.body.data[0]?.title).toBe('Billing information updated');
  });

  it('keeps what is not sent, and empties what is sent empty', async () => {
    await test.admin.put('/billing/profile', { city: 'Pune', state: 'Maharashtra' });
    const saved = await test.admin.put('/billing/profile', { city: '' });
    expect(saved.body.data).toMatchObject({ city: null, state: 'Maharashtra' });
  });

  it('takes the state from the GSTIN, and no other one next to it', async () => {
    const saved = await test.admin.put<BillingProfile>('/billing/profile', {
      legal_name: 'Acme Pumps Private Limited',
      tax_id: '27AAPFU0939F1ZV',
    });
    expect(saved.body.data).toMatchObject({
      legal_name: 'Acme Pumps Private Limited',
      state_code: '27',
    });
    const other = await test.admin.put('/billing/profile', { state_code: '30' });
    expect([other.status, other.body.details[0]?.field]).toEqual([400, 'state_code']);
    expect((await test.admin.put('/billing/profile', { state_code: '28' })).status).toBe(400);
  });

  it('refuses a change to what someone else changed since', async () => {
    const { updated_at } = (await test.admin.get<BillingProfile>('/billing/profile')).body.data;
    expect((await test.admin.put('/billing/profile', { city: 'Nashik', updated_at })).status).toBe(
      200,
    );
    const late = await test.admin.put<BillingProfile>('/billing/profile', {
      city: 'Surat',
      updated_at,
    });
    expect(late.status).toBe(409);
    expect(late.body.data.city).toBe('Nashik');
  });

  it.each([
    [{ company_name: 'x'.repeat(101) }],
    [{ company_name: 'a\u0000b' }],
    [{ city: 7 }],
    [{ id: 2 }],
    [{ nonsense: 'x' }],
  ])('refuses %j', async (body) => {
    expect((await test.admin.put('/billing/profile', body)).status).toBe(400);
  });

  it('is an administrator’s to change', async () => {
    expect((await user.put('/billing/profile', { city: 'Goa' })).status).toBe(403);
    expect((await user.post('/billing/payment-methods', card)).status).toBe(403);
    expect((await user.put('/billing/payment-methods/1', {})).status).toBe(403);
    expect((await user.delete('/billing/payment-methods/1')).status).toBe(403);
  });
});
