import { beforeAll, expect, it } from 'vitest';
import { checks } from '~/app/modules';
import { ownServer } from '~/app/testing/test-file-server';
import { runChecks } from '~/kit/server/checks/checks';
import { makeRole, signInWith } from '~/modules/organization/users/roles/server/roles.builders';
import { makeUser } from '~/modules/organization/users/server/users.builders';
import type { ImportResponse } from '~/modules/records/imports/imports.fields';
import { csvOf, uploadOf } from '~/modules/records/imports/server/imports.builders';
import { makeCustomer } from '~/modules/sales/customers/server/customers.builders';
import { becomeGstCompany } from '~/modules/sales/customers/server/gst-company.builders';
import type { Invoice, InvoiceWithLines } from '../invoices.fields';

const test = ownServer();
const header = ['Bill No', "Party's Name", 'GSTIN', 'Date', 'Due On', 'Amount', 'Pending Amount'];
let customer: number;

beforeAll(async () => {
  customer = (await makeCustomer(test.admin, { company_name: 'Godavari Forge' })).id;
});

async function send(
  rows: readonly (readonly string[])[],
  { query = '', mapping = undefined as object | undefined, client = test.admin } = {},
) {
  const form = uploadOf(csvOf([header, ...rows]));
  if (mapping) form.append('mapping', JSON.stringify(mapping));
  return client.upload<ImportResponse>(`/invoices/import${query}`, form);
}

async function imported(...given: Parameters<typeof send>): Promise<ImportResponse> {
  const { body } = await send(...given);
  return body.data;
}

async function findByNumber(number: string): Promise<Invoice | undefined> {
  const { data } = (await test.admin.get<Invoice[]>('/invoices')).body;
  return data.find(({ invoice_number }) => invoice_number === number);
}

const row = (number: string, amount = '1,18,000.00', pending = '') =>
  [number, 'godavari forge', '', '1-Apr-26', '01/05/2026', amount, pending] as const;

it('an unpaid invoice of another program is due, with its number and no tax', async () => {
  expect(
    await imported([row('T/101', '1,18,000.00', '68,000.00')], { query: '?dry_run=true' }),
  ).toMatchObject({
    created: 1,
    failed: 0,
  });
  expect(await findByNumber('T/101')).toBeUndefined();
  expect(await imported([row('T/101', '1,18,000.00', '68,000.00')])).toMatchObject({
    created: 1,
    failed: 0,
  });
  const found = await findByNumber('T/101');
  expect(found).toMatchObject({
    customer_id: customer,
    invoice_date: '2026-04-01',
    due_date: '2026-05-01',
    total_amount: 68_000,
    balance_due: 68_000,
    tax_amount: 0,
    status: 'overdue',
    is_opening: true,
  });
  const { body } = await test.admin.get<InvoiceWithLines>(`/invoices/${found?.id}`);
  expect(body.data.items).toMatchObject([
    { description: 'Opening balance of ₹1,18,000.00', quantity: 1, line_total: 68_000 },
  ]);
});

it('importing a file twice changes nothing, also at once', async () => {
  const rows = [row('T/201'), row('T/202')];
  const responses = await Promise.all([imported(rows), imported(rows), imported(rows)]);
  expect(responses.map(({ created }) => created).toSorted()).toEqual([0, 0, 2]);
  expect(responses.map(({ unchanged }) => unchanged).toSorted()).toEqual([0, 2, 2]);
  const { data } = (await test.admin.get<Invoice[]>('/invoices')).body;
  expect(data.filter(({ invoice_number }) => invoice_number === 'T/201')).toHaveLength(1);
});

it('a number in other letters is the same number', async () => {
  expect(await imported([row('C/21'), row('c/21')])).toMatchObject({ created: 1, doubled: 1 });
  expect(await imported([row('c/21')])).toMatchObject({ created: 0, unchanged: 1 });
  const { errors } = await imported([row('inv-26-27-00099')]);
  expect(errors[0]?.message).toContain('is a number of your own series');
});

