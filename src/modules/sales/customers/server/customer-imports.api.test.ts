import { beforeAll, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import type { TestClient } from '~/app/testing/test-server';
import { printRow } from '~/kit/shared/csv/csv';
import type { ImportResponse, Job } from '~/modules/records/imports/imports.fields';
import { downloaded, uploadOf } from '~/modules/records/imports/server/imports.builders';
import { makeUser } from '~/modules/organization/users/server/users.builders';
import {
  chooseWorkspace,
  makeWorkspace,
} from '~/modules/organization/workspaces/server/workspaces.builders';
import type { Customer } from '../customers.fields';
import { makeLead } from '~/modules/sales/leads/server/leads.builders';
import { makeCustomer } from './customers.builders';

const test = fileServer();
const gstin = '27AAPFU0939F1ZV';

const csvOf = (...rows: string[][]) => rows.map((cells) => printRow(cells)).join('');

async function send(text: string, query = '', client = test.admin): Promise<ImportResponse> {
  const response = await client.upload<ImportResponse>(`/customers/import${query}`, uploadOf(text));
  expect([response.status, response.body.error]).toEqual([200, undefined]);
  return response.body.data;
}

async function all(client = test.admin): Promise<Customer[]> {
  return (await client.get<Customer[]>('/customers')).body.data;
}

async function named(name: string): Promise<Customer[]> {
  return (await all()).filter(({ company_name }) => company_name === name);
}

const header = ['Company Name', 'customer code', 'contact_person', 'GSTIN', 'gst_category'];

it('new customers are made, known ones changed by their code, and a dry run only says so', async () => {
  const existing = await makeCustomer(test.admin, {
    company_name: 'Known',
    customer_code: 'K-1',
    city: 'Pune',
  });
  const text = csvOf(
    header,
    ['Known and more', 'k-1', 'Bo Li', gstin, 'regular'],
    ['Fresh', 'F-1', 'Asha Rao', '27-aapfu-0939f1zv', ''],
    ['Unnumbered', '', 'Asha Rao', '', 'unregistered'],
    ['Unnumbered', '', 'Ravi Iyer', '', ''],
  );
  const expected = { created: 3, updated: 1, unchanged: 0, failed: 0, errors: [] };
  expect(await send(text, '?dry_run=true')).toMatchObject(expected);
  expect(await named('Fresh')).toEqual([]);
  expect(await send(text)).toMatchObject(expected);
  expect(await named('Known and more')).toMatchObject([
    { id: existing.id, customer_code: 'K-1', city: 'Pune', gstin, state_code: '27' },
  ]);
  expect(await named('Fresh')).toMatchObject([{ gstin, state_code: '27', is_active: true }]);
  const codes = (await named('Unnumbered')).map(({ customer_code }) => customer_code);
  expect(codes.every((code) => /^CUST-\d{5}$/.test(code))).toBe(true);
  expect(new Set(codes).size).toBe(2);
  const feed = await test.admin.get<{ title: string }[]>('/activity?limit=1');
  expect(feed.body.data[0]?.title).toBe('Customers imported');
});

it('bad rows are reported by line and column, and the good ones are imported', async () => {
  const response = await send(
    csvOf(
      [...header, 'state_code', 'shoe size'],
      ['Good Works', 'G-1', 'Asha Rao', '', '', '30', '9'],
      ['Again', 'g-1', 'Asha Rao', '', '', '', ''],
      ['', 'G-2', 'Asha Rao', '', '', '', ''],
      ['Elsewhere', 'G-3', 'Asha Rao', gstin, '', '30', ''],
      ['Without', 'G-4', 'Asha Rao', gstin, 'unregistered', '', ''],
      ['Mistyped', 'G-5', 'Asha Rao', '27AAPFU0939F1ZW', '', '', ''],
    ),
  );
  expect(response).toMatchObject({ created: 3, updated: 0, failed: 3 });
  expect(response.notes).toEqual([
    'Columns left out: "shoe size"',
    'Company Name: empty in 1 row, filled from Contact Person',
  ]);
  expect(response.errors.map(({ row, field, message }) => [row, field, message])).toEqual([
    [1, 'shoe size', 'Unknown column "shoe size" was ignored'],
    [3, 'customer_code', 'Duplicate customer code: already on line 2'],
    [5, 'state_code', 'The GSTIN is from Maharashtra (27), not from Goa (30)'],
    [6, 'gst_category', 'Unregistered customers cannot have a GSTIN'],
  ]);
  const refused = await test.admin.get<never>(`/customers/imports/${response.job_id}/refused`);
  expect(String(refused.body)).toContain('Elsewhere');
  expect((await test.admin.get(`/products/imports/${response.job_id}`)).status).toBe(404);
  const jobs = await test.admin.get<Job[]>('/customers/imports');
  expect(jobs.body.data[0]).toMatchObject({ job_id: response.job_id, status: 'done' });
});

it('a file of another program is read, and one without a known column says what to do', async () => {
  const response = await send(
    csvOf(
      ['Customer Name', 'Contact', 'Mobile No.', 'GST State', 'Address 1 Label', 'Address 1 State'],
      ['Foreign Works', 'Asha Rao', '9820012345', '7', 'Office', 'Orissa'],
      ['Named Works', 'Asha Rao', '9820012346', 'Delhi', 'Office', '21-Odisha'],
      ['Lost Works', 'Asha Rao', '9820012347', 'Atlantis', '', ''],
    ),
  );
  expect(response).toMatchObject({
    created: 2,
    failed: 1,
    errors: [{ row: 4, field: 'state_code' }],
  });
  for (const name of ['Foreign Works', 'Named Works']) {
    const [created] = await named(name);
    expect(created?.state_code).toBe('07');
    expect((await partsOf(created?.id)).addresses).toMatchObject([{ state_code: '21' }]);
  }
  const unknown = await send(csvOf(['Alpha', 'Beta'], ['1', '2']));
  expect(unknown.errors.at(-1)).toMatchObject({
    row: 1,
    field: null,
    message: expect.stringMatching(/^This file has no known column names. Map/),
  });
});

it('known customers are found by email, phone or GSTIN, and doubled ones are counted', async () => {
  const existing = await makeCustomer(test.admin, {
    company_name: 'Found Works',
    customer_code: 'K-77',
    email: 'found@works.example',
    phone: '+91 98200 77777',
  });
  const text = csvOf(
    ['company_name', 'contact_person', 'email', 'phone', 'city', 'customer_code'],
    ['', 'New Person', 'FOUND@works.example', '98200 77777', 'Nashik', 'K-77'],
    ['', 'Only Person', 'only@works.example', '98200 88888', 'Pune', ''],
    ['Again', 'Asha Rao', 'only@works.example', '9820088888', 'Pune', ''],
    ['Taken', 'Asha Rao', 'taken@works.example', '9820099999', 'Pune', 'k-77'],
  );
  const names = ['company_name', 'contact_person', 'email', 'phone', 'city', 'customer_code'];
  const fields = Object.fromEntries(names.map((name) => [name, { columns: [name] }]));
  const sendBy = async (match: string) => {
    const form = uploadOf(text);
    form.append('mapping', JSON.stringify({ fields, match, stand_ins: true }));
    const response = await test.admin.upload<ImportResponse>(
      '/customers/import?dry_run=true',
      form,
    );
    return response.body;
  };
  for (const match of ['email', 'phone']) {
    const { data } = await sendBy(match);
    expect(data).toMatchObject({ failed: 2, doubled: 1, created: 1, updated: 1 });
  }
  expect((await sendBy('gstin')).code).toBe('import.wrong_mapping');
  expect(existing.customer_code).toBe('K-77');
});

it('refuses a row that several customers fit, and a code that is in the file twice', async () => {
  const email = 'shared@works.example';
  for (const company_name of ['First Half', 'Second Half', 'Third Half'])
    await makeCustomer(test.admin, { company_name, email });
  const form = uploadOf(
    csvOf(
      ['company_name', 'contact_person', 'email', 'customer_code'],
      ['Half Again', 'Asha Rao', email, ''],
      ['New Works', 'Asha Rao', 'new@works.example', 'W-77'],
      ['Newer Works', 'Asha Rao', 'newer@works.example', 'w-77'],
    ),
  );
  const names = ['company_name', 'contact_person', 'email', 'customer_code'];
  const fields = Object.fromEntries(names.map((name) => [name, { columns: [name] }]));
  form.append('mapping', JSON.stringify({ fields, match: 'email' }));
  const { data } = (await test.admin.upload<ImportResponse>('/customers/import', form)).body;
  expect(data).toMatchObject({ created: 1, updated: 0, failed: 2, doubled: 1 });
  expect(data.errors).toMatchObject([
    {
      row: 2,
      field: 'email',
      value: email,
      message: 'Several customers have this Email. Match by customer code, or merge them.',
    },
    { row: 4, field: null, message: 'Duplicate customer: already on line 3' },
  ]);
});

it('where tax is by GST a new GSTIN must be valid', async () => {
  await test.admin.put('/settings', { tax_mode: 'gst' });
  const response = await send(
    csvOf(header, ['Mistyped too', 'M-1', 'Asha', `${gstin}`.replace('ZV', 'ZW'), '']),
  );
  await test.admin.put('/settings', { tax_mode: 'single' });
  expect(response.errors).toMatchObject([{ row: 2, field: 'gstin' }]);
  expect(await named('Mistyped too')).toEqual([]);
});

it('an export imports back without a single change, and makes the same customers again', async () => {
  await makeCustomer(test.admin, {
    company_name: '=HYPERLINK("x")',
    contact_person: "'=1",
    billing_address: 'Plot 1\nMIDC; "Bhosari"',
    credit_limit: 1234.5,
    payment_terms: 'net_60',
    gst_category: 'sez',
    state_code: '29',
  });
  const exported = await test.admin.get<never>('/customers/export');
  expect(exported.headers.get('content-disposition')).toMatch(/customers-\d{4}-\d\d-\d\d\.csv/);
  const text = String(exported.body);
  expect(text.split('\n')[0]).toContain('gst_category,gstin,state_code');
  const before = await all();
  expect(await send(text)).toMatchObject({
    created: 0,
    updated: before.length,
    unchanged: before.length,
    failed: 0,
    errors: [],
  });
  expect(await all()).toEqual(before);
  const renamed = text.replaceAll(/^(CUST-\d+|[A-Z]-\d)/gm, 'N$1');
  expect(await send(renamed)).toMatchObject({ created: before.length, failed: 0 });
  const own = ({ company_name, credit_limit, billing_address, state_code, is_active }: Customer) =>
    JSON.stringify([company_name, credit_limit, billing_address, state_code, is_active]);
  const created = (await all()).filter(({ customer_code }) => customer_code.startsWith('N'));
  expect(created.map(own).sort()).toEqual(before.map(own).sort());
});

it('a value that today is refused comes back unchanged, and not as that of another customer', async () => {
  const lead = await makeLead(test.admin, { company_name: 'Landline', phone: '022-12345678' });
  const converted = await test.admin.post(`/leads/${lead.id}/convert`);
  expect([converted.status, converted.body.error]).toEqual([200, undefined]);
  const text = String((await test.admin.get<never>('/customers/export?search=landline')).body);
  expect(text).toContain('022-12345678');
  const back = await send(text.replaceAll('Pune', 'Nashik'));
  expect(back).toMatchObject({ updated: 1, failed: 0, errors: [] });
  const other = await send(text.replaceAll('022-12345678', '022-12345679'));
  expect(other).toMatchObject({ updated: 0, failed: 1, errors: [{ field: 'phone' }] });
});

it('an export has the customers that the list shows, in its order, or the chosen ones', async () => {
  const [b, a] = [
    await makeCustomer(test.admin, { company_name: 'Export B', city: 'Latur' }),
    await makeCustomer(test.admin, { company_name: 'Export A', city: 'Latur' }),
  ];
  const names = async (query: string): Promise<string[]> => {
    const response = await test.admin.get<never>(`/customers/export?${query}`);
    expect(response.status).toBe(200);
    const lines = String(response.body).trim().split(/\r?\n/).slice(1);
    return lines.map((line) => /Export \w/.exec(line)?.[0] ?? line);
  };
  expect(await names('search=latur&sort=company_name')).toEqual(['Export A', 'Export B']);
  expect(await names(`ids=${a?.id}`)).toEqual(['Export A']);
  expect(await names(`ids=${b?.id}`)).toEqual(['Export B']);
  const inactive = encodeURIComponent(JSON.stringify({ status: 'inactive' }));
  expect(await names(`filters=${inactive}&search=latur`)).toEqual([]);
  expect((await test.admin.get('/customers/export?sort=nothing')).status).toBe(400);
});

interface Parts {
  addresses: Record<string, unknown>[];
  contacts: Record<string, unknown>[];
}

async function partsOf(id: number | undefined): Promise<Parts> {
  const path = `/customers/${id}`;
  const [addresses, contacts] = await Promise.all([
    test.admin.get<Parts['addresses']>(`${path}/addresses`),
    test.admin.get<Parts['contacts']>(`${path}/contacts`),
  ]);
  return { addresses: addresses.body.data, contacts: contacts.body.data };
}

it('addresses and contacts come and go in the row of their customer, as CSV and as Excel file', async () => {
  const { id } = await makeCustomer(test.admin, {
    company_name: 'Of two places',
    customer_code: 'TWO-1',
  });
  await test.admin.post(`/customers/${id}/addresses`, { label: 'Office', city: 'Pune', gstin });
  await test.admin.post(`/customers/${id}/addresses`, {
    label: 'Works',
    address: '=1+1',
    state_code: '29',
  });
  await test.admin.post(`/customers/${id}/contacts`, { name: 'Bo Li', phone: '+91 98200 12345' });
  await test.admin.post(`/customers/${id}/contacts`, { name: 'Asha Rao', gets_invoices: true });
  const [customers, parts] = [await all(), await partsOf(id)];
  const text = String((await test.admin.get<never>('/customers/export')).body);
  expect(text.split('\n')[0]).toMatch(
    /,address_2_is_shipping,contact_1_name,.*,contact_2_gets_invoices\r?$/,
  );
  const unchanged = {
    created: 0,
    unchanged: customers.length,
    failed: 0,
    errors: [],
    batch_id: null,
  };
  expect(await send(text)).toMatchObject(unchanged);
  const client = { url: test.server.url, cookies: test.admin.cookies };
  const sheet = await downloaded(client, '/customers/export?format=xlsx');
  const form = uploadOf(sheet, { name: 'customers.xlsx' });
  const again = await test.admin.upload<ImportResponse>('/customers/import', form);
  expect(again.body.data).toMatchObject(unchanged);
  expect([await all(), await partsOf(id)]).toEqual([customers, parts]);
  expect(await send(text.replaceAll('TWO-1', 'TWO-2'))).toMatchObject({ created: 1, errors: [] });
  const copy = (await all()).find(({ customer_code }) => customer_code === 'TWO-2');
  const plain = ({ addresses, contacts }: Parts) =>
    [...addresses, ...contacts].map(({ id: _id, created_at: _c, updated_at: _u, ...rest }) => rest);
  expect(plain(await partsOf(copy?.id))).toEqual(plain(parts));
});

it('a second address is added and becomes the default, and all of it is undone', async () => {
  const two = (await all()).find(({ customer_code }) => customer_code === 'TWO-1');
  const before = await partsOf(two?.id);
  const names = [
    'customer_code',
    'company_name',
    'contact_person',
    'Address 1 Label',
    'address 1 is billing',
    'contact_1_email',
    'contact_1_name',
  ];
  const response = await send(
    csvOf(
      names,
      ['TWO-1', 'Of two places', 'Asha Rao', 'works', 'yes', 'li@two.example', 'Bo Li'],
      ['THREE-1', 'Of one place', 'Asha Rao', 'Depot', '', '', ''],
      ['FOUR-1', 'Of no place', 'Asha Rao', 'Depot', '', 'x@y.example', ''],
      ['FIVE-1', 'Of no address', 'Asha Rao', 'Depot', '', 'nobody', 'Bo Li'],
    ),
  );
  expect(response).toMatchObject({ created: 1, updated: 1, failed: 2 });
  expect(response.errors.map(({ row, field, message }) => [row, field, message])).toEqual([
    [4, 'contact_1_name', 'Contact name is required'],
    [5, 'contact_1_email', 'Please enter a valid email address'],
  ]);
  const [three] = await named('Of one place');
  expect((await partsOf(three?.id)).addresses).toMatchObject([
    { label: 'Depot', is_billing: true, is_shipping: true },
  ]);
  const after = await partsOf(two?.id);
  expect(after.addresses.map(({ is_billing }) => is_billing)).toEqual([false, true]);
  expect(after.contacts[0]).toMatchObject({
    name: 'Bo Li',
    email: 'li@two.example',
    phone: '+91 98200 12345',
  });
  const undone = await test.admin.post<{ left: unknown[] }>(`/batches/${response.batch_id}/undo`);
  expect(undone.body.data.left).toEqual([]);
  expect(await named('Of one place')).toEqual([]);
  const plain = ({ addresses, contacts }: Parts) =>
    [...addresses, ...contacts].map(({ updated_at: _u, ...rest }) => rest);
  expect(plain(await partsOf(two?.id))).toEqual(plain(before));
});

it('the sample can be imported as it is, and many rows go in at once', async () => {
  const sample = await test.admin.get<never>('/customers/sample-csv');
  expect(await send(String(sample.body))).toMatchObject({ created: 2, failed: 0, errors: [] });
  const rows = Array.from({ length: 2500 }, (_, n) => [`Bulk ${n}`, '', 'Asha Rao', '', '']);
  expect(await send(csvOf(header, ...rows))).toMatchObject({ created: 2500, failed: 0 });
  const codes = (await all()).map(({ customer_code }) => customer_code);
  expect(new Set(codes).size).toBe(codes.length);
});

let member: TestClient;
let outsiderCode: string;

beforeAll(async () => {
  const person = await makeUser(test.server);
  const own = await makeWorkspace(test.server, { [person.id]: 'member' });
  const other = await makeWorkspace(test.server, {});
  const admin = await test.server.signIn();
  await admin.put('/auth/workspace', { workspace_id: other });
  const hidden = await makeCustomer(admin, { company_name: 'Hidden' });
  outsiderCode = hidden.customer_code;
  await admin.put('/auth/workspace', { workspace_id: null });
  await chooseWorkspace(test.server, person.id, own);
  member = await test.server.signIn(person.username, person.password);
});

it('a customer that the person may not read is not changed, and new ones belong where one works', async () => {
  await test.admin.put('/settings', { workspace_isolation: true });
  const rows = [
    ['Taken over', outsiderCode, 'Eve', '', ''],
    ['Ours', 'OURS-1', 'Eve', '', ''],
  ];
  await test.server.database.pool.query(
    `update customers set phone = '022-1' where customer_code = $1`,
    [outsiderCode],
  );
  const response = await send(csvOf(header, ...rows), '', member);
  const guess = csvOf([...header, 'phone'], ['Hidden', outsiderCode, 'Eve', '', '', '022-1']);
  expect((await send(guess, '', member)).errors).toMatchObject([{ row: 2, field: 'phone' }]);
  const text = String((await member.get<never>('/customers/export')).body);
  await test.admin.put('/settings', { workspace_isolation: false });
  expect(response).toMatchObject({ created: 1, updated: 0, failed: 1 });
  expect(response.errors).toMatchObject([{ row: 2, field: 'customer_code' }]);
  const hidden = (await all()).find(({ customer_code }) => customer_code === outsiderCode);
  expect(hidden?.company_name).toBe('Hidden');
  const [ours] = await named('Ours');
  expect(ours?.workspace_id).not.toBeNull();
  expect([text.includes('Ours'), text.includes('Hidden')]).toEqual([true, false]);
});
