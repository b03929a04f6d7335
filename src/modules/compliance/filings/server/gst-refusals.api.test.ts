import { beforeAll, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { makeRecord } from '~/kit/server/testing/test-calls';
import {
  becomeGstCompany,
  makeGstCustomer,
} from '~/modules/sales/customers/server/gst-company.builders';
import { noteFixture } from '~/modules/billing/credit-notes/server/credit-notes.builders';
import type { InvoiceWithLines } from '~/modules/billing/invoices/invoices.fields';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import type { TaxClass } from '~/modules/catalogue/tax/tax-classes.fields';
import type { NumberSeries } from '~/modules/billing/invoices/number-series.fields';
import type { EInvoice } from '../e-invoice.rules';
import { signedFile } from '../filings.builders';

const test = fileServer();

let customer_id: number;
let piece: number;
let steel: number;
let newRate: number | undefined;
let whole: InvoiceWithLines;

const written = async () => {
  const { rows } = await test.server.database.pool.query<{ n: number }>(
    'select (select count(*) from activity) + (select count(*) from audit_log) as n',
  );
  return rows[0]?.n;
};

beforeAll(async () => {
  const { hsn_code, tax_class_id } = await becomeGstCompany(test.admin);
  customer_id = (await makeGstCustomer(test.admin)).id;
  const goods = { hsn_code, tax_class_id, stock_quantity: 900 };
  piece = (await makeProduct(test.admin, { ...goods, unit_of_measure: 'each' })).id;
  steel = (await makeProduct(test.admin, { ...goods, unit_of_measure: 'kg' })).id;
  const classes = (await test.admin.get<TaxClass[]>('/tax-classes')).body.data;
  newRate = classes.find(({ name }) => name === 'GST 40%')?.id;
  whole = await makeRecord<InvoiceWithLines>(test.admin, '/invoices', sale({ quantity: 3 }));
});

const line = (values: object = {}) => ({
  product_id: piece,
  description: 'Hex Bolt M8',
  quantity: 1,
  unit_price: 100,
  ...values,
});
const sale = (of: object = {}, values: object = {}) => ({
  customer_id,
  status: 'pending',
  items: [line(of)],
  ...values,
});
const withoutText = ({ description: _text, ...each }: ReturnType<typeof line>) => each;
const order = (of: object = {}, values: object = {}) => ({
  customer_id,
  items: [withoutText(line(of))],
  ...values,
});
const many = (count: number) => Array.from({ length: count }, () => line());

type Case = readonly [what: string, path: string, body: () => object, message: RegExp];
type RefusalCase = readonly [what: string, values: object, message: RegExp];

const orderLines: readonly RefusalCase[] = [
  ['an HSN code of letters', { hsn_code: '73AB' }, /must have 4, 6 or 8 digits/],
  ['a quantity too large', { quantity: 1_000_000_000 }, /cannot exceed 999,999,999$/],
  ['a quantity below 0', { quantity: -1 }, /greater than 0/],
  ['a price below 0', { unit_price: -0.01 }, /must be 0 or greater/],
  ['a price of three decimals', { unit_price: 10.005 }, /more than two decimals/],
  ['a discount below 0', { discount_amount: -1 }, /at least 0/],
  ['a discount of three decimals', { discount_amount: 1.005 }, /more than two decimals/],
  ['a percentage of three decimals', { discount_percent: 1.005 }, /more than two decimals/],
  ['half a piece', { quantity: 2.5 }, /must be a whole number/],
  ['a tax class that there is not', { tax_class_id: 99_999 }, /^Tax class not found$/],
  ['a unit that there is not', { unit: 'furlong' }, /^There is no unit "furlong"$/],
];

const invoiceLines: readonly RefusalCase[] = [
  ['an HSN code of two digits', { hsn_code: '73' }, /must have 4, 6 or 8 digits/],
  ['a price too large', { unit_price: 1_000_000_000_000 }, /cannot exceed/],
  ['a total too large', { quantity: 999_999_999, unit_price: 999_999_999 }, /cannot exceed/],
  ['a quantity of 0', { quantity: 0 }, /fill in all required fields/],
  ['a discount above the price', { discount_amount: 100.01 }, /cannot exceed ₹100.00/],
  ['a discount above 100 %', { discount_percent: 100.01 }, /cannot exceed 100$/],
  ['a price of three decimals', { unit_price: 10.005 }, /more than two decimals/],
  ['half a piece', { quantity: 2.5 }, /must be a whole number/],
  [
    'half a box of words alone',
    { product_id: null, quantity: 2.5, unit: 'box' },
    /^Item 1: Quantity must be a whole number$/,
  ],
];

const invoiceDays: readonly RefusalCase[] = [
  ['a day that no calendar has', { invoice_date: '2026-02-30' }, /must be a date/],
  ['a day ahead', { invoice_date: '2999-01-01', due_date: '2999-02-01' }, /is in the future/],
  [
    'a day before GST',
    { invoice_date: '2016-01-01', due_date: '2016-02-01' },
    /no rate on this date/,
  ],
];

const named = { company_name: 'Ganga Tools', contact_person: 'Ravi Rao' };
const regular = { ...named, gst_category: 'regular' };
const parties: readonly RefusalCase[] = [
  ['wrong check digit', { ...regular, gstin: '27AAGCB7383J1Z9' }, /^This GSTIN is not valid/],
  ['another state', { ...regular, gstin: '27AAGCB7383J1Z8', state_code: '29' }, /from Maharashtra/],
  ['no such state', { ...named, state_code: '25' }, /^State for GST must be one of/],
];
const address = { address: '1 Road', city: 'Pune' };
const addressCases: readonly RefusalCase[] = [
  ['wrong check digit', { ...address, gstin: '27AAGCB7383J1Z9' }, /^This GSTIN is not valid/],
  ['another state', { ...address, state_code: '29', gstin: '27AAGCB7383J1Z8' }, /from Maharashtra/],
];

const noted = (item: object, values: object = {}) => ({
  invoice_id: whole.id,
  reason: 'return',
  items: [{ invoice_line_id: whole.items[0]?.id, quantity: 1, ...item }],
  ...values,
});
const notes: readonly RefusalCase[] = [
  ['more than there is', { quantity: 4 }, /^Only 3 of/],
  [
    'a higher price',
    { quantity: 3, unit_price: 100.01 },
    /^The invoiced unit price of .* was lower$/,
  ],
  ['nothing', { quantity: 0 }, /at least 0.001/],
  ['another invoice’s line', { invoice_line_id: 99_999 }, /^Line not found/],
];
const paid = (amount: number) => ({ invoice_id: whole.id, amount, payment_method: 'cash' });

const at = (path: string, all: readonly RefusalCase[], body: (values: object) => object) =>
  all.map(
    ([what, values, message]): Case => [`${path}: ${what}`, path, () => body(values), message],
  );

const cases: readonly Case[] = [
  ...at('/customers', parties, (values) => values),
  ...at('/customers/ID/addresses', addressCases, (values) => values),
  ...at('/orders', orderLines, order),
  ...at('/invoices', invoiceLines, sale),
  ...at('/invoices', invoiceDays, (values) => sale({}, values)),
  ...at('/credit-notes', notes, noted),
  ['a place that there is not', '/orders', () => order({}, { place_of_supply: '28' }), /one of/],
  [
    'a rate that does not hold that day',
    '/invoices',
    () => sale({ tax_class_id: newRate }, { invoice_date: '2025-09-01', due_date: '2025-10-01' }),
    /no rate on this date/,
  ],
  [
    'kilograms of four decimals',
    '/orders',
    () => order({ product_id: steel, quantity: 2.5555 }),
    /at most 3 decimals/,
  ],
  [
    'a note before its invoice',
    '/credit-notes',
    () => noted({}, { note_date: '2020-01-01' }),
    /cannot be before the invoice date/,
  ],
  ['a payment of 0', '/payments', () => paid(0), /valid payment amount/],
  ['a payment of three decimals', '/payments', () => paid(1.005), /more than two decimals/],
  [
    'an order of 1,001 lines',
    '/orders',
    () => ({ customer_id, items: many(1001).map(withoutText) }),
    /^An order can have at most 1,000 items$/,
  ],
  [
    'an invoice of 1,001 lines',
    '/invoices',
    () => ({ ...sale(), items: many(1001) }),
    /^An invoice can have at most 1,000 items$/,
  ],
  [
    'a preview of 1,001 lines',
    '/tax/preview',
    () => ({ customer_id, lines: many(1001).map(withoutText) }),
    /^A document can have at most 1,000 lines$/,
  ],
];

const refuses = async (send: () => Promise<{ status: number; body: { error: string } }>) => {
  const before = await written();
  const { status, body } = await send();
  expect([400, 409]).toContain(status);
  expect(await written()).toBe(before);
  return body.error;
};

it.each(cases)(
  '%s is refused in a sentence, and nothing is written',
  async (_what, path, body, message) => {
    const text = await refuses(() =>
      test.admin.post(path.replace('ID', String(customer_id)), body()),
    );
    expect(text).toMatch(message);
  },
);

it.each([
  ['/settings', { invoice_prefix: 'LONGER' }, /1 to 4 letters/],
  ['/settings', { invoice_prefix: '0A' }, /starting with a letter/],
  ['/settings', { price_decimals: 5 }, /2, 3 or 4/],
  ['/settings', { order_tax_rate: 18.005 }, /more than two decimals/],
  ['/billing/profile', { tax_id: '27AAPFU0939F1ZX' }, /^This GSTIN is not valid. The check/],
  ['/billing/profile', { state_code: '25' }, /must be one of/],
  ['/billing/profile', { state_code: '29' }, /from Maharashtra/],
])('%s with %j is refused, and nothing is written', async (path, body, message) => {
  expect(await refuses(() => test.admin.put(path, body))).toMatch(message);
});

it('of two notes at once for the same line one is made', async () => {
  const fixture = noteFixture(test.admin, whole);
  const all = await Promise.all(
    [2, 2].map((quantity) => fixture.post([{ quantity }], { status: 'issued' })),
  );
  const refused = all.filter(({ status }) => status === 409);
  expect(all.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(refused[0]?.body.error).toMatch(/^Only 1 of "Hex Bolt M8"/);
  expect((await fixture.stands())[1]).toBe(236);
});

it('a signed answer that is damaged or of another document is not taken', async () => {
  const make = () => makeRecord<InvoiceWithLines>(test.admin, '/invoices', sale());
  const [one, other] = [await make(), await make()];
  const { content } = await test.admin.get(`/invoices/${other.id}/e-invoice`);
  const [file] = JSON.parse(content.toString()) as EInvoice[];
  if (!file) throw new Error('There is no file');
  const response = signedFile(file);
  const code = response.SignedQRCode;
  for (const [sent, message] of [
    [response, /INV-/],
    [{ ...response, SignedQRCode: code.slice(0, 80) }, /./],
    [{ ...response, SignedQRCode: code.replace('.', '.x') }, /./],
    [{ ...response, SignedQRCode: 'abc' }, /./],
    [{ Irn: 'x' }, /./],
  ] as const)
    expect(await refuses(() => test.admin.post(`/invoices/${one.id}/e-invoice`, sent))).toMatch(
      message,
    );
  const [own] = JSON.parse(
    (await test.admin.get(`/invoices/${one.id}/e-invoice`)).content.toString(),
  ) as EInvoice[];
  expect(own?.DocDtls.No).toBe(one.invoice_number);
});

it('1,000 lines are taken, and leave numbers without a gap', async () => {
  const items = many(1000);
  const created = await test.admin.post('/invoices', { ...sale(), items });
  const ordered = await test.admin.post('/orders', { ...order(), items: items.map(withoutText) });
  expect([created.status, ordered.status]).toEqual([201, 201]);
  const series = (await test.admin.get<NumberSeries[]>('/invoices/number-series')).body.data;
  expect(series.map(({ gaps }) => gaps)).toEqual(series.map(() => 0));
});
