import { describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { statusesOf } from '~/app/testing/test-server';
import { makeUser, signInNew } from '~/modules/organization/users/server/users.builders';
import {
  chooseWorkspace,
  makeWorkspace,
} from '~/modules/organization/workspaces/server/workspaces.builders';
import type { Address, AddressPatch } from '../addresses.fields';
import type { CustomerPatch } from '../customers.fields';
import type { Contact } from '../contacts.fields';
import { makeCustomer } from './customers.builders';

const test = fileServer();

async function addressesAt(customer: CustomerPatch = {}): Promise<{
  path: string;
  add: (values?: AddressPatch) => Promise<Address>;
  list: () => Promise<Address[]>;
  defaults: () => Promise<[billing: number[], shipping: number[]]>;
}> {
  const path = `/customers/${(await makeCustomer(test.admin, customer)).id}/addresses`;
  const list = async () => (await test.admin.get<Address[]>(path)).body.data;
  return {
    path,
    list,
    add: async (values = {}) => {
      const response = await test.admin.post<Address>(path, { label: 'Plant', ...values });
      expect(response.status).toBe(201);
      return response.body.data;
    },
    defaults: async () => {
      const all = await list();
      const idsOf = (isIt: (each: Address) => boolean) => all.filter(isIt).map(({ id }) => id);
      return [idsOf((each) => each.is_billing), idsOf((each) => each.is_shipping)];
    },
  };
}

describe('the addresses of a customer', () => {
  it('have one default of each kind after every addition, change and removal', async () => {
    const { path, add, defaults } = await addressesAt();
    const first = await add({ city: 'Pune', gstin: '27AAPFU0939F1ZV' });
    expect(first).toMatchObject({ is_billing: true, is_shipping: true, state_code: '27' });
    const second = await add({ is_shipping: true });
    expect(await defaults()).toEqual([[first.id], [second.id]]);
    const third = await add();
    await test.admin.put(`${path}/${third.id}`, { is_billing: true });
    expect(await defaults()).toEqual([[third.id], [second.id]]);
    const unset = await test.admin.put(`${path}/${third.id}`, { is_billing: false });
    expect([unset.status, unset.body.code]).toEqual([409, 'customer.default_needed']);
    expect((await test.admin.delete(`${path}/${third.id}`)).status).toBe(200);
    expect(await defaults()).toEqual([[first.id], [second.id]]);
    expect((await test.admin.delete(`${path}/${third.id}`)).status).toBe(404);
  });

  it('leave the customer’s own address the default where the first is sent not to be it', async () => {
    const { add, defaults } = await addressesAt();
    const works = await add({ is_billing: false });
    expect(await defaults()).toEqual([[], [works.id]]);
    const office = await add();
    expect(await defaults()).toEqual([[office.id], [works.id]]);
  });

  it('of a buyer abroad are for billing by themselves only where they are abroad', async () => {
    const { path, add, defaults } = await addressesAt({ gst_category: 'overseas' });
    const port = await add({ label: 'Port', state_code: '27' });
    expect(await defaults()).toEqual([[], [port.id]]);
    const office = await add({ label: 'Office', state_code: '96', country: 'Germany' });
    const depot = await add({ label: 'Depot', country: 'India' });
    expect(await defaults()).toEqual([[office.id], [port.id]]);
    await test.admin.delete(`${path}/${office.id}`);
    expect(await defaults()).toEqual([[], [port.id]]);
    await test.admin.put(`${path}/${depot.id}`, { is_billing: true });
    expect(await defaults()).toEqual([[depot.id], [port.id]]);
  });

  it('keep to that when several are added and chosen at once', async () => {
    const { path, add, list, defaults } = await addressesAt();
    const created = await Promise.all([1, 2, 3, 4].map(() => add({ is_billing: true })));
    await Promise.all(
      created.map(({ id }) =>
        test.admin.put(`${path}/${id}`, { is_billing: true, is_shipping: true }),
      ),
    );
    const [billing, shipping] = await defaults();
    expect([billing.length, shipping.length]).toEqual([1, 1]);
    await Promise.all(created.slice(1).map(({ id }) => test.admin.delete(`${path}/${id}`)));
    expect(await list()).toMatchObject([
      { id: created[0]?.id, is_billing: true, is_shipping: true },
    ]);
  });

  it('are refused with another state than their GSTIN’s, a stale version, or another customer’s', async () => {
    const { path, add } = await addressesAt();
    const { id, updated_at } = await add({ gstin: '27AAPFU0939F1ZV' });
    const other = await test.admin.put(`${path}/${id}`, { state_code: '30' });
    expect([other.status, other.body.details[0]?.field]).toEqual([400, 'state_code']);
    expect((await test.admin.put(`${path}/${id}`, { city: 'Pune', updated_at })).status).toBe(200);
    const late = await test.admin.put<Address>(`${path}/${id}`, { city: 'Goa', updated_at });
    expect([late.status, late.body.data.city]).toEqual([409, 'Pune']);
    const otherCustomer = await addressesAt();
    for (const response of [
      await test.admin.put(`${otherCustomer.path}/${id}`, { city: 'Goa' }),
      await test.admin.delete(`${otherCustomer.path}/${id}`),
      await test.admin.get('/customers/999999/addresses'),
    ])
      expect(response.status).toBe(404);
  });

  it('tell what changed in them since they were read', async () => {
    const { path, add } = await addressesAt();
    const deleted = await add();
    const list = await test.admin.get(path);
    const stored = await add({ is_billing: true });
    await test.admin.delete(`${path}/${deleted.id}`);
    const since = encodeURIComponent(list.headers.get('list-cursor') ?? '');
    const { body } = await test.admin.get<{ rows: Address[]; gone: number[] }>(
      `${path}?since=${since}`,
    );
    expect(body.data).toMatchObject({ rows: [{ id: stored.id }], gone: [deleted.id] });
  });

  it('are changed by anyone who may change the customer, and go with it', async () => {
    const { client, id: viewer } = await signInNew(test.server);
    const colleague = await makeUser(test.server);
    const workspace = await makeWorkspace(test.server, {
      [viewer]: 'viewer',
      [colleague.id]: 'member',
    });
    const writer = await test.server.signIn(colleague.username, colleague.password);
    await chooseWorkspace(test.server, colleague.id, workspace);
    const customer = await makeCustomer(writer);
    const path = `/customers/${customer.id}/addresses`;
    expect(statusesOf([await writer.post(path, {}), await client.post(path, {})])).toEqual([
      201, 403,
    ]);
    await test.admin.put(`/customers/${customer.id}`, { is_active: false });
    expect((await test.admin.delete(`/customers/${customer.id}`)).status).toBe(200);
    expect((await test.admin.get(path)).status).toBe(404);
  });
});

describe('the contacts of a customer', () => {
  it('have one primary contact, and are checked like the customer', async () => {
    const path = `/customers/${(await makeCustomer(test.admin)).id}/contacts`;
    const body = { name: 'Asha Verma', email: 'asha@godavari.example', gets_invoices: true };
    const first = (await test.admin.post<Contact>(path, body)).body.data;
    expect(first).toMatchObject({ ...body, position: null, phone: null, is_primary: true });
    const second = (await test.admin.post<Contact>(path, { name: 'Ravi Iyer' })).body.data;
    expect(second).toMatchObject({ is_primary: false, gets_invoices: false });
    await test.admin.put(`${path}/${second.id}`, { is_primary: true });
    const list = (await test.admin.get<Contact[]>(path)).body.data;
    expect(list.map(({ id, is_primary }) => [id, is_primary])).toEqual([
      [first.id, false],
      [second.id, true],
    ]);
    for (const [wrong, field] of [
      [{ name: '' }, 'name'],
      [{ name: 'A' }, 'name'],
      [{ name: 'Asha', email: 'asha@' }, 'email'],
      [{ name: 'Asha', phone: '0120' }, 'phone'],
      [{ name: 'Asha', customer_id: 1 }, 'customer_id'],
    ] as const) {
      const response = await test.admin.post(path, wrong);
      expect([response.status, response.body.details[0]?.field]).toEqual([400, field]);
    }
  });
});
