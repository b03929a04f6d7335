import { describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { signInNew } from '~/modules/organization/users/server/users.builders';
import type { Lead } from '~/modules/sales/leads/leads.fields';
import { makeLead } from '~/modules/sales/leads/server/leads.builders';
import { makeCustomer } from '~/modules/sales/customers/server/customers.builders';
import { makeWorkspace } from '~/modules/organization/workspaces/server/workspaces.builders';
import { notificationsOf } from '~/modules/collaboration/notifications/server/notifications.builders';
import type { ArrivalCounts, LeadSource } from '../lead-sources.fields';
import { readyMappings } from '../mapping.rules';
import { arrivalsOf, makeHook } from './lead-sources.builders';

const test = fileServer();

const fields = { contact_person: 'name', email: 'mail', phone: 'phone' };
const mapping = { id: 'id', fields };

const send = ({ token }: LeadSource, body: unknown) =>
  test.server.client().post<ArrivalCounts>(`/public/hooks/${token}`, body);

const leadOf = async (id: number) => (await test.admin.get<Lead>(`/leads/${id}`)).body.data;

describe('a hook', () => {
  it('makes a lead of each item, once for each id', async () => {
    const source = await makeHook(test.admin, { mapping: { ...mapping, items: 'data.leads' } });
    const leads = [
      { id: 1, name: 'Asha Patil', mail: 'asha@one.example', note: 'Call me' },
      { id: 2, name: 'Ravi Iyer', mail: 'not an address' },
      {},
      'text',
    ];
    const first = await send(source, { data: { leads } });
    expect([first.status, first.body.data]).toEqual([
      200,
      { accepted: 3, repeated: 0, refused: 1 },
    ]);
    const again = await send(source, { data: { leads: leads.slice(0, 2) } });
    expect(again.body.data).toEqual({ accepted: 0, repeated: 2, refused: 0 });
    const arrivals = await arrivalsOf(test.admin, source);
    expect(arrivals.map(({ status }) => status)).toEqual([
      'accepted',
      'refused',
      'accepted',
      'accepted',
    ]);
    expect(arrivals[1]?.error).toBe('Nothing is in it');
    expect(await leadOf(arrivals[2]?.record?.id ?? 0)).toMatchObject({
      contact_person: 'Ravi Iyer',
      email: null,
      initial_inquiry: 'Email: not an address',
    });
    expect(arrivals[3]?.values).toMatchObject({ name: 'Asha Patil', note: 'Call me' });
    const refused = await test.admin.get(`/lead-sources/${source.id}/arrivals?status=refused`);
    expect(refused.body.data).toHaveLength(1);
    const older = `/lead-sources/${source.id}/arrivals?before=${arrivals[2]?.id}`;
    expect((await test.admin.get(older)).body.data).toHaveLength(1);
    expect((await test.admin.get(`/lead-sources/${source.id}/arrivals?before=x`)).status).toBe(400);
    expect((await test.admin.get(`/lead-sources/${source.id}/arrivals?status=x`)).status).toBe(400);
  });

  it('takes texts that a database refuses', async () => {
    const source = await makeHook(test.admin, { mapping });
    const body = { id: 'a\u0000b', name: 'As\u0000ha\ud800', 'ke\u0000y\udc00': 'x\u0000' };
    expect((await send(source, body)).body.data.accepted).toBe(1);
  });

  it('takes the same id once, sent twenty times at once', async () => {
    const source = await makeHook(test.admin, { mapping, repeat: 'new' });
    const sent = await Promise.all(
      Array.from({ length: 20 }, () => send(source, { id: 'x', name: 'Meera' })),
    );
    const accepted = sent.map(({ body }) => body.data.accepted).filter((count) => count > 0);
    expect(accepted).toEqual([1]);
  });

  it('takes a form', async () => {
    const source = await makeHook(test.admin, { mapping });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = 'name=Asha+Patil&phone=%2B919000000001&__proto__=x';
    const response = await test.server
      .client()
      .send<ArrivalCounts>('POST', `/public/hooks/${source.token}`, body, headers);
    expect(response.body.data).toEqual({ accepted: 1, repeated: 0, refused: 0 });
  });

  it('refuses lists that are missing, too long or too deep', async () => {
    const source = await makeHook(test.admin, { mapping: { ...mapping, items: 'leads' } });
    const whole = await makeHook(test.admin, { mapping });
    expect((await send(source, { other: [] })).status).toBe(400);
    expect((await send(whole, 'text')).status).toBe(400);
    expect((await send(whole, undefined)).status).toBe(400);
    const many = Array.from({ length: 101 }, (_, id) => ({ id }));
    expect((await send(whole, many)).body.details[0]?.field).toBe('items');
    expect((await send(whole, Array(10_000).fill({ id: 1 }))).status).toBe(400);
    expect((await send(whole, { a: 'x'.repeat(300_000) })).status).toBe(413);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const form = await test.server
      .client()
      .send('POST', `/public/hooks/${whole.token}`, `a=${'x'.repeat(300_000)}`, headers);
    expect(form.status).toBe(413);
    let deep: unknown = 'end';
    for (let level = 0; level < 63; level += 1) deep = { deep };
    expect((await send(whole, deep)).status).toBe(200);
    expect((await send(whole, { deep: { deep } })).status).toBe(400);
    const proto = { 'content-type': 'application/json' };
    const polluted = await test.server
      .client()
      .send('POST', `/public/hooks/${whole.token}`, '{"__proto__":{"role":"admin"}}', proto);
    expect(polluted.status).toBe(400);
    expect(await arrivalsOf(test.admin, source)).toEqual([]);
    const unknown = await test.server.client().post('/public/hooks/unknown', {});
    expect([unknown.status, unknown.body.error]).toEqual([404, 'This address is closed']);
  });

  it('takes 120 calls a minute', async () => {
    const source = await makeHook(test.admin, { mapping });
    let refused = 0;
    for (let at = 0; at < 245 && refused === 0; at += 1)
      if ((await send(source, [])).status === 429) refused = at;
    expect(refused).toBeGreaterThanOrEqual(120);
  });
});

describe('a repeat enquiry', () => {
  it('adds a note to the open lead with that email or phone, and notifies its assignee', async () => {
    const ravi = await signInNew(test.server, { first_name: 'Ravi' });
    const lead = await makeLead(test.admin, {
      company_name: 'Deccan Pumps',
      email: 'Asha@Deccan.example',
      phone: '098220 11122',
      assigned_to: ravi.id,
    });
    const source = await makeHook(test.admin, {
      mapping: { ...mapping, fields: { ...fields, company_name: 'company' } },
    });
    const byMail = { name: 'Asha', mail: 'asha@deccan.EXAMPLE', text: 'Again' };
    const byPhone = { name: 'Asha', company: 'Deccan Pumps', phone: '+91-98220-11122' };
    for (const item of [byMail, byPhone])
      expect((await send(source, item)).body.data).toEqual({
        accepted: 0,
        repeated: 1,
        refused: 0,
      });
    const notes = (await test.admin.get<{ text: string }[]>(`/leads/${lead.id}/notes`)).body.data;
    expect(notes.map(({ text }) => text.split('\n')[0])).toEqual([
      'Repeat enquiry from Asha',
      'Repeat enquiry from Asha',
    ]);
    expect(notes[1]?.text).toContain('Text: Again');
    expect(notes[1]?.text).not.toMatch(/^Asha$/m);
    expect(notes[0]?.text).toMatch(/^Deccan Pumps$/m);
    expect(notes[0]).toMatchObject({
      created_by: null,
      created_by_name: 'Landing page (lead source)',
    });
    const [arrival] = await arrivalsOf(test.admin, source);
    expect(arrival).toMatchObject({ status: 'repeated', record: { type: 'lead', id: lead.id } });
    const titles = async () => (await notificationsOf(ravi.client)).map(({ title }) => title);
    await expect.poll(titles, { timeout: 10_000 }).toContain('Repeat enquiry');

    await test.admin.put(`/leads/${lead.id}`, { status: 'lost' });
    expect((await send(source, byMail)).body.data.accepted).toBe(1);
    const always = await makeHook(test.admin, { mapping, repeat: 'new' });
    expect((await send(always, byMail)).body.data.accepted).toBe(1);
  });

  it('adds a note to an active customer, in the same workspace alone', async () => {
    const workspace_id = await makeWorkspace(test.server);
    const customer = await makeCustomer(test.admin, { email: 'buyer@kaveri.example' });
    const item = { name: 'Buyer', mail: 'buyer@kaveri.example' };
    const other = await makeHook(test.admin, { mapping, workspace_id });
    expect((await send(other, item)).body.data.accepted).toBe(1);
    const [created] = await arrivalsOf(test.admin, other);
    expect((await leadOf(created?.record?.id ?? 0)).workspace_id).toBe(workspace_id);
    await test.admin.delete(`/leads/${created?.record?.id}`);
    const source = await makeHook(test.admin, { mapping });
    expect((await send(source, item)).body.data.repeated).toBe(1);
    const [arrival] = await arrivalsOf(test.admin, source);
    expect(arrival?.record).toMatchObject({ type: 'customer', id: customer.id });
  });
});

describe('turns', () => {
  it('skip people who are not active, and without any the administrators are notified', async () => {
    const [one, two] = [await signInNew(test.server), await signInNew(test.server)];
    const assign_to = [one.id, two.id];
    const source = await makeHook(test.admin, { mapping, assign_to, repeat: 'new' });
    const assigneeOf = async (name: string) => {
      await send(source, { name });
      const [arrival] = await arrivalsOf(test.admin, source);
      return (await leadOf(arrival?.record?.id ?? 0)).assigned_to;
    };
    expect(await assigneeOf('First')).toBe(one.id);
    await test.admin.put(`/users/${two.id}`, { is_active: false });
    expect([await assigneeOf('Second'), await assigneeOf('Third')]).toEqual([one.id, one.id]);
    await test.admin.put(`/users/${one.id}`, { is_active: false });
    expect(await assigneeOf('Fourth')).toBeNull();
    const { body } = await test.admin.get<LeadSource>(`/lead-sources/${source.id}`);
    expect(body.data.assign_to).toEqual(assign_to);
    const titles = async () => (await notificationsOf(test.admin)).map(({ title }) => title);
    await expect.poll(titles, { timeout: 10_000 }).toContain('Lead not assigned');
    await test.admin.put(`/users/${two.id}`, { is_active: true });
    expect(await assigneeOf('Fifth')).toBe(two.id);
  });
});

it('is news for those who want to know of new leads', async () => {
  const source = await makeHook(test.admin, { mapping, name: 'News' });
  await send(source, { name: 'Farida Shaikh' });
  const events = async () =>
    (await notificationsOf(test.admin)).map(({ event, message }) => `${event} ${message}`);
  await expect.poll(events, { timeout: 10_000 }).toContain('new-leads Farida Shaikh');
});

it('tells what a sample would make, and makes nothing', async () => {
  const indiaMart = readyMappings.find(({ label }) => label === 'IndiaMART')?.mapping;
  const source = await makeHook(test.admin, { mapping: indiaMart, lead_source: 'other' });
  const sample = { RESPONSE: [{ UNIQUE_QUERY_ID: '1', SENDER_NAME: 'Asha', SUBJECT: 'Flanges' }] };
  const tried = await test.admin.post(`/lead-sources/${source.id}/try`, { sample });
  expect(tried.body.data).toEqual([
    {
      values: {
        company_name: 'Asha',
        contact_person: 'Asha',
        custom: {},
        initial_inquiry: 'Subject: Flanges',
        lead_source: 'other',
      },
      record: null,
    },
  ]);
  expect(await arrivalsOf(test.admin, source)).toEqual([]);
  expect((await test.admin.post(`/lead-sources/${source.id}/try`, { sample: 5 })).status).toBe(400);
});
