import { expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { printRow } from '~/kit/shared/csv/csv';
import type { ImportResponse } from '~/modules/records/imports/imports.fields';
import { uploadOf } from '~/modules/records/imports/server/imports.builders';
import type { Contact } from '../contacts.fields';
import type { Customer } from '../customers.fields';
import { makeCustomer } from './customers.builders';

const test = fileServer();

const csvOf = (...rows: string[][]) => rows.map((cells) => printRow(cells)).join('');

async function send(text: string, query = ''): Promise<ImportResponse> {
  const response = await test.admin.upload<ImportResponse>(
    `/customers/import${query}`,
    uploadOf(text),
  );
  expect([response.status, response.body.error]).toEqual([200, undefined]);
  return response.body.data;
}

async function named(name: string): Promise<Customer[]> {
  const { data } = (await test.admin.get<Customer[]>('/customers')).body;
  return data.filter(({ company_name }) => company_name === name);
}

async function contactsOf(id: number | undefined): Promise<Contact[]> {
  return (await test.admin.get<Contact[]>(`/customers/${id}/contacts`)).body.data;
}

const people = csvOf(
  ['Company', 'Contact', 'E-Mail', 'Mobile', 'City', 'Contact 1 Position'],
  ['Kaveri Weavers', 'Anil Deshpande', 'anil@weavers.example', '', 'Pune', ''],
  ['Lone Works', 'Om Puri', 'om@lone.example', '', 'Surat', ''],
  ['KAVERI weavers', 'Lakshmi Rao', 'lakshmi@weavers.example', '9820012399', 'Delhi', 'Buyer'],
  ['Kaveri Weavers', 'anil deshpande', 'other@weavers.example', '', '', ''],
  ['', 'Jane Doe', 'jane@doe.example', '', '', ''],
  ['', 'Jane Doe', 'jane2@doe.example', '', '', ''],
  ['Kaveri Weavers', '', 'office@weavers.example', '', '', ''],
  ['Kaveri Weavers', '', '', '', 'Nagpur', ''],
);

it('makes the further people of a company its contacts where that is chosen, and takes them back', async () => {
  // A position alone does not make a contact.
  const usual = { created: 7, failed: 1, contacts: 0, same_company: 4 };
  expect(await send(people, '?dry_run=true')).toMatchObject(usual);
  const expected = {
    created: 5,
    updated: 0,
    failed: 1,
    doubled: 1,
    contacts: 2,
    same_company: 2,
    errors: [{ row: 5, message: 'Duplicate contact of this company: already on line 2' }],
  };
  const dry = await send(people, '?dry_run=true&one_per_company=true');
  expect(dry).toMatchObject(expected);
  expect(dry.notes).toContain(
    'Company Name: 2 rows added to the contacts of a customer with the same company: "KAVERI weavers", "Kaveri Weavers". Only name, position, email and phone count',
  );
  const response = await send(people, '?one_per_company=true');
  expect(response).toMatchObject(expected);
  const [company] = (await named('Kaveri Weavers')).sort((one, other) => one.id - other.id);
  expect(company).toMatchObject({ contact_person: 'Anil Deshpande', city: 'Pune' });
  expect(await contactsOf(company?.id)).toMatchObject([
    { name: 'Anil Deshpande', email: 'anil@weavers.example', is_primary: true },
    { name: 'Lakshmi Rao', phone: '9820012399', position: 'Buyer', is_primary: false },
    { name: 'office@weavers.example', email: 'office@weavers.example' },
  ]);
  const [lone] = await named('Lone Works');
  expect(await contactsOf(lone?.id)).toEqual([]);
  await test.admin.post(`/batches/${response.batch_id}/undo`);
  expect([await named('Kaveri Weavers'), await named('Lone Works')]).toEqual([[], []]);
});

it('adds people to a customer that is there, without changing it, and to none of several', async () => {
  const own = { company_name: 'Tapti Mills', contact_person: 'Asha Rao', email: 'a@tapti.example' };
  const { id } = await makeCustomer(test.admin, { ...own, customer_code: 'TAPTI', city: 'Surat' });
  for (const city of ['Pune', 'Nagpur'])
    await makeCustomer(test.admin, { company_name: 'Twin Mills', city });
  const text = csvOf(
    ['customer_code', 'company_name', 'contact_person', 'email', 'gstin', 'city'],
    ['', 'tapti mills', 'Ravi Iyer', 'ravi@tapti.example', '', 'Latur'],
    ['', 'Tapti Mills', 'Asha Rao', 'a@tapti.example', '', 'Latur'],
    ['', 'Tapti Mills', 'Om Puri', '', '27AAPFU0939F1ZV', ''],
    ['TAPTI-2', 'Tapti Mills', 'Bo Li', '', '', ''],
    ['', 'Tapti Mills', 'Eva Das', '', '', ''],
    ['', 'Twin Mills', 'Eva Das', '', '', ''],
    ['TAPTI', 'Tapti Mills', 'Asha Rao', '', '', 'Vapi'],
  );
  const response = await send(text, '?one_per_company=true');
  expect(response).toMatchObject({ created: 1, updated: 2, unchanged: 1, failed: 1, contacts: 3 });
  expect(response.errors).toMatchObject([
    {
      row: 7,
      field: 'company_name',
      message: 'Several customers have this Company Name. Match by customer code, or merge them.',
    },
  ]);
  const customer = await test.admin.get<Customer>(`/customers/${id}`);
  expect(customer.body.data).toMatchObject({ contact_person: 'Asha Rao', city: 'Vapi' });
  expect(await contactsOf(id)).toMatchObject([
    { name: 'Asha Rao', email: 'a@tapti.example', is_primary: true },
    { name: 'Ravi Iyer', email: 'ravi@tapti.example', is_primary: false },
    { name: 'Om Puri', is_primary: false },
  ]);
  await test.admin.post(`/batches/${response.batch_id}/undo`);
  expect(await contactsOf(id)).toEqual([]);
});

it('finds the company of a much earlier row, and the same file again changes nothing', async () => {
  const rows = Array.from({ length: 2600 }, (_, n) => [`Far ${n % 1300}`, `Person ${n}`]);
  const text = csvOf(['company_name', 'contact_person'], ...rows);
  const query = '?one_per_company=true';
  expect(await send(text, query)).toMatchObject({ created: 1300, contacts: 1300, failed: 0 });
  const [far] = await named('Far 7');
  expect((await contactsOf(far?.id)).map(({ name }) => name)).toEqual(['Person 7', 'Person 1307']);
  expect(await send(text, query)).toMatchObject({ created: 0, unchanged: 2600, contacts: 0 });
});
