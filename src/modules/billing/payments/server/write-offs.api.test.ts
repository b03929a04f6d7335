import { beforeAll, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import type { ApiResponse } from '~/kit/server/testing/test-calls';
import { readReport } from '~/kit/server/testing/test-reports';
import { noteFixture } from '~/modules/billing/credit-notes/server/credit-notes.builders';
import type { Receivables, Statement } from '~/modules/billing/receivables/receivables.fields';
import { makeRole, signInWith } from '~/modules/organization/users/roles/server/roles.builders';
import type { Role } from '~/modules/organization/users/roles.fields';
import type { Payment } from '../payments.fields';
import { openPaymentFixture, type PaymentFixture } from './payments.builders';
import { paymentChecks } from './payments.invariants';

const test = fileServer();
let fixture: PaymentFixture;

beforeAll(async () => {
  fixture = await openPaymentFixture(test.admin);
});

const reason = 'The customer was liquidated';
const writeOff = (invoice: number, values: object = {}, caller = test.admin) =>
  caller.post<Payment>(`/invoices/${invoice}/write-off`, { reason, ...values });
const refusalOf = ({ status, body }: ApiResponse<unknown>) => [status, body.code];
const issued = async () => (await fixture.invoices.make({ status: 'pending' })).id;

it('settles an invoice without money, says who and why, and can be reversed once', async () => {
  const id = await issued();
  await fixture.pay(id, 18);
  const part = (await writeOff(id, { amount: 40 })).body.data;
  expect(part).toMatchObject({ kind: 'write_off', amount: 40, notes: reason, status: 'completed' });
  expect(await fixture.stands(id)).toEqual(['partially_paid', 58, 60]);
  const rest = await writeOff(id);
  expect([rest.status, rest.body.data.amount]).toEqual([201, 60]);
  expect(await fixture.stands(id)).toEqual(['paid', 118, 0]);
  expect(refusalOf(await writeOff(id))).toEqual([409, 'invoice.nothing_due']);

  const { customer_id } = fixture.invoices;
  const { body } = await test.admin.get<Statement>(`/customers/${customer_id}/statement`);
  expect(body.data.lines.slice(-2)).toMatchObject([
    { kind: 'write_off', number: `Write-off #${part.id}`, credit: 40 },
    { kind: 'write_off', credit: 60, balance: 0 },
  ]);
  expect(JSON.stringify(body.data)).not.toContain(reason);
  type Items = { title: string; text: string | null }[];
  const items = (await test.admin.get<Items>(`/invoices/${id}/timeline`)).body.data;
  expect(items.map(({ title }) => title)).toContain('Write-off of ₹40.00');
  expect(items.some(({ text }) => text?.includes(reason))).toBe(true);

  const reverse = () => fixture.put(part.id, { status: 'failed' });
  expect((await reverse()).status).toBe(200);
  expect(await fixture.stands(id)).toEqual(['partially_paid', 78, 40]);
  expect(refusalOf(await reverse())).toEqual([409, 'payment.is_write_off']);
  for (const { faults } of paymentChecks)
    expect((await faults.execute(test.server.database.db)).rows).toEqual([]);
});

it('does not count as received money: collected and the report show it separately', async () => {
  const collected = async () =>
    (await test.admin.get<Receivables>('/receivables')).body.data.figures.collected_this_month;
  const reported = async () => (await readReport(test.admin, 'payments?group=month')).totals;
  const [money, before] = [await collected(), await reported()];
  await writeOff(await issued());
  const after = await reported();
  expect(await collected()).toBe(money);
  expect(after['amount']).toBe(before['amount']);
  expect(Number(after['written_off']) - Number(before['written_off'])).toBe(118);
});

it('is refused for drafts, cancelled invoices, more than is due, and without a reason', async () => {
  const draft = (await fixture.invoices.make()).id;
  expect(refusalOf(await writeOff(draft))).toEqual([409, 'invoice.is_draft']);
  const cancelled = await issued();
  await fixture.invoices.setStatus(cancelled, 'cancelled');
  expect(refusalOf(await writeOff(cancelled))).toEqual([409, 'invoice.cancelled']);
  const id = await issued();
  expect(refusalOf(await writeOff(id, { amount: 118.01 }))).toEqual([409, 'invoice.exceeds_due']);
  await fixture.pay(id, 100, 'pending');
  expect((await writeOff(id, { amount: 18.01 })).body.error).toBe(
    'Only ₹18.00 can be written off. The rest is reserved by pending payments',
  );
  for (const values of [{ reason: '' }, { reason: 'x'.repeat(501) }, { amount: 0 }])
    expect((await writeOff(id, values)).status).toBe(400);
  expect(refusalOf(await writeOff(999_999))).toEqual([404, 'record.not_found']);
  expect(await fixture.stands(id)).toEqual(['pending', 0, 118]);
});

it('changes in nothing but its reversal, and has no receipt', async () => {
  const { id } = (await writeOff(await issued())).body.data;
  for (const values of [{ notes: 'Other' }, { status: 'pending' }, { status: 'failed', notes: '' }])
    expect(refusalOf(await fixture.put(id, values))).toEqual([409, 'payment.is_write_off']);
  expect((await test.admin.delete(`/payments/${id}`)).status).toBe(409);
  expect((await test.admin.get(`/payments/${id}/pdf`)).status).toBe(409);
});

it('of two at once, one settles the invoice', async () => {
  const id = await issued();
  const responses = await Promise.all([writeOff(id), writeOff(id)]);
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect(await fixture.stands(id)).toEqual(['paid', 118, 0]);
});

it('is never the credit of a customer whose goods come back', async () => {
  const invoice = await fixture.invoices.make({ status: 'pending' });
  const { id } = (await writeOff(invoice.id)).body.data;
  const notes = noteFixture(test.admin, invoice);
  const refused = await notes.post([{}], { status: 'issued' });
  expect(refusalOf(refused)).toEqual([409, 'invoice.written_off']);
  await fixture.put(id, { status: 'failed' });
  expect((await notes.post([{}], { status: 'issued' })).status).toBe(201);
});

const all = { read: 'all', create: true, update: true, delete: true, export: true } as const;

it('needs its own right, which roles of older versions do not lose', async () => {
  const rights = {
    invoices: { ...all, issue: true },
    payments: { ...all, refund: true },
  };
  const { client } = await signInWith(test, rights);
  const id = await issued();
  const refused = [403, 'auth.right_missing'];
  expect(refusalOf(await writeOff(id, {}, client))).toEqual(refused);
  const created = (await writeOff(id)).body.data;
  expect(refusalOf(await client.put(`/payments/${created.id}`, { status: 'failed' }))).toEqual(
    refused,
  );
  const given = await makeRole(test.admin, { invoices: { ...all, issue: true, write_off: true } });
  // As a version without the right writes it.
  await test.server.database.pool.query(
    `update roles set rights = rights #- '{invoices,write_off}' where id = $1`,
    [given.id],
  );
  const { data: roles } = (await test.admin.get<Role[]>('/roles')).body;
  const rightOf = (role: number) =>
    roles.find(({ id: each }) => each === role)?.rights.invoices.write_off;
  expect(rightOf(given.id)).toBe(true);
  // Administrator, Sales, Accounts, Stores, Viewer.
  expect([1, 2, 3, 4, 5].map(rightOf)).toEqual([true, false, true, false, false]);
});
