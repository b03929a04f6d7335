import { beforeAll, describe, expect, it } from 'vitest';
import { ownServer } from '~/app/testing/test-file-server';
import type { TestClient } from '~/app/testing/test-server';
import { checks } from '~/app/modules';
import { runChecks } from '~/kit/server/checks/checks';
import {
  type AdvanceFixture,
  openAdvanceFixture,
} from '~/modules/billing/advances/server/advances.builders';
import { makeReceipt } from '~/modules/billing/receipts/server/receipts.builders';
import { makeQuotation } from '~/modules/sales/quotations/server/quotations.builders';
import { makeLead } from '~/modules/sales/leads/server/leads.builders';
import { makeGstCustomer } from '~/modules/sales/customers/server/gst-company.builders';
import {
  everything,
  mergeRights,
  type RightsPatch,
} from '~/modules/organization/users/rights.rules';
import { signInWith } from '~/modules/organization/users/roles/server/roles.builders';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { done, undo } from './batches.builders';

const test = ownServer();
const patience = { timeout: 60_000 };
let fixture: AdvanceFixture;
let survivor: number;

beforeAll(async () => {
  fixture = await openAdvanceFixture(test.admin);
  survivor = (
    await makeGstCustomer(test.admin, {
      company_name: 'Godavari Castings',
      gstin: null,
      gst_category: 'unregistered',
    })
  ).id;
});

const merge = (client: TestClient, into: number, other_id: number) =>
  client.post<{ batch_id: number }>(`/customers/${into}/merge`, { other_id });

const customerOf = async (path: string): Promise<number> =>
  (await test.admin.get<{ customer_id: number }>(path)).body.data.customer_id;

async function faults(): Promise<string[]> {
  const results = await runChecks(test.server.database.openClient, checks);
  return results.flatMap(({ name, first }) => first.map((what) => `${name}: ${what}`));
}

interface Business {
  customer: number;
  address: string;
  paths: string[];
}

/** A customer's order with address, invoice, and an advance of which the invoice took. */
async function business(): Promise<Business> {
  const customer = fixture.customer.id;
  const { id } = await makeRecord<{ id: number }>(test.admin, `/customers/${customer}/addresses`, {
    address: '4 Canal Street',
    city: 'Pune',
    state_code: '27',
    postal_code: '411001',
  });
  const order = await fixture.order();
  await done(test.admin.put(`/orders/${order.id}`, { shipping_address_id: id }));
  const advance = await fixture.make({ order_id: order.id, amount: 118 });
  const invoice = await fixture.invoice(order);
  const paths = [`/orders/${order.id}`, `/invoices/${invoice.id}`, `/advances/${advance.id}`];
  return { customer, address: `/customers/${customer}/addresses/${id}`, paths };
}

describe('what belongs together goes back together, or stays and is named', () => {
  it.each([
    ['nothing', () => undefined, 'goes'],
    [
      'the order',
      ({ paths }: Business) => test.admin.put(paths[0] ?? '', { notes: 'By road' }),
      'stays',
    ],
    [
      'the invoice',
      ({ paths }: Business) => test.admin.put(paths[1] ?? '', { notes: 'By road' }),
      'stays',
    ],
    [
      'the advance',
      ({ paths }: Business) => test.admin.put(paths[2] ?? '', { notes: 'By road' }),
      'stays',
    ],
    [
      'the address',
      ({ address }: Business) =>
        test.admin.put(address.replace(/customers\/\d+/, `customers/${survivor}`), {
          city: 'Nashik',
        }),
      'stays',
    ],
  ] as const)('after a change of %s', patience, async (_what, change, outcome) => {
    const own = await business();
    const { batch_id } = await done(merge(test.admin, survivor, own.customer));
    const response = await change(own);
    expect(response?.body.error).toBeUndefined();
    const { left: skipped } = await done(undo(test.admin, batch_id));
    const holder = outcome === 'goes' ? own.customer : survivor;
    expect(await Promise.all(own.paths.map(customerOf))).toEqual([holder, holder, holder]);
    expect(skipped.length > 0).toBe(outcome === 'stays');
    expect(
      skipped.filter(({ reason }) => !/^(Changed since|It belongs with)/.test(reason)),
    ).toEqual([]);
    expect(await faults()).toEqual([]);
  });

  it('with the rest of a receipt that paid an invoice', patience, async () => {
    const { customer, paths } = await business();
    const [, invoice = ''] = paths;
    const allocations = [{ invoice_id: Number(invoice.split('/')[2]), amount: 100 }];
    const body = { customer_id: customer, amount: 500, payment_method: 'cash', allocations };
    const receipt = await makeReceipt(test.admin, body);
    const { batch_id } = await done(merge(test.admin, survivor, customer));
    await done(test.admin.put(invoice, { notes: 'By road' }));
    await done(undo(test.admin, batch_id));
    const together = [invoice, `/receipts/${receipt.id}`, `/advances/${receipt.advance_id}`];
    const owners = await Promise.all(together.map(customerOf));
    expect(owners).toEqual([survivor, survivor, survivor]);
    expect(await faults()).toEqual([]);
  });

  it('with the order of a quotation', patience, async () => {
    const customer_id = fixture.customer.id;
    const quotation = await makeQuotation(test.admin, { customer_id });
    await done(test.admin.put(`/quotations/${quotation.id}/status`, { status: 'sent' }));
    const { order } = await makeRecord<{ order: { id: number } }>(
      test.admin,
      `/quotations/${quotation.id}/order`,
      { force: true },
    );
    const { batch_id } = await done(merge(test.admin, survivor, customer_id));
    await done(test.admin.put(`/orders/${order.id}`, { notes: 'By road' }));
    await done(undo(test.admin, batch_id));
    const together = [`/orders/${order.id}`, `/quotations/${quotation.id}`];
    expect(await Promise.all(together.map(customerOf))).toEqual([survivor, survivor]);
    expect(await faults()).toEqual([]);
  });

  it('with an invoice that was made since for an order that moved', patience, async () => {
    const { customer, paths } = await business();
    const order = await fixture.order();
    const { batch_id } = await done(merge(test.admin, survivor, customer));
    const invoice = await makeRecord<{ id: number; invoice_number: string }>(
      test.admin,
      '/invoices',
      {
        customer_id: survivor,
        order_id: order.id,
        items: order.items.map((line) => ({
          order_line_id: line.id,
          description: line.description,
          quantity: line.quantity,
          unit_price: line.unit_price,
          hsn_code: line.hsn_code,
        })),
      },
    );
    const { left: skipped } = await done(undo(test.admin, batch_id));
    expect(skipped).toContainEqual({
      id: order.id,
      label: order.order_number,
      reason: `It belongs with ${invoice.invoice_number}, which stays`,
    });
    // The new invoice names the address of the older documents, so these stay with it.
    const owners = await Promise.all(paths.map(customerOf));
    expect(new Set(owners)).toEqual(new Set([survivor]));
    expect(await faults()).toEqual([]);
  });
});

