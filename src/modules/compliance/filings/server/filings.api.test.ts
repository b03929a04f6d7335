import { beforeAll, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { pagesOf } from '~/kit/server/testing/test-pdf';
import type { CheckResult } from '~/modules/sales/documents/findings/findings.fields';
import { noteFixture } from '~/modules/billing/credit-notes/server/credit-notes.builders';
import type { Note } from '~/modules/billing/credit-notes/credit-notes.fields';
import { canTakeStatus } from '~/modules/billing/credit-notes/credit-notes.rules';
import type { Invoice, InvoiceWithLines } from '~/modules/billing/invoices/invoices.fields';
import { canCancel } from '~/modules/billing/invoices/invoices.rules';
import {
  type InvoiceFixture,
  invoiceFixture,
} from '~/modules/billing/invoices/server/invoices.builders';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import { paymentBody } from '~/modules/billing/payments/server/payments.builders';
import type { TaxClass } from '~/modules/catalogue/tax/tax-classes.fields';
import { signInWith } from '~/modules/organization/users/roles/server/roles.builders';
import type { EInvoice } from '../e-invoice.rules';
import type { EWayBillFile } from '../e-way-bill.rules';
import {
  becomeGstCompany,
  makeGstCustomer,
} from '~/modules/sales/customers/server/gst-company.builders';
import { sampleIrn, signedFile, transport } from '../filings.builders';
import type { EInvoiceRecord, Filings } from '../filings.fields';

const test = fileServer();
const day = 86_400_000;

let fixture: InvoiceFixture;
let early: InvoiceWithLines;
let line: object;

beforeAll(async () => {
  const customer = await makeGstCustomer(test.admin);
  fixture = invoiceFixture(test.admin, customer.id);
  early = await fixture.make({ status: 'pending' });
  line = { ...(await becomeGstCompany(test.admin)), quantity: 10, unit_price: 100 };
});

const make = (values: object = {}) => fixture.make({ items: [line as never], ...values });
const issued = () => make({ status: 'pending' });
const refusal = ({ status, body }: { status: number; body: { code: string } }) => [
  status,
  body.code,
];

async function fileOf(id: number, path = '/invoices'): Promise<EInvoice> {
  const { content } = await test.admin.get(`${path}/${id}/e-invoice`);
  const [file] = JSON.parse(content.toString()) as EInvoice[];
  if (!file) throw new Error('There is no document in the file');
  return file;
}

function clockText(instant: Date): string {
  return new Date(instant.getTime() + 330 * 60_000).toISOString().slice(0, 19).replace('T', ' ');
}

async function registered(age = 0) {
  const { id } = await issued();
  const Irn = String(id).padStart(64, 'a');
  const ackDate = clockText(new Date(test.server.clock.now().getTime() - age));
  const file = await fileOf(id);
  const signed = signedFile(file, { change: { Irn }, ackDate });
  const response = { ...signed, Irn, SignedInvoice: undefined };
  const stored = await test.admin.post<EInvoiceRecord>(`/invoices/${id}/e-invoice`, response);
  expect([stored.status, stored.body.data.irn]).toEqual([201, Irn]);
  return { id, response, file };
}

describe('the check before issue', () => {
  it('says what is missing and where it is fixed, and keeps a draft from being issued by any way', async () => {
    const draft = await make({ items: [{ description: 'Bolt', quantity: 1, unit_price: 1 }] });
    const { data } = (await test.admin.get<CheckResult>(`/invoices/${draft.id}/check`)).body;
    expect(data.ready).toBe(false);
    expect(data.findings.map(({ severity, field, fix }) => [severity, field, fix])).toEqual([
      ['error', 'items.0.hsn_code', `/invoices?view=${draft.id}`],
      ['error', 'items.0.tax_class_id', `/invoices?view=${draft.id}`],
      ['warning', 'items.0.unit', `/invoices?view=${draft.id}`],
    ]);
    for (const response of [
      await fixture.setStatus(draft.id, 'pending'),
      await fixture.put(draft.id, { status: 'sent' }),
      await fixture.send(draft.id),
      await test.admin.post('/payments', paymentBody({ invoice_id: draft.id, amount: 1 })),
    ]) {
      expect(refusal(response)).toEqual([409, 'invoice.not_ready']);
      expect(response.body.details.map(({ field, fix }) => [field, fix])).toEqual([
        ['items.0.hsn_code', `/invoices?view=${draft.id}`],
        ['items.0.tax_class_id', `/invoices?view=${draft.id}`],
      ]);
    }
    await fixture.put(draft.id, { items: [line as never] });
    expect((await fixture.setStatus(draft.id, 'pending')).status).toBe(200);
  });

  it('leads to the product that lacks a code, which the draft has as soon as the product does', async () => {
    const product = await makeProduct(test.admin, {});
    const goods = { product_id: product.id, description: 'Bolt', quantity: 1, unit_price: 1 };
    const draft = await make({ items: [goods] });
    const errors = async () => {
      const { body } = await test.admin.get<CheckResult>(`/invoices/${draft.id}/check`);
      return body.data.findings.map(({ field, fix }) => [field, fix]);
    };
    const fixPath = `/inventory/products?view=${product.id}`;
    expect(await errors()).toEqual([
      ['items.0.hsn_code', fixPath],
      ['items.0.tax_class_id', fixPath],
    ]);
    const classes = (await test.admin.get<TaxClass[]>('/tax-classes')).body.data;
    const tax_class_id = classes.find(({ name }) => name === 'GST 5%')?.id;
    await test.admin.put(`/products/${product.id}`, { hsn_code: '731815', tax_class_id });
    expect(await errors()).toEqual([['items.0.tax_class_id', `/invoices?view=${draft.id}`]]);
    await fixture.put(draft.id, { items: [goods] });
    await test.admin.put(`/products/${product.id}`, { hsn_code: null });
    expect(await errors()).toEqual([]);
    const late = await make({ items: [{ ...goods, tax_class_id }] });
    await test.admin.put(`/products/${product.id}`, { hsn_code: '731816' });
    const done = await fixture.setStatus(late.id, 'pending');
    expect(done.body.data.items).toMatchObject([{ hsn_code: '731816' }]);
    expect((await fileOf(late.id)).ItemList).toMatchObject([{ HsnCd: '731816' }]);
  });

  it('finds nothing in what was made without GST, which becomes no e-invoice', async () => {
    const check = await test.admin.get<CheckResult>(`/invoices/${early.id}/check`);
    expect(check.body.data).toEqual({ ready: true, findings: [], is_filed: false });
    const file = await test.admin.get(`/invoices/${early.id}/e-invoice`);
    expect(refusal(file)).toEqual([409, 'e_invoice.refused']);
    expect(file.body.details[0]).toMatchObject({ field: 'tax_mode', record: { id: early.id } });
  });
});

describe('an e-invoice', () => {
  it('is a list of one document, or of many, none of them a draft', async () => {
    const [one, two, draft] = [await issued(), await issued(), await make()];
    expect(await fileOf(one.id)).toMatchObject({
      DocDtls: { Typ: 'INV', No: one.invoice_number },
      SellerDtls: { Gstin: '27AAPFU0939F1ZV', LglNm: 'Deccan Fasteners Limited', Pin: 411002 },
      ItemList: [{ HsnCd: '731815', Unit: 'KGS', GstRt: 18, CgstAmt: 90 }],
      ValDtls: { TotInvVal: one.total_amount },
    });
    const many = await test.admin.get(`/tax/e-invoices?ids=${one.id},${two.id}`);
    const files = JSON.parse(many.content.toString()) as EInvoice[];
    expect(files.map(({ DocDtls }) => DocDtls.No)).toEqual([
      one.invoice_number,
      two.invoice_number,
    ]);
    const some = await test.admin.get(`/tax/e-invoices?ids=${one.id},${draft.id}`);
    expect(refusal(some)).toEqual([409, 'e_invoice.refused']);
    expect(some.body.details).toMatchObject([{ field: 'status', record: { id: draft.id } }]);
    expect((await test.admin.get('/tax/e-invoices?ids=1,x')).status).toBe(400);
  });

  it('is kept with its signed answer, once, however often that is sent', async () => {
    const { id, response, file } = await registered();
    const again = await Promise.all(
      [1, 2].map(() => test.admin.post(`/invoices/${id}/e-invoice`, [response])),
    );
    expect(again.map(({ status }) => status)).toEqual([201, 201]);
    const { data } = (await test.admin.get<Filings>(`/invoices/${id}/filings`)).body;
    expect(data.e_invoice).toMatchObject({ cancelled_at: null, ack_no: '112610000000001' });
    const other = { ...response, Irn: sampleIrn };
    expect((await test.admin.post(`/invoices/${id}/e-invoice`, other)).status).toBe(400);
    const second = signedFile(file);
    const sent = await test.admin.post(`/invoices/${id}/e-invoice`, second);
    expect(refusal(sent)).toEqual([409, 'e_invoice.exists']);
  });

  it('is made no second time, also after its IRN was cancelled', async () => {
    const [{ id, response }, other] = [await registered(), await issued()];
    const paths = [`/invoices/${id}/e-invoice`, `/tax/e-invoices?ids=${other.id},${id}`];
    const message = `It already has the IRN ${response.Irn}`;
    const refusesBoth = async () => {
      for (const path of paths) {
        const file = await test.admin.get(path);
        expect(refusal(file)).toEqual([409, 'e_invoice.refused']);
        expect(file.body.details).toMatchObject([{ message, record: { id } }]);
      }
    };
    await refusesBoth();
    await test.admin.post(`/invoices/${id}/e-invoice/cancel`, { reason: 'Wrong price' });
    await refusesBoth();
  });

  it('is printed on the invoice with its QR code, until it is cancelled', async () => {
    const { id } = await issued();
    const pdf = async () => (await test.admin.get(`/invoices/${id}/pdf`)).content;
    const plain = await pdf();
    await test.admin.post(`/invoices/${id}/e-invoice`, signedFile(await fileOf(id)));
    const [printed] = await pagesOf(await pdf());
    expect(printed).toContain('112610000000001');
    expect(printed?.replaceAll(' ', '')).toContain(sampleIrn);
    expect(await pdf()).toEqual(await pdf());
    const sent = await fixture.send(id);
    expect(sent.body.code).toBe('invoice.mail_rejected');
    const cancelled_at = '2026-11-02T05:00:00Z';
    const reason = 'Wrong price';
    await test.admin.post(`/invoices/${id}/e-invoice/cancel`, { reason, cancelled_at });
    expect(await pdf()).toEqual(plain);
  });

  it('refuses an answer of another document, saying what differs, and what is none', async () => {
    const [one, two] = [await issued(), await issued()];
    const foreign = await test.admin.post(
      `/invoices/${two.id}/e-invoice`,
      signedFile(await fileOf(one.id), { change: { TotInvVal: 1 } }),
    );
    expect(refusal(foreign)).toEqual([400, 'e_invoice.foreign']);
    expect(foreign.body.details.map(({ field }) => field)).toEqual(['DocNo', 'TotInvVal', 'DocNo']);
    for (const body of [{}, [], { ErrorMessage: 'Duplicate IRN' }]) {
      const response = await test.admin.post(`/invoices/${two.id}/e-invoice`, body);
      expect(refusal(response)).toEqual([400, 'e_invoice.unreadable']);
    }
  });

  it('is cancelled within 24 hours, and only then its invoice', async () => {
    const { id } = await registered();
    expect(canCancel(await fixture.read(id)).ok).toBe(false);
    const cursor = (await test.admin.get('/invoices')).headers.get('list-cursor') ?? '';
    expect(refusal(await fixture.setStatus(id, 'cancelled'))).toEqual([409, 'invoice.irn_active']);
    const cancel = (body: object) =>
      test.admin.post<EInvoiceRecord>(`/invoices/${id}/e-invoice/cancel`, body);
    expect((await cancel({})).status).toBe(400);
    const at = new Date(test.server.clock.now().getTime() + day).toISOString();
    expect((await cancel({ reason: 'Wrong price', cancelled_at: at })).status).toBe(400);
    const done = await cancel({ reason: 'Wrong price' });
    expect([done.status, done.body.data.cancel_reason]).toEqual([200, 'Wrong price']);
    expect(refusal(await cancel({ reason: 'Again' }))).toEqual([409, 'e_invoice.missing']);
    const { data } = (await test.admin.get<{ rows: Invoice[] }>(`/invoices?since=${cursor}`)).body;
    expect(data.rows.map((invoice) => [invoice.id, canCancel(invoice).ok])).toEqual([[id, true]]);
    expect((await fixture.setStatus(id, 'cancelled')).status).toBe(200);
  });

  it('is for good after that', async () => {
    const { id } = await registered(day + 1000);
    const late = await test.admin.post(`/invoices/${id}/e-invoice/cancel`, { reason: 'Late' });
    expect(refusal(late)).toEqual([409, 'e_invoice.too_late']);
    expect(refusal(await fixture.setStatus(id, 'cancelled'))).toEqual([409, 'invoice.irn_active']);
  });
});

describe.each([
  ['credit', '/credit-notes', 'CRN'],
  ['debit', '/debit-notes', 'DBN'],
] as const)('a %s note', (kind, path, Typ) => {
  it('has its e-invoice, signed answer, QR code and cancelling like an invoice', async () => {
    const invoice = await issued();
    const notes = noteFixture(test.admin, invoice, kind);
    const draft = await notes.make([{ quantity: 2 }]);
    const check = await test.admin.get<CheckResult>(`${path}/${draft.id}/check`);
    expect(check.body.data).toEqual({ ready: true, findings: [], is_filed: false });
    const early = await test.admin.get(`${path}/${draft.id}/e-invoice`);
    expect(refusal(early)).toEqual([409, 'e_invoice.refused']);
    expect(early.body.details).toMatchObject([
      { field: 'status', fix: `${path}?view=${draft.id}`, record: { type: `${kind}_note` } },
    ]);
    const { note_number: No } = (await notes.setStatus(draft.id, 'issued')).body.data;
    const file = await fileOf(draft.id, path);
    expect(file).toMatchObject({
      DocDtls: { Typ, No },
      RefDtls: { PrecDocDtls: [{ InvNo: invoice.invoice_number }] },
      ValDtls: { AssVal: 200, CgstVal: 18, SgstVal: 18, TotInvVal: 236 },
    });
    const post = (response: object, more = '') =>
      test.admin.post<EInvoiceRecord>(`${path}/${draft.id}/e-invoice${more}`, response);
    const foreign = signedFile(await fileOf(invoice.id));
    expect(refusal(await post(foreign))).toEqual([400, 'e_invoice.foreign']);
    const pdf = async () => (await test.admin.get(`${path}/${draft.id}/pdf`)).content;
    const plain = await pdf();
    const Irn = No.replaceAll(/\D/g, '').padStart(64, kind === 'credit' ? 'c' : 'd');
    const ackDate = clockText(test.server.clock.now());
    const signed = { ...signedFile(file, { change: { Irn }, ackDate }), Irn };
    const response = { ...signed, SignedInvoice: undefined };
    const stored = await Promise.all([post(response), post([response])]);
    expect(stored.map(({ status }) => status)).toEqual([201, 201]);
    expect((await pagesOf(await pdf()))[0]?.replaceAll(' ', '')).toContain(Irn);
    const { data } = (await test.admin.get<Note>(`${path}/${draft.id}`)).body;
    expect(canTakeStatus(data, 'cancelled').ok).toBe(false);
    const stopped = await notes.setStatus(draft.id, 'cancelled');
    expect(refusal(stopped)).toEqual([409, 'note.irn_active']);
    expect((await post({ reason: 'Wrong price' }, '/cancel')).status).toBe(200);
    expect(await pdf()).toEqual(plain);
    expect((await notes.setStatus(draft.id, 'cancelled')).status).toBe(200);
  });

  it('is not issued with a date that portals refuse', async () => {
    const notes = noteFixture(test.admin, await issued(), kind);
    const response = await notes.post([{}], { status: 'issued', note_date: '2999-01-01' });
    expect(refusal(response)).toEqual([409, 'note.not_ready']);
    expect(response.body.details).toMatchObject([{ field: 'date' }]);
  });
});

it('an e-way bill is made of an invoice and how its goods travel, which is kept', async () => {
  const { id, invoice_number } = await issued();
  const post = (body: object) => test.admin.post<EWayBillFile>(`/invoices/${id}/e-way-bill`, body);
  const incomplete = await post({ mode: 'road', distance_km: 12 });
  expect(refusal(incomplete)).toEqual([409, 'e_way_bill.refused']);
  expect(incomplete.body.details.map(({ field }) => field)).toEqual(['vehicle_number']);
  const created = await post({ mode: 'road', distance_km: 12, vehicle_number: 'mh 12 ab 1234' });
  expect(created.body.data.billLists).toMatchObject([
    { docNo: invoice_number, transDistance: 12, vehicleNo: 'MH12AB1234', fromPincode: 411002 },
  ]);
  const { data } = (await test.admin.get<Filings>(`/invoices/${id}/filings`)).body;
  expect(data.transport).toEqual(transport({ distance_km: 12 }));
});

it('files need the right to export, answers that to issue', async () => {
  const { id } = await issued();
  const all = { read: 'all', create: true, update: true, delete: true } as const;
  const { client } = await signInWith(test, { customers: { read: 'all' }, invoices: all });
  expect((await client.get(`/invoices/${id}/check`)).status).toBe(200);
  for (const response of [
    await client.get(`/invoices/${id}/e-invoice`),
    await client.get(`/tax/e-invoices?ids=${id}`),
    await client.post(`/invoices/${id}/e-invoice`, {}),
    await client.post(`/invoices/${id}/e-invoice/cancel`, { reason: 'No' }),
    await client.post(`/invoices/${id}/e-way-bill`, { mode: 'road', distance_km: 1 }),
  ])
    expect(response.status).toBe(403);
});