it('refuses rows that name no customer, several, a wrong date or a number in use', async () => {
  for (const city of ['Pune', 'Nashik'])
    await makeCustomer(test.admin, { company_name: 'Twin Works', city });
  const own = (
    await test.admin.post<Invoice>('/invoices', {
      customer_id: customer,
      status: 'sent',
      items: [{ description: 'Flange', quantity: 1, unit_price: 10 }],
    })
  ).body.data;
  const response = await imported([
    ['T/301', '', '', '1-Apr-26', '', '100', ''],
    ['T/302', 'Unknown Works', '', '1-Apr-26', '', '100', ''],
    ['T/303', 'Twin Works', '', '1-Apr-26', '', '100', ''],
    ['T/304', 'Godavari Forge', '', '31-Feb-26', '', '100', ''],
    ['T/305', 'Godavari Forge', '', '1-Apr-26', '', '100', '101'],
    [own.invoice_number, 'Godavari Forge', '', '1-Apr-26', '', '100', ''],
    ['INV-26-27-09999', 'Godavari Forge', '', '1-Apr-26', '', '100', ''],
    ['T/306', 'Godavari Forge', '', '1-Apr-26', '', '100', ''],
    ['T/306', 'Godavari Forge', '', '1-Apr-26', '', '100', ''],
  ]);
  expect(response).toMatchObject({ created: 1, failed: 8, doubled: 1 });
  expect(response.errors.map(({ row: line, field, message }) => [line, field, message])).toEqual([
    [
      2,
      'customer_code',
      'Enter the code, the GSTIN, the email or the company name of the customer',
    ],
    [3, 'company_name', 'No customer has this Company Name'],
    [4, 'company_name', 'Several customers have this Company Name. Enter the customer code.'],
    [5, 'invoice_date', 'Invoice Date must be a date, such as 31/03/2026, 31-Mar-26 or 2026-03-31'],
    [6, 'balance_due', 'The balance due cannot exceed the total'],
    [7, 'invoice_number', 'This invoice number is already in use'],
    [8, 'invoice_number', expect.stringContaining('your own series')],
    [10, 'invoice_number', 'Duplicate invoice number: already on line 9'],
  ]);
});

it('tells one who may not read an invoice of the series nothing of its number', async () => {
  const { body } = await test.admin.post<Invoice>('/invoices', {
    customer_id: customer,
    status: 'sent',
    items: [{ description: 'Flange', quantity: 1, unit_price: 10 }],
  });
  const invoices = { read: 'own', create: true, update: true, issue: true } as const;
  const { client } = await signInWith(test, { invoices, customers: { read: 'all' } });
  const rows = [row(body.data.invoice_number), row('INV-26-27-09998')];
  const message = expect.stringContaining('is a number of your own series');
  expect((await imported(rows, { client })).errors).toMatchObject([{ message }, { message }]);
});

it('reads dates as the mapping says', async () => {
  const fields = {
    invoice_number: { columns: ['Bill No'] },
    company_name: { columns: ["Party's Name"] },
    invoice_date: { columns: ['Date'] },
    total_amount: { columns: ['Amount'] },
  };
  const rows = [['T/401', 'Godavari Forge', '', '04/01/2026', '', '100', '']];
  await imported(rows, { mapping: { fields, dates: 'mdy' } });
  expect(await findByNumber('T/401')).toMatchObject({ invoice_date: '2026-04-01' });
});

