import { beforeAll, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { dayOf } from '~/kit/shared/time/days';
import { noteFixture } from '~/modules/billing/credit-notes/server/credit-notes.builders';
import { makeCustomer } from '~/modules/sales/customers/server/customers.builders';
import { damageDocument } from '~/modules/billing/invoices/server/invoices.builders';
import type { InvoiceWithLines } from '~/modules/billing/invoices/invoices.fields';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import type { TaxClass } from '~/modules/catalogue/tax/tax-classes.fields';
import { makeUser } from '~/modules/organization/users/server/users.builders';
import type { MonthReturn } from '../filed-returns.fields';

const test = fileServer();
const pune = '27AAPFU0939F1ZV';
const buyer = '27AABCU9603R1ZN';
const path = '/tax/gstr1?month=2026-11';

let customer: number;
let bolt: number;
let taxClass: number | undefined;

const makeInvoice = (values: object = {}) =>
  makeRecord<InvoiceWithLines>(test.admin, '/invoices', {
    customer_id: customer,
    invoice_date: '2026-11-02',
    due_date: '2026-12-02',
    items: [{ product_id: bolt, description: 'Bolt & nut', quantity: 3, unit_price: 100 }],
    ...values,
  });
const issue = async ({ id }: InvoiceWithLines) =>
  test.admin.put(`/invoices/${id}/status`, { status: 'sent' });
const read = async () => (await test.admin.get<MonthReturn>(path)).body.data;

beforeAll(async () => {
  const classes = (await test.admin.get<TaxClass[]>('/tax-classes')).body.data;
  const tax_class_id = classes.find(({ name }) => name === 'GST 18%')?.id;
  taxClass = tax_class_id;
  const address = { billing_address: '1 Mill Road', city: 'Pune', postal_code: '411001' };
  const registered = { gst_category: 'regular', gstin: buyer } as const;
  customer = (await makeCustomer(test.admin, { ...registered, ...address })).id;
  const goods = { hsn_code: '731815', unit_of_measure: 'kg', stock_quantity: 900, tax_class_id };
  bolt = (await makeProduct(test.admin, goods)).id;
  await test.admin.put('/billing/profile', {
    tax_id: pune,
    company_name: 'Deccan Fasteners',
    billing_address: '2 Ring Road',
    city: 'Pune',
    zip_code: '411002',
  });
  await test.admin.put('/settings', { tax_mode: 'gst' });
});

describe('the GSTR-1 of a month', () => {
  it('holds the month’s issued invoices, as tables and as files', async () => {
    const [first, second] = [await makeInvoice(), await makeInvoice()];
    await makeInvoice();
    for (const each of [first, second]) expect((await issue(each)).status).toBe(200);
    await issue(await makeInvoice({ invoice_date: '2026-10-31' }));
    const month = await read();
    expect(month.tables.b2b.rows).toMatchObject([
      { gstin: buyer, rate: 18, taxable_value: 300, cgst_amount: 27, sgst_amount: 27, value: 354 },
      { section: '4A' },
    ]);
    expect(month.totals).toMatchObject({ documents: 2, taxable_value: 600, total_amount: 708 });
    expect(month.tables.hsn.rows).toMatchObject([{ hsn_code: '731815', uqc: 'KGS', quantity: 6 }]);
    expect(month.documents.map(({ id }) => id)).toEqual([first.id, second.id]);
    expect(month).toMatchObject({ filed: null, changed_since_filing: [], gstin: pune });
    const json = await test.admin.get(`${path}&format=json`);
    expect(json.headers.get('content-disposition')).toContain('gstr1-2026-11.json');
    expect(JSON.parse(Buffer.from(json.content).toString())).toMatchObject({
      gstin: pune,
      fp: '112026',
      b2b: [{ ctin: buyer, inv: [{ val: 354 }, { val: 354 }] }],
    });
    const csv = await test.admin.get(`${path}&format=csv`);
    expect(csv.headers.get('content-type')).toContain('text/csv');
    expect(Buffer.from(csv.content).toString()).toContain('Total,,,,,,,,,,,,600,0,54,54\r\n');
  });

  it('tells which documents changed after the month was filed', async () => {
    const [stored] = (await read()).documents;
    const filed = await test.admin.put('/tax/gstr1/2026-11/filed', {});
    expect(filed.body.data).toMatchObject({ month: '2026-11', filed_by_name: expect.any(String) });
    expect(await read()).toMatchObject({ filed: filed.body.data, changed_since_filing: [] });
    const late = await makeInvoice();
    await issue(late);
    await test.admin.put(`/invoices/${stored?.id}/status`, { status: 'cancelled' });
    const { changed_since_filing, tables } = await read();
    expect(changed_since_filing).toMatchObject([
      { kind: 'invoice', id: stored?.id, change: 'cancelled' },
      { id: late.id, change: 'added' },
    ]);
    // The number between them is that of October.
    expect(tables.doc_issue.rows).toMatchObject([
      { total: 2, cancelled: 1, issued: 1 },
      { total: 1, cancelled: 0, issued: 1 },
    ]);
    await Promise.all([
      test.admin.put('/tax/gstr1/2026-11/filed', {}),
      test.admin.put('/tax/gstr1/2026-11/filed', {}),
    ]);
    expect((await read()).changed_since_filing).toEqual([]);
    expect((await test.admin.delete('/tax/gstr1/2026-11/filed')).status).toBe(200);
    expect((await read()).filed).toBeNull();
    const again = await test.admin.delete('/tax/gstr1/2026-11/filed');
    expect([again.status, again.body.code]).toEqual([404, 'return.not_filed']);
    const early = await test.admin.put('/tax/gstr1/2099-01/filed', {});
    expect([early.status, early.body.code]).toEqual([409, 'return.month_ahead']);
  });

  it('is refused for what is not a month, and for a person who does not see the whole company', async () => {
    for (const query of ['', '?month=2026-13', '?month=2026-11&format=xml'])
      expect((await test.admin.get(`/tax/gstr1${query}`)).status).toBe(400);
    const workspace = await makeRecord<{ id: number }>(test.admin, '/workspaces', { name: 'Pune' });
    await test.admin.put('/settings', { workspace_isolation: true });
    const plain = await makeUser(test.server);
    const user = await test.server.signIn(plain.username, plain.password);
    await test.admin.post(`/workspaces/${workspace.id}/members`, {
      user_id: plain.id,
      role: 'member',
    });
    const refused = await user.get(path);
    expect([refused.status, refused.body.code]).toEqual([403, 'return.not_all']);
    expect((await user.get('/tax/tally?month=2026-11')).status).toBe(403);
    expect((await user.put('/tax/gstr1/2026-11/filed', {})).status).toBe(403);
    await test.admin.put('/settings', { workspace_isolation: false });
  });
});

it('the XML for Tally has a voucher for each document of the month', async () => {
  const file = await test.admin.get('/tax/tally?month=2026-11');
  expect(file.headers.get('content-type')).toContain('application/xml');
  const xml = Buffer.from(file.content).toString();
  expect(xml.split('<VOUCHER ').length - 1).toBe(3);
  expect(xml).toContain('<STOCKITEM NAME="Bolt &amp; nut"');
  expect(xml.endsWith('</ENVELOPE>\n')).toBe(true);
});

it('the XML for Tally takes TDS, round-off and write-offs off the party, and keeps one name for a GSTIN', async () => {
  const other = await makeCustomer(test.admin, {
    company_name: (await test.admin.get<{ company_name: string }>(`/customers/${customer}`)).body
      .data.company_name,
    gst_category: 'regular',
    gstin: '29AABCU9603R1ZJ',
    billing_address: '1 Fort Road',
    city: 'Bengaluru',
    postal_code: '560001',
  });
  const { id: invoice_id } = await makeInvoice({
    customer_id: other.id,
    invoice_date: '2026-08-03',
  });
  await test.admin.put(`/invoices/${invoice_id}/status`, { status: 'sent' });
  const receipt = await test.admin.post('/receipts', {
    customer_id: other.id,
    receipt_date: '2026-08-05',
    payment_method: 'bank_transfer',
    amount: 200,
    allocations: [{ invoice_id, amount: 200, tds_amount: 30, round_off: 0.6 }],
  });
  expect(receipt.status).toBe(201);
  const written = await test.admin.post(`/invoices/${invoice_id}/write-off`, {
    amount: 40,
    reason: 'Gone',
  });
  expect(written.status).toBe(201);
  const text = async (month: string) =>
    Buffer.from((await test.admin.get(`/tax/tally?month=${month}`)).content).toString();
  const august = await text('2026-08');
  expect(august).toContain('<LEDGERNAME>TDS Receivable</LEDGERNAME>');
  expect(august).toContain('<LEDGERNAME>Round Off</LEDGERNAME>');
  expect(august).toMatch(/<LEDGER NAME="[^"]+ \(29AABCU9603R1ZJ\)"/);
  expect(august).not.toContain('Bad Debts</LEDGERNAME>');
  // It is written off today.
  const thisMonth = dayOf(new Date(), 'Asia/Kolkata').slice(0, 7);
  expect(await text(thisMonth)).toContain('<LEDGERNAME>Bad Debts</LEDGERNAME>');
});

it('the XML for Tally keeps the name of goods whose description others share, whichever comes first in a month', async () => {
  const sell = async (invoice_date: string, codes: readonly string[]) => {
    const line = { description: 'Gear  wheel', quantity: 1, unit_price: 100 };
    const items = codes.map((hsn_code) => ({ ...line, hsn_code, tax_class_id: taxClass }));
    expect((await issue(await makeInvoice({ invoice_date, items }))).status).toBe(200);
  };
  await sell('2026-05-04', ['848340', '731816']);
  await sell('2026-06-04', ['731816', '848340']);
  const namesIn = async (month: string) => {
    const { content } = await test.admin.get(`/tax/tally?month=${month}`);
    const masters = /<STOCKITEM NAME="(Gear[^"]*)".*?<HSNCODE>(\d+)</gs;
    return [...Buffer.from(content).toString().matchAll(masters)]
      .map(([, ...each]) => each)
      .toSorted();
  };
  const names = [
    ['Gear wheel (731816)', '731816'],
    ['Gear wheel', '848340'],
  ];
  expect([await namesIn('2026-05'), await namesIn('2026-06')]).toEqual([names, names]);
});

