import { expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import type { TestClient } from '~/app/testing/test-server';
import { printRow } from '~/kit/shared/csv/csv';
import { completeGstin } from '~/modules/organization/company/gstin.rules';
import { signInWith } from '~/modules/organization/users/roles/server/roles.builders';
import { undo } from '~/modules/records/batches/server/batches.builders';
import type { ImportResponse } from '~/modules/records/imports/imports.fields';
import { uploadOf } from '~/modules/records/imports/server/imports.builders';
import type { Vendor } from '../vendors.fields';
import { makeVendor } from './vendors.builders';

const test = fileServer();
const gstin = '27AAPFU0939F1ZV';

const csvOf = (...rows: string[][]) => rows.map((cells) => printRow(cells)).join('');

async function send(text: string, query = '', client: TestClient = test.admin) {
  const file = uploadOf(text, { name: 'vendors.csv' });
  const response = await client.upload<ImportResponse>(`/vendors/import${query}`, file);
  expect([response.status, response.body.error]).toEqual([200, undefined]);
  return response.body.data;
}

async function named(name: string): Promise<Vendor[]> {
  const { data } = (await test.admin.get<Vendor[]>('/vendors')).body;
  return data.filter(({ company_name }) => company_name === name);
}

const header = ['Supplier Name', 'Vendor Code', 'GSTIN', 'PAN', 'IFSC Code', 'Account No'];

it('creates new vendors and changes existing ones by their code, after a dry run', async () => {
  const existing = await makeVendor(test.admin, { vendor_code: 'K-1', city: 'Pune' });
  const text = csvOf(
    header,
    ['Known Metals', 'k-1', gstin, '', '', ''],
    ['Fresh Metals', 'F-1', '27-aapfu-0939f1zv', '', 'hdfc0000104', '50100'],
    ['Unnumbered', '', '', 'ABCPT5120Q', '', ''],
    ['Unnumbered', '', '', '', '', ''],
    ['Contrary', 'C-1', gstin, 'ABCPT5120Q', '', ''],
    ['Wrong bank', 'W-1', '', '', 'HDFC1', ''],
  );
  const expected = { created: 3, updated: 1, unchanged: 0, failed: 2 };
  expect(await send(text, '?dry_run=true')).toMatchObject(expected);
  expect(await named('Fresh Metals')).toEqual([]);
  const report = await send(text);
  expect(report).toMatchObject(expected);
  expect(report.errors.map(({ field }) => field)).toEqual(['pan', 'bank_ifsc']);
  const derived = { gstin, pan: 'AAPFU0939F', state_code: '27' };
  expect(await named('Known Metals')).toMatchObject([
    { id: existing.id, vendor_code: 'K-1', city: 'Pune', ...derived },
  ]);
  expect(await named('Fresh Metals')).toMatchObject([
    {
      ...derived,
      bank_account: '50100',
      bank_ifsc: 'HDFC0000104',
      msme: 'none',
      msme_agreed: false,
      is_active: true,
    },
  ]);
  const codes = (await named('Unnumbered')).map(({ vendor_code }) => vendor_code);
  expect(codes.every((code) => /^VEND-\d{5}$/.test(code))).toBe(true);
  expect(new Set(codes).size).toBe(2);
  expect(await send(text)).toMatchObject({ created: 2, updated: 2, unchanged: 2, failed: 2 });
});

it('matches by the GSTIN where the mapping says so', async () => {
  const own = completeGstin('29AAGCB7383J1Z');
  const existing = await makeVendor(test.admin, { company_name: 'By number', gstin: own });
  const columns = ['company_name', 'gstin', 'city'];
  const fields = Object.fromEntries(columns.map((name) => [name, { columns: [name] }]));
  const mapping = JSON.stringify({ fields, match: 'gstin' });
  const text = csvOf(columns, ['By number', own, 'Hosur']);
  const file = uploadOf(text, { name: 'vendors.csv' });
  file.append('mapping', mapping);
  const response = await test.admin.upload<ImportResponse>('/vendors/import', file);
  expect(response.status, response.body.error).toBe(200);
  expect(await named('By number')).toMatchObject([{ id: existing.id, city: 'Hosur' }]);
});

it('tells of changed bank details, and can be undone', async () => {
  const { client } = await signInWith(test, {
    vendors: { read: 'all', create: true, update: true, delete: true, export: true },
  });
  const existing = await makeVendor(test.admin, { company_name: 'Banked', vendor_code: 'B-1' });
  const text = csvOf(header, ['Banked', 'B-1', '', '', 'HDFC0000104', '4711']);
  const { batch_id } = await send(text, '', client);
  expect(await named('Banked')).toMatchObject([{ id: existing.id, bank_account: '4711' }]);
  const changes = async () => {
    const feed = await test.admin.get<{ title: string; record: object }[]>('/activity');
    return feed.body.data.filter(({ title }) => title === 'Bank Details Changed');
  };
  expect(await changes()).toMatchObject([{ record: { id: existing.id } }]);
  await undo(test.admin, batch_id ?? 0);
  expect(await changes()).toHaveLength(2);
  expect(await named('Banked')).toMatchObject([{ bank_account: null }]);
});

it('reads exports of other programs, and what the values say', async () => {
  const zoho = await send(
    csvOf(
      ['Contact ID', 'Display Name', 'Contact Type', 'EmailID', 'Notes'],
      ['1', 'Zoho Steel', 'vendor', 'sales@zohosteel.example', 'Cash only'],
      ['2', 'Zoho Buyer', 'customer', 'buyer@zohosteel.example', ''],
    ),
  );
  expect(zoho).toMatchObject({ created: 1, looks_like: expect.stringContaining('Zoho Books') });
  expect(await named('Zoho Steel')).toMatchObject([{ notes: 'Cash only' }]);
  const texts = ['A', 'B', 'C', 'D'];
  const row = ['valued@metals.example', gstin, 'AAPFU0939F', 'HDFC0000104'];
  expect(await send(csvOf(['Supplier', ...texts], ['Valued Metals', ...row]))).toMatchObject({
    created: 1,
  });
  expect(await named('Valued Metals')).toMatchObject([
    { email: row[0], gstin, pan: 'AAPFU0939F', bank_ifsc: 'HDFC0000104' },
  ]);
});

it('gives a file that imports back without a change', async () => {
  const exported = await test.admin.get<never>('/vendors/export');
  expect(exported.headers.get('content-disposition')).toMatch(/vendors-\d{4}-\d\d-\d\d\.csv/);
  const report = await send(String(exported.body));
  expect(report).toMatchObject({ created: 0, failed: 0, unchanged: report.updated });
});
