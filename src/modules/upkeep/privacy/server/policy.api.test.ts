import { describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { signInNew } from '~/modules/organization/users/server/users.builders';
import type { Policy } from '../privacy.fields';

const test = fileServer();

describe('the policy', () => {
  it('is there from the start for everyone signed in, and an administrator changes it', async () => {
    const { client } = await signInNew(test.server);
    const first = (await client.get<Policy>('/privacy/policy-info')).body.data;
    expect(Object.keys(first.dataRetentionPeriods).length).toBeGreaterThan(2);
    expect(first.userRights.length).toBeGreaterThan(2);
    expect(first.dataProcessingPurposes.length).toBeGreaterThan(2);
    const changed = await test.admin.put<Policy>('/privacy/policy-info', {
      dataController: '  Deccan Pumps Pvt Ltd, Pune ',
      dataRetentionPeriods: { Invoices: '8 years', Leads: '3 years' },
      updated_at: first.updated_at,
    });
    expect(changed.status).toBe(200);
    const after = (await client.get<Policy>('/privacy/policy-info')).body.data;
    expect(after).toEqual(changed.body.data);
    expect(after).toMatchObject({
      dataController: 'Deccan Pumps Pvt Ltd, Pune',
      contact: first.contact,
      userRights: first.userRights,
    });
    expect(Object.entries(after.dataRetentionPeriods)).toEqual([
      ['Invoices', '8 years'],
      ['Leads', '3 years'],
    ]);
    const stale = await test.admin.put('/privacy/policy-info', {
      contact: 'Late',
      updated_at: first.updated_at,
    });
    expect(stale.status).toBe(409);
    expect(stale.body.error).toBe('This record was changed by someone else');
    expect((await client.put('/privacy/policy-info', { contact: 'Me' })).status).toBe(403);
  });

  it.each([
    [{ dataController: '' }],
    [{ contact: 'x'.repeat(501) }],
    [{ contact: 'a\u0000b' }],
    [{ userRights: 'all' }],
    [{ userRights: [''] }],
    [{ dataRetentionPeriods: { Invoices: 8 } }],
    [{ dataRetentionPeriods: [] }],
    [{ nonsense: 1 }],
  ])('refuses %j', async (body) => {
    expect((await test.admin.put('/privacy/policy-info', body)).status).toBe(400);
  });
});