describe('a merge moves only what the person may see and change', () => {
  const withRights = async (rights: RightsPatch) =>
    (await signInWith(test, mergeRights(everything, rights))).client;

  it.each([
    [
      { orders: { read: 'none', update: false } },
      'merge.right_missing',
      /^The merge would move \d+ orders?\. Your role does not allow you to change orders\.$/,
    ],
    [{ invoices: { read: 'all', update: false } }, 'merge.right_missing', /change invoices\.$/],
    [
      { payments: { read: 'all', update: false } },
      'merge.right_missing',
      /^The merge would move \d+ advances?\. .* change payments\.$/,
    ],
    [
      { invoices: { read: 'own' } },
      'merge.hidden_records',
      /^The merge would move \d+ invoices?, but you can only see 0\. Ask /,
    ],
  ] satisfies [RightsPatch, string, RegExp][])('%j', patience, async (rights, code, message) => {
    const { customer, paths } = await business();
    const response = await merge(await withRights(rights), survivor, customer);
    expect([response.status, response.body.code]).toEqual([403, code]);
    expect(response.body.error).toMatch(message);
    expect(await Promise.all(paths.map(customerOf))).toEqual([customer, customer, customer]);
  });

  it('of leads too: their quotations', async () => {
    const [into, other] = [await makeLead(test.admin), await makeLead(test.admin)];
    const quotation = await makeQuotation(test.admin, { lead_id: other.id });
    const client = await withRights({ quotations: { read: 'none', update: false } });
    const refused = await client.post(`/leads/${into.id}/merge`, { other_id: other.id });
    expect([refused.status, refused.body.code]).toEqual([403, 'merge.right_missing']);
    const { data } = (await test.admin.get<{ lead_id: number }>(`/quotations/${quotation.id}`))
      .body;
    expect(data.lead_id).toBe(other.id);
  });

  it('and what its undo leaves is not named to someone who may not read it', patience, async () => {
    const person = await signInWith(test, everything);
    const { customer, paths } = await business();
    const { batch_id } = await done(merge(person.client, survivor, customer));
    await done(test.admin.put(paths[0] ?? '', { notes: 'Secret road' }));
    await test.server.database.pool.query(
      `update roles set rights = jsonb_set(rights, '{orders,read}', '"own"') where id = (select role_id from users where id = ${person.id})`,
    );
    const { left: skipped } = await done(undo(person.client, batch_id));
    expect(skipped.length).toBeGreaterThan(0);
    expect(JSON.stringify(skipped)).not.toMatch(/ORD-|Changed since/);
    expect(skipped).toContainEqual(
      expect.objectContaining({
        label: 'A record that you do not have access to',
        reason: 'You do not have access to it',
      }),
    );
    expect(await faults()).toEqual([]);
  });
});
