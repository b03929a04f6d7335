import { beforeAll, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { pagesOf } from '~/kit/server/testing/test-pdf';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import { type InvoiceFixture, openInvoiceFixture } from './invoices.builders';
import { printInvoices } from './invoices.jobs';
import { getTaxDocument } from './tax-documents.service';

const test = fileServer();
const pune = '27AAPFU0939F1ZV';
let fixture: InvoiceFixture;
let accountId: number;

beforeAll(async () => {
  const { admin } = test;
  fixture = await openInvoiceFixture(admin, {
    company_name: 'Godavari Pumps',
    billing_address: '1 Mill Road',
  });
  await admin.put('/billing/profile', { company_name: 'Sahyadri Components', city: 'Pune' });
  const created = await admin.post<{ id: number }>('/billing/payment-methods', {
    type: 'upi',
    label: 'UPI of the company',
    upi_id: 'sahyadri@hdfcbank',
  });
  accountId = created.body.data.id;
});

async function fileOf(id: number): Promise<Buffer> {
  const response = await test.admin.get(`/invoices/${id}/pdf`);
  expect(response.status, response.body.error).toBe(200);
  return Buffer.from(response.content);
}

const textOf = async (id: number) => (await pagesOf(await fileOf(id))).join(' ');

async function put(path: string, values: object): Promise<void> {
  const response = await test.admin.put(path, values);
  expect(response.status, response.body.error).toBe(200);
}

/** Everything that an invoice takes from elsewhere is called otherwise. */
async function changeAll(name: string): Promise<void> {
  await put(`/customers/${fixture.customer_id}`, {
    company_name: `${name} Pumps`,
    contact_person: `${name} Rao`,
    billing_address: `2 ${name} Road`,
  });
  await put('/billing/profile', { company_name: `${name} Components`, city: name });
  await put(`/billing/payment-methods/${accountId}`, { upi_id: `${name.toLowerCase()}@upi` });
  await put('/settings', { default_invoice_terms: name, lut_number: name });
}

it('an issued invoice keeps its content, regardless of edits before and after its first download', async () => {
  const early = await fixture.make({ status: 'pending' });
  const late = await fixture.make({ status: 'pending' });
  const draft = await fixture.make();
  const bytes = await fileOf(early.id);
  const before = await getTaxDocument(test.server.database.db, late.id);
  await changeAll('Other');
  await put(`/invoices/${early.id}`, { notes: 'Other notes', terms_conditions: 'Other terms' });
  expect((await fileOf(early.id)).equals(bytes)).toBe(true);
  await test.admin.post('/payments', {
    invoice_id: early.id,
    amount: 50,
    payment_method: 'cash',
    payment_date: early.invoice_date,
  });
  expect((await fileOf(early.id)).equals(bytes)).toBe(true);
  const text = await textOf(late.id);
  for (const texts of ['Godavari Pumps', '1 Mill Road', 'Sahyadri Components', 'sahyadri@hdfc'])
    expect(text).toContain(texts);
  expect(text).not.toContain('Other');
  expect(await getTaxDocument(test.server.database.db, late.id)).toEqual(before);
  const open = await textOf(draft.id);
  for (const texts of ['Other Pumps', 'Other Components', 'other@upi', 'DRAFT'])
    expect(open).toContain(texts);
});

it('gives the same bytes to all who ask first at the same time', async () => {
  const { id } = await fixture.make({ status: 'sent' });
  const [first, ...others] = await Promise.all([1, 2, 3, 4, 5].map(() => fileOf(id)));
  for (const other of others) expect(other.equals(first ?? Buffer.alloc(0))).toBe(true);
  expect((await fileOf(id)).equals(first ?? Buffer.alloc(0))).toBe(true);
});

it('says of a cancelled one that it is, and else what it said', async () => {
  const { id } = await fixture.make({ status: 'pending' });
  await fixture.setStatus(id, 'cancelled');
  const before = await textOf(id);
  expect(before).toContain('CANCELLED');
  await changeAll('Later');
  expect(await textOf(id)).toBe(before);
  expect(before).not.toContain('Later');
});

it('makes the files that no one has asked for, and leaves drafts and cancelled ones alone', async () => {
  const { pool, db } = test.server.database;
  const issued = await fixture.make({ status: 'pending' });
  await fixture.make();
  await printInvoices(db);
  const remaining = await pool.query(`select t.status from papers d
    join invoices t on d.kind = 'invoices' and t.id = d.record_id where d.pdf is null and t.status <> 'cancelled'`);
  expect(remaining.rows).toEqual([]);
  const stored = await pool.query<{ pdf: Buffer }>(
    `select pdf from papers where kind = 'invoices' and record_id = $1`,
    [issued.id],
  );
  expect((await fileOf(issued.id)).equals(stored.rows[0]?.pdf ?? Buffer.alloc(0))).toBe(true);
});

it('prints the next one when the oldest is damaged, and names that one', async () => {
  const { pool, db } = test.server.database;
  await printInvoices(db);
  const [damaged, sound] = [
    await fixture.make({ status: 'pending' }),
    await fixture.make({ status: 'pending' }),
  ];
  const setDocument = async (document: unknown) => {
    await pool.query('alter table papers disable trigger keep_paper');
    await pool.query(`update papers set document = $2 where kind = 'invoices' and record_id = $1`, [
      damaged.id,
      JSON.stringify(document),
    ]);
    await pool.query('alter table papers enable trigger keep_paper');
  };
  const document = await getTaxDocument(db, damaged.id);
  await setDocument({});
  await expect(printInvoices(db, undefined, 1)).rejects.toMatchObject({
    errors: [{ message: `Invoice ${damaged.id}` }],
  });
  const printed = `select 1 from papers where kind = 'invoices' and record_id = $1 and pdf is not null`;
  expect((await pool.query(printed, [sound.id])).rowCount).toBe(1);
  await setDocument(document);
  await printInvoices(db);
  expect((await pool.query(printed, [damaged.id])).rowCount).toBe(1);
});

it('keeps one issued before documents were kept from its first print on', async () => {
  const { id } = await fixture.make({ status: 'pending' });
  const { pool } = test.server.database;
  await pool.query('alter table papers disable trigger keep_paper');
  await pool.query(`delete from papers where kind = 'invoices' and record_id = $1`, [id]);
  await pool.query('alter table papers enable trigger keep_paper');
  const bytes = await fileOf(id);
  await changeAll('Last');
  expect((await fileOf(id)).equals(bytes)).toBe(true);
});

it('cannot be changed in the database either', async () => {
  const { id } = await fixture.make({ status: 'pending' });
  await fileOf(id);
  const { pool } = test.server.database;
  for (const statement of [
    `update papers set document = '{}' where kind = 'invoices' and record_id = $1`,
    `update papers set pdf = 'x' where kind = 'invoices' and record_id = $1`,
    `delete from papers where kind = 'invoices' and record_id = $1`,
  ]) {
    await expect(pool.query(statement, [id])).rejects.toThrow('An issued paper never changes');
  }
});

it('by GST is a tax invoice, with everything of lines, addresses and units as it was', async () => {
  const { admin } = test;
  await put('/billing/profile', { tax_id: pune, legal_name: 'Sahyadri Components Limited' });
  await put('/settings', { tax_mode: 'gst', lut_number: null });
  const classes = await admin.get<{ id: number; name: string }[]>('/tax-classes');
  const tax_class_id = classes.body.data.find(({ name }) => name === 'GST 18%')?.id;
  const bolt = await makeProduct(admin, {
    hsn_code: '731815',
    unit_of_measure: 'kg',
    tax_class_id,
  });
  const addresses = `/customers/${fixture.customer_id}/addresses`;
  await admin.post(addresses, { is_billing: true, address: 'Tower 1', state_code: '27' });
  const shipping = await admin.post<{ id: number }>(addresses, {
    is_shipping: true,
    address: 'Gate 3',
    state_code: '29',
  });
  const items = [{ product_id: bolt.id, description: 'Bolt', quantity: 2, unit_price: 50 }];
  const { id } = await fixture.make({ items, status: 'pending' });
  const document = await getTaxDocument(test.server.database.db, id);
  expect(document).toMatchObject({
    tax_mode: 'gst',
    place_of_supply: '29',
    buyer: { address: 'Tower 1', state_code: '27' },
    delivery: { address: 'Gate 3', state_code: '29' },
    lines: [{ hsn_code: '731815', unit: 'kg', uqc: 'KGS', gross_amount: 100, igst_amount: 18 }],
    igst_amount: 18,
    total_amount: 118,
  });
  const file = async (query = '') => (await admin.get(`/invoices/${id}/pdf${query}`)).content;
  const copyOf = async (query: string) => (await pagesOf(await file(query))).join(' ');
  const stored = await file();
  expect(await copyOf('?copy=duplicate')).toContain('DUPLICATE FOR TRANSPORTER');
  expect(await copyOf('?copy=triplicate')).toContain('TRIPLICATE FOR SUPPLIER');
  expect((await admin.get(`/invoices/${id}/pdf?copy=fourth`)).status).toBe(400);
  expect((await file()).equals(stored)).toBe(true);
  const units = await admin.get<{ id: number; code: string }[]>('/units');
  const kg = units.body.data.find(({ code }) => code === 'kg')?.id;
  await put(`/units/${kg}`, { uqc: 'OTH' });
  await put(`${addresses}/${shipping.body.data.id}`, { address: 'Gate 4' });
  expect(await getTaxDocument(test.server.database.db, id)).toEqual(document);
  const text = await textOf(id);
  for (const texts of ['TAX INVOICE', 'Karnataka (29)', 'Gate 3', 'IGST', '2 KGS', '₹118.00'])
    expect(text).toContain(texts);
});
