import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { pagesOf } from '~/kit/server/testing/test-pdf';
import { formatMoney } from '~/kit/shared/money/money';
import { completeGstin } from '~/modules/organization/company/gstin.rules';
import { noteFixture } from '~/modules/billing/credit-notes/server/credit-notes.builders';
import { makeCustomer } from '~/modules/sales/customers/server/customers.builders';
import { typedSale } from '~/modules/sales/documents/taxes/server/random-documents.builders';
import type { TaxPreview } from '~/modules/sales/documents/taxes/tax-preview.fields';
import { restOf, sumOf } from '~/modules/sales/documents/lines/totals.rules';
import { pricedOf, sentTerms } from '~/modules/sales/documents/lines/typed-lines.rules';
import type { EInvoice } from '~/modules/compliance/filings/e-invoice.rules';
import type { InvoiceWithLines } from '~/modules/billing/invoices/invoices.fields';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import type { TaxClass } from '~/modules/catalogue/tax/tax-classes.fields';
import type { MonthReturn } from '../filed-returns.fields';

/** `SALES=1000` for more. */
const sales = Number(process.env['SALES'] ?? 20);
const test = fileServer();
const day = '2026-11-02';
const names = [
  'subtotal',
  'discount_amount',
  'cgst_amount',
  'sgst_amount',
  'igst_amount',
  'tax_amount',
] as const;
const all = [...names, 'round_off', 'total_amount'] as const;

let customers: number[] = [];
let classes: number[] = [];
let product: number;

beforeAll(async () => {
  const address = { billing_address: '2 Ring Road', city: 'Pune' };
  const identity = { company_name: 'Deccan Fasteners', tax_id: '27AAPFU0939F1ZV', ...address };
  await test.admin.put('/billing/profile', { ...identity, zip_code: '411002' });
  const settings = { turnover_band: 'up_to_5_crore', round_to_rupee: true, price_decimals: 4 };
  await test.admin.put('/settings', { tax_mode: 'gst', ...settings });
  const listed = (await test.admin.get<TaxClass[]>('/tax-classes')).body.data;
  classes = listed.map(({ id }) => id);
  const here = { ...address, postal_code: '411001' };
  const away = { billing_address: '7 Lake View', city: 'Bengaluru', postal_code: '560001' };
  const buyers = [
    { gst_category: 'regular', gstin: completeGstin('27AAGCB7383J1Z'), ...here },
    { gst_category: 'regular', gstin: completeGstin('29AAGCB7383J1Z'), ...away },
    { gst_category: 'sez', gstin: completeGstin('29AAGCB7383J2Z'), ...away },
    { gst_category: 'unregistered', state_code: '27', ...here },
    { gst_category: 'unregistered', state_code: '29', ...away },
  ] as const;
  const created = await Promise.all(buyers.map((buyer) => makeCustomer(test.admin, buyer)));
  customers = created.map(({ id }) => id);
  product = (await makeProduct(test.admin, { unit_of_measure: 'kg' })).id;
});

type Sale = Parameters<Parameters<typeof typedSale.map>[0]>[0];

/** Previewed, drafted and issued: the same amounts each time. */
async function sold({
  document: { lines, discount },
  buyer,
  reverse_charge,
}: Sale): Promise<InvoiceWithLines> {
  const items = lines.map((line) => {
    const { quantity, unit_price } = pricedOf(line, { decimals: 3 });
    const tax_class_id = classes[(line.tax_class_id ?? 0) % classes.length] ?? null;
    return { product_id: product, quantity, unit_price, ...sentTerms({ ...line, tax_class_id }) };
  });
  const customer_id = customers[buyer % customers.length];
  const head = { customer_id, reverse_charge: false, ...discount };
  // Buyers without registration owe no tax by reverse charge.
  const document = buyer % customers.length < 2 ? { ...head, reverse_charge } : head;
  const typed = { ...document, date: day, lines: items };
  const preview = (await test.admin.post<TaxPreview>('/tax/preview', typed)).body.data;
  const draft = await makeRecord<InvoiceWithLines>(test.admin, '/invoices', {
    ...document,
    invoice_date: day,
    due_date: '2026-12-02',
    items: items.map((item) => ({ ...item, description: `Item of ${item.hsn_code}` })),
  });
  for (const name of all) expect([name, draft[name]]).toEqual([name, preview[name]]);
  const values = (rows: readonly { taxable_value: number }[]) =>
    rows.map(({ taxable_value }) => taxable_value);
  expect(values(draft.items)).toEqual(values(preview.lines));
  const issued = await test.admin.put<InvoiceWithLines>(`/invoices/${draft.id}/status`, {
    status: 'pending',
  });
  expect([issued.status, issued.body.error]).toEqual([200, undefined]);
  return issued.body.data;
}

async function expectPrinted(invoice: InvoiceWithLines): Promise<void> {
  const { content } = await test.admin.get(`/invoices/${invoice.id}/pdf`);
  const texts = (await pagesOf(content)).join(' ');
  expect(texts).toContain(formatMoney(invoice.total_amount, 'INR'));
  for (const { taxable_value } of invoice.items)
    expect(texts).toContain(formatMoney(taxable_value, 'INR').slice(1));
}

/** Whether the portal would take it: not without a tax, nor to a buyer without registration. */
async function expectFiled(invoice: InvoiceWithLines): Promise<boolean> {
  const { status, content } = await test.admin.get(`/invoices/${invoice.id}/e-invoice`);
  if (status === 409) return false;
  const [file] = JSON.parse(content.toString()) as [EInvoice];
  expect(file.ValDtls).toMatchObject({
    AssVal: invoice.subtotal,
    RndOffAmt: invoice.round_off,
    TotInvVal: invoice.total_amount,
  });
  return true;
}

it(`${sales} random sales come to the same from the preview to the return of their month`, async () => {
  const invoices: InvoiceWithLines[] = [];
  const notes: { subtotal: number; tax_amount: number; total_amount: number }[] = [];
  let filed = 0;
  for (const [at, sale] of fc.sample(typedSale, { numRuns: sales }).entries()) {
    const invoice = await sold(sale);
    invoices.push(invoice);
    await expectPrinted(invoice);
    if (await expectFiled(invoice)) filed += 1;
    if (at % 3 > 0 || invoice.total_amount <= 0) continue;
    const fixture = noteFixture(test.admin, invoice);
    const items = invoice.items.map(({ quantity }, index) => ({ at: index, quantity }));
    notes.push(await fixture.issue(items, { note_date: day }));
    expect(await fixture.stands()).toEqual(['paid', invoice.total_amount, 0, 0, 0]);
  }
  expect(filed).toBeGreaterThan(0);
  const { body } = await test.admin.get<MonthReturn>('/tax/gstr1?month=2026-11');
  const { totals } = body.data;
  const remaining = (name: 'subtotal' | 'tax_amount' | 'total_amount') =>
    restOf(sumOf(invoices.map((each) => each[name])), sumOf(notes.map((each) => each[name])));
  const { taxable_value, igst_amount, cgst_amount, sgst_amount, reverse_charge_tax } = totals;
  expect(totals).toMatchObject({
    taxable_value: remaining('subtotal'),
    total_amount: remaining('total_amount'),
  });
  const taxes = sumOf([igst_amount, cgst_amount, sgst_amount, -reverse_charge_tax]);
  expect([taxes, taxable_value]).toEqual([remaining('tax_amount'), remaining('subtotal')]);
  const rows = (await test.admin.get<InvoiceWithLines[]>('/invoices')).body.data;
  expect(sumOf(rows.map(({ balance_due }) => balance_due))).toBe(remaining('total_amount'));
}, 120_000);
