import { describe, expect, it } from 'vitest';
import type { Lead } from '~/modules/sales/leads/leads.fields';
import { leadBody } from '~/modules/sales/leads/server/leads.builders';
import { makeUser } from '~/modules/organization/users/server/users.builders';
import { ownServer } from './testing/test-file-server';
import { historyFixture } from './testing/test-history';

const test = ownServer();
const { create, history, asOf, pass } = historyFixture(test);

describe('the history of a lead', () => {
  it('tells each change, newest first: who, what, before and after, links with their names', async () => {
    const user = await makeUser(test.server, { first_name: 'Asha', last_name: 'Rao' });
    const lead = await create<Lead>('/leads', leadBody({ company_name: 'Deccan', phone: null }));
    pass();
    await test.admin.put(`/leads/${lead.id}`, { phone: '+91 98200 12345', assigned_to: user.id });
    pass();
    await test.admin.put(`/leads/${lead.id}`, { phone: null });
    const items = await history(`/leads/${lead.id}`);
    expect(items.map(({ action, actor }) => [action, actor])).toEqual([
      ['updated', 'Site Administrator'],
      ['updated', 'Site Administrator'],
      ['created', 'Site Administrator'],
    ]);
    expect(items[0]?.changes).toEqual([
      { field: 'phone', label: 'Phone', before: '+91 98200 12345', after: null },
    ]);
    expect(items[1]?.changes).toEqual([
      { field: 'phone', label: 'Phone', before: null, after: '+91 98200 12345' },
      {
        field: 'assigned_to',
        label: 'Assigned To',
        before: null,
        after: user.id,
        names: { before: null, after: 'Asha Rao' },
      },
    ]);
    expect(items[2]?.changes).toContainEqual({
      field: 'company_name',
      label: 'Company Name',
      before: null,
      after: 'Deccan',
    });
    expect(new Set(items.map(({ at }) => at)).size).toBe(3);
  });

  it('can be asked for the lead as it was at a moment', async () => {
    const lead = await create<Lead>('/leads', leadBody({ company_name: 'Konkan', lead_score: 10 }));
    const first = pass();
    await test.admin.put(`/leads/${lead.id}`, { company_name: 'Konkan Tools', lead_score: 20 });
    const second = pass();
    await test.admin.put(`/leads/${lead.id}`, { lead_score: 30, city: 'Pune' });
    const { names, ...then } = await asOf<Lead>(`/leads/${lead.id}`, first);
    const own = Object.fromEntries(Object.entries(lead).filter(([name]) => name in then));
    expect(then).toEqual(own);
    expect(names).toMatchObject({ current_stage_id: lead.stage_name });
    expect(await asOf(`/leads/${lead.id}`, second)).toMatchObject({
      company_name: 'Konkan Tools',
      lead_score: 20,
      city: lead.city,
    });
    const now = test.server.clock.now();
    expect(await asOf(`/leads/${lead.id}`, now)).toMatchObject({ lead_score: 30, city: 'Pune' });
  });

  it('is as closed as the lead: 404 before it was there and once it is gone, 401 for strangers', async () => {
    const early = pass();
    const lead = await create<Lead>('/leads', leadBody());
    const path = `/history/leads/${lead.id}`;
    const before = await test.admin.get(`${path}?at=${early.toISOString()}`);
    expect([before.status, before.body.code]).toEqual([404, 'record.not_found']);
    expect((await test.server.client().get(path)).status).toBe(401);
    expect((await test.admin.get(`${path}?at=yesterday`)).status).toBe(400);
    await test.admin.delete(`/leads/${lead.id}`);
    expect((await test.admin.get(path)).status).toBe(404);
    expect((await test.admin.get('/history/settings/1')).status).toBe(404);
  });
});