it('counts in the account of its customer, and not as a sale', async () => {
  const { id } = await makeCustomer(test.admin, { company_name: 'Krishna Pumps' });
  const years = 'from=2024-01-01&to=2026-12-31';
  const figures = () =>
    Promise.all(
      [
        `/reports/sales?group=month&${years}`,
        `/reports/tax?group=month&${years}`,
        '/invoices/number-series',
      ].map(async (path) => (await test.admin.get(path)).body),
    );
  const before = await figures();
  await imported([['T/501', 'Krishna Pumps', '', '1-Apr-26', '', '500', '']]);
  expect(await figures()).toEqual(before);
  const account = await test.admin.get(`/customers/${id}/figures`);
  expect(account.body.data).toMatchObject({
    account: { outstanding: 500, overdue: 500 },
    sales: expect.not.arrayContaining([expect.objectContaining({ value: 500 })]),
  });
});

it('is paid as any other, has no file, mail or findings, and is deleted while unpaid', async () => {
  await imported([row('T/601', '500'), row('T/602', '500')]);
  const [paid, unpaid] = [await findByNumber('T/601'), await findByNumber('T/602')];
  for (const response of [
    await test.admin.get(`/invoices/${unpaid?.id}/pdf`),
    await test.admin.post(`/invoices/${unpaid?.id}/send`),
  ])
    expect([response.status, response.body.code]).toEqual([409, 'invoice.is_opening']);
  const check = await test.admin.get(`/invoices/${unpaid?.id}/check`);
  expect(check.body.data).toEqual({ ready: true, findings: [], is_filed: false });
  await test.admin.post('/payments', {
    invoice_id: paid?.id,
    amount: 500,
    payment_method: 'cash',
    payment_date: '2026-11-21',
    status: 'completed',
  });
  expect(await findByNumber('T/601')).toMatchObject({ status: 'paid', balance_due: 0 });
  expect((await test.admin.delete(`/invoices/${paid?.id}`)).body.code).toBe('invoice.has_payments');
  const held = { invoice_id: unpaid?.id, amount: 5, payment_method: 'check', status: 'pending' };
  const pending = await test.admin.post<{ id: number }>('/payments', {
    ...held,
    payment_date: '2026-11-21',
  });
  const refusal = await test.admin.delete(`/invoices/${unpaid?.id}`);
  expect([refusal.status, refusal.body.code]).toEqual([409, 'invoice.has_payments']);
  const { id } = pending.body.data;
  expect(refusal.body.details).toMatchObject([{ record: { type: 'payment', id } }]);
  await test.admin.delete(`/payments/${id}`);
  expect((await test.admin.delete(`/invoices/${unpaid?.id}`)).status).toBe(200);
  expect(await imported([row('T/602', '400')])).toMatchObject({ created: 1 });
});

it('an import is undone as a whole', async () => {
  const { batch_id } = await imported([row('T/701'), row('T/702')]);
  expect((await test.admin.post(`/batches/${batch_id}/undo`)).status).toBe(200);
  expect(await findByNumber('T/701')).toBeUndefined();
});

it('is in no return of a company by GST, and leaves every check without faults', async () => {
  await becomeGstCompany(test.admin);
  const gstr1 = async () => (await test.admin.get('/tax/gstr1?month=2026-04')).body;
  const before = await gstr1();
  expect(await imported([row('T/901')])).toMatchObject({ created: 1 });
  expect(await gstr1()).toEqual(before);
  const { openClient } = test.server.database;
  const faults = (await runChecks(openClient, checks)).filter((each) => each.faults > 0);
  expect(faults).toEqual([]);
});

it('needs the rights to create, change and issue invoices', async () => {
  const clientWith = async (rights: object) => {
    const { id, username, password } = await makeUser(test.server);
    const role = await makeRole(test.admin, { invoices: rights });
    await test.admin.put(`/users/${id}`, { role_id: role.id });
    return test.server.signIn(username, password);
  };
  const clerk = await clientWith({ issue: false });
  expect((await send([row('T/801')], { client: clerk })).status).toBe(403);
  const reader = await clientWith({ create: false });
  expect((await send([row('T/801')], { client: reader })).status).toBe(403);
  expect(await findByNumber('T/801')).toBeUndefined();
});