it('an issued note of the month is in the tables and in the XML, taken off', async () => {
  const invoice = await makeInvoice();
  await issue(invoice);
  const before = (await read()).totals.total_amount;
  const note = await noteFixture(test.admin, invoice).issue([{ quantity: 1 }], {
    note_date: '2026-11-03',
  });
  const { tables, totals } = await read();
  expect(tables.cdnr.rows).toMatchObject([
    {
      number: note.note_number,
      original_number: expect.stringMatching(/^INV-/),
      taxable_value: -100,
      cgst_amount: -9,
      value: -118,
    },
  ]);
  expect(totals.total_amount).toBe(before - 118);
  expect(tables.doc_issue.rows).toContainEqual(expect.objectContaining({ kind: 'credit_note' }));
  const xml = await test.admin.get('/tax/tally?month=2026-11');
  expect(Buffer.from(xml.content).toString()).toContain('<VOUCHER VCHTYPE="Credit Note"');
});

it('the XML for Tally leads from one bank line to the vouchers of its receipt by their reference', async () => {
  const may = { invoice_date: '2026-05-04', due_date: '2026-06-03' };
  const invoices = [await makeInvoice(may), await makeInvoice(may)];
  for (const each of invoices) await issue(each);
  await makeRecord(test.admin, '/receipts', {
    customer_id: customer,
    receipt_date: '2026-05-20',
    payment_method: 'bank_transfer',
    reference_number: 'UTR 4411',
    amount: 708,
    allocations: invoices.map(({ id }) => ({ invoice_id: id, amount: 354 })),
  });
  const { content } = await test.admin.get('/tax/tally?month=2026-05');
  expect(content.toString().match(/<NARRATION>Payment of INV-[^<]*, UTR 4411</g)).toHaveLength(2);
});

