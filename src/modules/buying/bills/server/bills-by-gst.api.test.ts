import { beforeAll, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { completeGstin } from '~/modules/organization/company/gstin.rules';
import { addDays, dayOf } from '~/kit/shared/time/days';
import { becomeGstCompany } from '~/modules/sales/customers/server/gst-company.builders';
import { makeVendor } from '~/modules/buying/vendors/server/vendors.builders';
import type { WholeBill } from '../bills.fields';
import { billBody, makeBill } from './bills.builders';

const test = fileServer();

const today = dayOf(new Date(), 'Asia/Kolkata');

let taxed: Awaited<ReturnType<typeof becomeGstCompany>>;
beforeAll(async () => {
  taxed = await becomeGstCompany(test.admin);
});

const within = () => ({ gst_category: 'regular', gstin: completeGstin('27AAGCB7383J1Z') }) as const;
const between = () =>
  ({ gst_category: 'regular', gstin: completeGstin('29AAGCB7383J1Z') }) as const;
const items = (more: object = {}) => [
  { ...taxed, quantity: 2, unit_price: 500, ...more },
  { description: 'Without tax', quantity: 1, unit_price: 10 },
];
const put = (id: number, body: object) => test.admin.put<WholeBill>(`/bills/${id}`, body);
const book = (id: number, more: object = {}) =>
  test.admin.put<WholeBill>(`/bills/${id}/status`, { status: 'open', ...more });

it.each([
  ['in the state of the company', within, [90, 90, 0]],
  ['in another state', between, [0, 0, 180]],
  ['unregistered', () => ({ gst_category: 'unregistered', state_code: '27' }) as const, [0, 0, 0]],
  ['abroad', () => ({ gst_category: 'overseas' }) as const, [0, 0, 0]],
])('taxes the lines of a vendor %s', async (_name, party, [cgst, sgst, igst]) => {
  const { id: vendor_id } = await makeVendor(test.admin, party());
  const bill = await makeBill(test.admin, { vendor_id, items: items(), status: 'open' });
  const tax_amount = (cgst ?? 0) + (sgst ?? 0) + (igst ?? 0);
  expect(bill).toMatchObject({
    tax_mode: 'gst',
    place_of_supply: '27',
    subtotal: 1010,
    tax_amount,
    total_amount: 1010 + tax_amount,
    items: [{ cgst, sgst, igst, tax_rate: 18, taxable_value: 1000 }, { tax_rate: null }],
  });
});

it('is not booked on a day on which a tax class has no rate', async () => {
  const { id: vendor_id } = await makeVendor(test.admin, within());
  const created = await test.admin.post<{ id: number }>('/tax-classes', {
    name: 'From next month on',
    treatment: 'taxable',
    rates: [{ rate: 18, valid_from: addDays(today, 30) }],
  });
  const tax_class_id = created.body.data.id;
  const charges = [{ description: 'Freight', amount: 100, tax_class_id }];
  const draft = await makeBill(test.admin, { vendor_id, items: items({ tax_class_id }), charges });
  const { status, body } = await book(draft.id, { accept: true });
  expect([status, body.code]).toEqual([409, 'bill.rate_missing']);
  const sent = await billBody(test.admin, { vendor_id, items: items({ tax_class_id }) });
  const posted = await test.admin.post('/bills', { ...sent, status: 'open' });
  expect(posted.body.code).toBe('bill.rate_missing');
  expect(body.details).toEqual([
    { field: 'items.0.tax_class_id', message: 'Item 1: its tax class has no rate on this date' },
    {
      field: 'charges.0.tax_class_id',
      message: 'Charge 1: its tax class has no rate on this date',
    },
  ]);
});

it('pays tax under reverse charge to the tax office', async () => {
  const { id: vendor_id } = await makeVendor(test.admin, {
    gst_category: 'unregistered',
    state_code: '27',
  });
  const values = { vendor_id, items: items(), reverse_charge: true, status: 'open' };
  expect(await makeBill(test.admin, values)).toMatchObject({
    cgst_amount: 90,
    total_amount: 1190,
    payable_amount: 1010,
  });
});

it('taxes charges by their class, and spreads the discount over the lines alone', async () => {
  const { id: vendor_id } = await makeVendor(test.admin, between());
  const charges = [{ description: 'Freight', amount: 100, tax_class_id: taxed.tax_class_id }];
  const bill = await makeBill(test.admin, {
    vendor_id,
    items: items(),
    charges,
    discount_amount: 101,
  });
  expect(bill).toMatchObject({
    subtotal: 1009,
    igst_amount: 180,
    items: [{ discount_share: 100, igst: 162 }, { discount_share: 1 }],
    charges: [{ igst_amount: 18, tax_rate: 18 }],
  });
  const wrong = [{ description: 'Freight', amount: 100, tax_class_id: 999_999 }];
  expect((await put(bill.id, { charges: wrong })).body.details).toMatchObject([
    { field: 'charges.0.tax_class_id' },
  ]);
});

it('differs where the split of the tax is not that of the state of the vendor', async () => {
  const vendor = await makeVendor(test.admin, within());
  const draft = await makeBill(test.admin, {
    vendor_id: vendor.id,
    items: items(),
    place_of_supply: '29',
  });
  expect(draft).toMatchObject({ place_of_supply: '29', igst_amount: 180 });
  const sent = await book(draft.id);
  expect(sent.body).toMatchObject({
    code: 'bill.differs',
    details: [{ field: 'place_of_supply' }],
  });
  expect((await book(draft.id, { accept: true })).body.data.differences).toHaveLength(1);
});

it('follows a vendor that moved while the bill was a draft', async () => {
  const vendor = await makeVendor(test.admin, within());
  const draft = await makeBill(test.admin, { vendor_id: vendor.id, items: items() });
  await test.admin.put(`/vendors/${vendor.id}`, { gstin: completeGstin('29AAGCB7383J1Z') });
  expect((await book(draft.id)).body.data).toMatchObject({ igst_amount: 180, status: 'open' });
});

it('credits each tax in proportion', async () => {
  const { id: vendor_id } = await makeVendor(test.admin, within());
  const bill = await makeBill(test.admin, { vendor_id, items: items(), status: 'open' });
  const sent = await test.admin.post<WholeBill>(`/bills/${bill.id}/credit`, {
    items: [{ bill_line_id: bill.items[0]?.id, reason: 'price', amount: 250 }],
    bill_number: 'CN-1',
  });
  expect(sent.body.data).toMatchObject({ cgst_amount: 22.5, sgst_amount: 22.5, total_amount: 295 });
});

it('sums that do not add up are refused', async () => {
  const body = await billBody(test.admin, { items: items(), total_amount: 5 });
  expect((await test.admin.post('/bills', body)).body.details).toMatchObject([
    { field: 'total_amount' },
  ]);
});

it('of before GST stays with one rate until its lines are sent again', async () => {
  await test.admin.put('/settings', { tax_mode: 'single' });
  const { id: vendor_id } = await makeVendor(test.admin, within());
  const draft = await makeBill(test.admin, { vendor_id, items: items() });
  await test.admin.put('/settings', { tax_mode: 'gst' });
  expect((await put(draft.id, { notes: 'a' })).body.data.tax_mode).toBe('single');
  expect((await put(draft.id, { items: draft.items, notes: 'b' })).body.data.tax_mode).toBe('gst');
});
