import { beforeAll, describe, expect, it } from 'vitest';
import { ownServer } from '~/app/testing/test-file-server';
import { pagesOf } from '~/kit/server/testing/test-pdf';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import type { InvoiceWithLines } from '~/modules/billing/invoices/invoices.fields';
import {
  type InvoiceFixture,
  openInvoiceFixture,
} from '~/modules/billing/invoices/server/invoices.builders';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import type { MonthReturn } from '~/modules/compliance/returns/filed-returns.fields';
import type { TaxClass } from '~/modules/catalogue/tax/tax-classes.fields';
import type { Note } from '../credit-notes.fields';
import { noteFixture } from './credit-notes.builders';

const test = ownServer({ SMTP_URL: '' });
let fixture: InvoiceFixture;

beforeAll(async () => {
  fixture = await openInvoiceFixture(test.admin, { email: 'stores@sahyadri.example' });
});

const issued = (values: object = {}): Promise<InvoiceWithLines> =>
  fixture.make({ status: 'pending', ...values });

it('is mailed with its file, which is the same forever and issues a draft', async () => {
  const notes = noteFixture(test.admin, await issued());
  const draft = await notes.make([{}]);
  const file = async () => (await test.admin.get(`/credit-notes/${draft.id}/pdf`)).content;
  expect((await pagesOf(await file())).join(' ')).toContain('DRAFT');
  const sent = await test.admin.post<Note>(`/credit-notes/${draft.id}/send`);
  expect(sent.status).toBe(200);
  expect(sent.body.data).toMatchObject({ status: 'issued', mail_status: 'accepted' });
  const stored = await file();
  const texts = (await pagesOf(stored)).join(' ');
  for (const word of ['CREDIT NOTE', sent.body.data.note_number, sent.body.data.invoice_number])
    expect(texts).toContain(word);
  await test.admin.put(`/customers/${fixture.customer_id}`, { company_name: 'Renamed Castings' });
  expect((await file()).equals(stored)).toBe(true);
  await notes.setStatus(draft.id, 'cancelled');
  expect((await pagesOf(await file())).join(' ')).toContain('CANCELLED');
  await test.admin.put(`/customers/${fixture.customer_id}`, { email: null });
  const other = await notes.make([{}]);
  const refused = await test.admin.post(`/credit-notes/${other.id}/send`);
  expect([refused.status, refused.body.code]).toEqual([400, 'note.recipient_missing']);
  expect((await notes.read(other.id)).status).toBe('draft');
});

it('is mailed once by calls with one key that arrive at once', async () => {
  await test.admin.put(`/customers/${fixture.customer_id}`, { email: 'stores@sahyadri.example' });
  const draft = await noteFixture(test.admin, await issued()).make([{}]);
  const send = () =>
    test.admin.post<Note>(`/credit-notes/${draft.id}/send`, undefined, {
      'idempotency-key': 'send a note',
    });
  const { database } = test.server;
  const count = async () => (await database.pool.query('select from mails')).rowCount ?? 0;
  const before = await count();
  const responses = await Promise.all([send(), send(), send()]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await count()).toBe(before + 1);
});

describe('of an invoice by GST', () => {
  let product: number;
  let tax_class_id: number | null;
  const seller = '27AAPFU0939F1ZV';

  beforeAll(async () => {
    const classes = await test.admin.get<TaxClass[]>('/tax-classes');
    tax_class_id = classes.body.data.find(({ name }) => name === 'GST 18%')?.id ?? null;
    product = (await makeProduct(test.admin, { hsn_code: '731815', tax_class_id })).id;
    const address = { billing_address: '1 Mill Road', city: 'Pune', zip_code: '411001' };
    const profile = { tax_id: seller, company_name: 'Deccan Fasteners', ...address };
    await test.admin.put('/billing/profile', profile);
    await test.admin.put('/settings', { tax_mode: 'gst', round_to_rupee: true });
  });

  it.each([
    ['27', 'cgst_amount'],
    ['30', 'igst_amount'],
  ] as const)('with the place of supply %s a note has its %s', async (place_of_supply, tax) => {
    const items = [
      {
        product_id: product,
        description: 'Bolt',
        quantity: 3,
        unit_price: 33.35,
        discount_amount: 0.04,
      },
      {
        description: 'Packing',
        quantity: 1,
        unit_price: 0.5,
        hsn_code: '998540',
        tax_class_id,
      },
    ];
    const invoice = await issued({ items, place_of_supply });
    const notes = noteFixture(test.admin, invoice);
    const first = await notes.issue([{ quantity: 1 }]);
    expect(first.items[0]).toMatchObject({ tax_rate: 18, hsn_code: '731815', line_total: 33.34 });
    expect(first[tax]).toBe(tax === 'cgst_amount' ? 3 : 6);
    const rest = await notes.issue([{ quantity: 2 }, { at: 1 }]);
    for (const name of ['subtotal', 'tax_amount', 'round_off', 'total_amount', tax] as const) {
      expect(sumOf([first[name], rest[name]])).toBe(invoice[name]);
    }
    expect(await notes.stands()).toEqual(['paid', invoice.total_amount, 0, 0, 0]);
    const debit = noteFixture(test.admin, invoice, 'debit');
    expect((await debit.issue([{ unit_price: 50 }]))[tax]).toBe(tax === 'cgst_amount' ? 4.5 : 9);
  });

  it('notes on price and tax take no units from table 12, and returns theirs', async () => {
    const items = [{ product_id: product, description: 'Bolt', quantity: 10, unit_price: 10 }];
    const invoice = await issued({ items, place_of_supply: '27' });
    const month = invoice.invoice_date.slice(0, 7);
    const units = async () => {
      const { body } = await test.admin.get<MonthReturn>(`/tax/gstr1?month=${month}`);
      const rows = body.data.tables.hsn.rows.filter(({ hsn_code }) => hsn_code === '731815');
      return rows.reduce((sum, { quantity }) => sum + quantity, 0);
    };
    const before = await units();
    const notes = noteFixture(test.admin, invoice);
    await notes.issue([{ quantity: 10, unit_price: 1 }], { reason: 'price' });
    await notes.issue([{ quantity: 10, unit_price: 1 }], { reason: 'tax' });
    const debit = noteFixture(test.admin, invoice, 'debit');
    await debit.issue([{ quantity: 10, unit_price: 2 }], { reason: 'price' });
    expect(await units()).toBe(before);
    expect((await notes.issue([{ quantity: 5 }])).subtotal).toBe(40);
    expect(await units()).toBe(before - 5);
  });
});