it('leaves out documents issued and cancelled after the month was filed', async () => {
  const july = { invoice_date: '2026-07-01', due_date: '2026-12-02' };
  const first = await makeInvoice(july);
  await issue(first);
  expect((await test.admin.put('/tax/gstr1/2026-07/filed', {})).status).toBe(200);
  const passing = await makeInvoice(july);
  await issue(passing);
  const notes = noteFixture(test.admin, first);
  const note = await notes.issue([{ quantity: 1 }], { note_date: '2026-07-02' });
  const changes = async () =>
    (await test.admin.get<MonthReturn>('/tax/gstr1?month=2026-07')).body.data.changed_since_filing;
  expect(await changes()).toMatchObject([
    { kind: 'invoice', id: passing.id, change: 'added' },
    { kind: 'credit_note', id: note.id, change: 'added' },
  ]);
  expect((await notes.setStatus(note.id, 'cancelled')).status).toBe(200);
  const cancelled = await test.admin.put(`/invoices/${passing.id}/status`, { status: 'cancelled' });
  expect(cancelled.status).toBe(200);
  expect(await changes()).toEqual([]);
});

it('leaves damaged documents and their notes out of a month, and names them', async () => {
  const september = (day: string) => ({ invoice_date: `2026-09-${day}`, due_date: '2026-12-02' });
  const [sound, broken] = [await makeInvoice(september('01')), await makeInvoice(september('02'))];
  for (const each of [sound, broken]) await issue(each);
  const note = await noteFixture(test.admin, broken).issue([{}], { note_date: '2026-09-03' });
  const at = '/tax/gstr1?month=2026-09';
  const { database } = test.server;
  const { invoice_number: number } = (
    await test.admin.get<InvoiceWithLines>(`/invoices/${broken.id}`)
  ).body.data;
  await damageDocument(database, broken.id, "document - 'lines'");
  const month = (await test.admin.get<MonthReturn>(at)).body.data;
  expect(month.documents.map(({ id }) => id)).toEqual([sound.id]);
  expect(month.totals).toMatchObject({ documents: 1, taxable_value: 300 });
  const skipped = { message: expect.stringContaining('do not include it') as string };
  expect(month.warnings).toMatchObject([
    { kind: 'invoice', id: broken.id, number, ...skipped },
    { kind: 'credit_note', id: note.id, number: note.note_number, ...skipped },
  ]);
  for (const format of ['json', 'csv']) {
    const file = await test.admin.get(`${at}&format=${format}`);
    const name = `gstr1-2026-09-incomplete.${format}`;
    expect([file.status, file.headers.get('content-disposition')]).toEqual([
      200,
      `attachment; filename="${name}"`,
    ]);
  }
  const tally = await test.admin.get('/tax/tally?month=2026-09');
  expect(String(tally.content)).toContain(`damaged: ${number} -->`);
  expect(String(tally.content)).toMatch(/<\/ENVELOPE>\s*$/);
  expect((await test.admin.put('/tax/gstr1/2026-09/filed', {})).status).toBe(200);
  const many = await test.admin.get(`/tax/e-invoices?ids=${sound.id},${broken.id}`);
  expect([many.status, many.body.code]).toEqual([409, 'e_invoice.refused']);
  expect(many.body.details).toMatchObject([{ record: { id: broken.id } }]);
});
