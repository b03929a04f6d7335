import { beforeAll, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { addDays, dayOf } from '~/kit/shared/time/days';
import { makeVendor } from '~/modules/buying/vendors/server/vendors.builders';
import type { WholeBill } from '../bills.fields';
import type { TdsResult } from '../requests.schema';
import { makeBill } from './bills.builders';

const test = fileServer();

const today = dayOf(new Date(), 'Asia/Kolkata');
const code = {
  code: 'WORK',
  name: 'Work',
  rate_individual: 1,
  rate_other: 2,
  rate_no_pan: 20,
  single_threshold: 30_000,
  year_threshold: 100_000,
  only_excess: false,
  valid_from: '2025-04-01',
};
const goods = {
  ...code,
  code: 'STUFF',
  rate_individual: 0.1,
  rate_other: 0.1,
  single_threshold: null,
  year_threshold: 50_000,
  only_excess: true,
};

beforeAll(async () => {
  await test.admin.put('/settings', { tds_codes: [code, goods], order_tax_rate: 0 });
});

const vendorOf = (values: object = {}) =>
  makeVendor(test.admin, { pan: 'AAACD1234E', tds_code: 'WORK', ...values });
const billed = (vendor_id: number, amount: number, values: object = {}) =>
  makeBill(test.admin, {
    vendor_id,
    items: [{ description: 'Work', quantity: 1, unit_price: amount }],
    status: 'open',
    ...values,
  });
const preview = async (query: string) =>
  (await test.admin.get<TdsResult>(`/bills/tds?${query}`)).body.data;

describe('TDS', () => {
  it('follows the thresholds of a bill and of the year, and what was not withheld yet', async () => {
    const { id } = await vendorOf();
    const first = await billed(id, 30_000);
    expect(first).toMatchObject({ tds_code: 'WORK', tds_rate: 2, tds_base: 0, tds_amount: 0 });
    const second = await billed(id, 40_000);
    expect(second).toMatchObject({
      tds_base: 40_000,
      tds_amount: 800,
      payable_amount: 39_200,
      balance_due: 39_200,
      tds_is_typed: false,
    });
    const query = `vendor_id=${id}&tds_code=WORK&bill_date=${today}&base=30000.01`;
    const result = { tds_code: 'WORK', rate: 2, base: 60_000.01, tds_amount: 1200 };
    expect(await preview(query)).toMatchObject(result);
    const third = await billed(id, 30_000.01);
    expect(third).toMatchObject({ tds_base: 60_000.01, tds_amount: 1200 });
    expect((await billed(id, 25)).tds_amount).toBe(1);
    await test.admin.put(`/bills/${third.id}/status`, { status: 'cancelled' });
    expect((await preview(query)).base).toBe(60_000.01);
  });

  it('knows an individual by the PAN, and charges more without one', async () => {
    const individual = await vendorOf({ pan: 'AAAPL1234C' });
    expect(await billed(individual.id, 50_000)).toMatchObject({ tds_rate: 1, tds_amount: 500 });
    const unknown = await vendorOf({ pan: null });
    expect(await billed(unknown.id, 50_000)).toMatchObject({ tds_rate: 20, tds_amount: 10_000 });
  });

  it('charges the excess alone, less credits', async () => {
    const { id } = await vendorOf({ tds_code: 'STUFF' });
    const first = await billed(id, 60_000);
    expect(first).toMatchObject({ tds_base: 10_000, tds_amount: 10 });
    const items = [{ bill_line_id: first.items[0]?.id, reason: 'price', amount: 10_000 }];
    expect((await test.admin.post(`/bills/${first.id}/credit`, { items })).status).toBe(201);
    expect((await preview(`vendor_id=${id}&base=5000`)).base).toBe(0);
    expect((await preview(`vendor_id=${id}&base=15000`)).base).toBe(5000);
  });

  it('is typed from 0 to the base, and marked', async () => {
    const { id } = await vendorOf();
    const typed = await billed(id, 50_000, { tds_amount: 0 });
    expect(typed).toMatchObject({ tds_base: 50_000, tds_amount: 0, tds_is_typed: true });
    const draft = await billed(id, 50_000, { tds_amount: 123.45, status: 'draft' });
    expect(draft).toMatchObject({ tds_amount: 123.45, tds_is_typed: true });
    const put = (body: object) => test.admin.put<WholeBill>(`/bills/${draft.id}`, body);
    expect((await put({ tds_amount: 123.45, notes: 'a' })).body.data.tds_is_typed).toBe(true);
    const computed = await put({ tds_amount: null });
    expect(computed.body.data).toMatchObject({ tds_amount: 1000, tds_is_typed: false });
    const none = await put({ tds_code: null });
    expect(none.body.data).toMatchObject({ tds_code: null, tds_base: 0, tds_amount: 0 });
  });

  it('is computed again when a draft is booked', async () => {
    const { id } = await vendorOf();
    const drafts = await Promise.all([1, 2].map(() => billed(id, 30_000, { status: 'draft' })));
    await billed(id, 30_000);
    const booked = [];
    for (const draft of drafts) {
      const sent = await test.admin.put<WholeBill>(`/bills/${draft.id}/status`, { status: 'open' });
      booked.push(sent.body.data.tds_base);
    }
    expect(booked).toEqual([0, 0]);
    const at = await Promise.all([1, 2].map(() => billed(id, 10_000)));
    expect(at.map(({ tds_base }) => tds_base).toSorted((one, other) => one - other)).toEqual([
      0, 110_000,
    ]);
  });

  it('is not charged again on an advance, of an earlier year too, until that is cancelled', async () => {
    const year = { ...code, code: 'YEARLY', single_threshold: null, year_threshold: 0 };
    await test.admin.put('/settings', { tds_codes: [code, goods, year] });
    const { id: vendor_id } = await vendorOf({ tds_code: 'YEARLY' });
    const advance = (payment_date: string) =>
      makeRecord<{ id: number }>(test.admin, '/vendor-payments', {
        vendor_id,
        payment_date,
        payment_method: 'bank_transfer',
        amount: 98,
        tds_amount: 2,
      });
    await advance('2026-03-30');
    const { id } = await advance('2026-04-02');
    const base = async (amount: number) => (await billed(vendor_id, amount)).tds_base;
    expect([await base(150), await base(80)]).toEqual([0, 30]);
    await test.admin.put(`/vendor-payments/${id}/status`, { status: 'cancelled' });
    expect(await base(10)).toBe(110);
  });

  it('never makes the payable negative', async () => {
    const high = { ...code, code: 'HIGH', rate_other: 50, single_threshold: null };
    await test.admin.put('/settings', { tds_codes: [code, goods, high] });
    const { id } = await vendorOf({ tds_code: 'HIGH' });
    await billed(id, 99_000);
    const capped = await billed(id, 2000.5);
    expect(capped).toMatchObject({ tds_amount: 2000, payable_amount: 0.5 });
    expect(await billed(id, 100_000)).toMatchObject({ tds_amount: 98_500 });
  });

  it('has a preview with a reason, and refuses what it does not know', async () => {
    const { id } = await makeVendor(test.admin);
    expect(await preview(`vendor_id=${id}&base=100`)).toEqual({
      tds_code: null,
      rate: null,
      base: 0,
      tds_amount: 0,
      why: 'No TDS code is chosen',
    });
    const early = await preview(`vendor_id=${id}&tds_code=WORK&bill_date=2024-04-01&base=100000`);
    expect(early).toMatchObject({ tds_amount: 0, why: expect.stringContaining('hold') });
    const get = (query: string) => test.admin.get(`/bills/tds?${query}`);
    expect((await get(`vendor_id=${id}&tds_code=NO&base=1`)).status).toBe(400);
    expect((await get('vendor_id=999999&base=1')).status).toBe(404);
    expect((await get(`vendor_id=${id}&base=1.001`)).status).toBe(400);
    expect((await get(`vendor_id=${id}&base=1&bill_date=2026-02-30`)).status).toBe(400);
  });

  it.each([
    [[{ ...code, rate_other: 101 }]],
    [[{ ...code, rate_other: 1.005 }]],
    [[{ ...code, valid_from: 'soon' }]],
    [[{ ...code, more: 1 }]],
    [[code, code]],
    ['none'],
  ])('has codes that a person changes: %j is refused', async (tds_codes) => {
    expect((await test.admin.put('/settings', { tds_codes })).status).toBe(400);
  });
});

describe('MSME', () => {
  const bill = (values: object, more: object = {}) =>
    vendorOf(values).then(({ id }) => billed(id, 100, { status: 'draft', ...more }));
  it('limits the days to pay, and marks a later due date', async () => {
    const small = { msme: 'small', payment_terms: 'net_60' };
    expect(await bill(small)).toMatchObject({
      msme_limit: addDays(today, 15),
      due_date: addDays(today, 15),
      is_due_late: false,
    });
    const agreed = { ...small, msme_agreed: true };
    expect((await bill(agreed)).due_date).toBe(addDays(today, 45));
    const late = await bill(agreed, { due_date: addDays(today, 46) });
    expect(late).toMatchObject({ due_date: addDays(today, 46), is_due_late: true });
    const short = await bill({ ...agreed, payment_terms: 'net_15' });
    expect(short.msme_limit).toBe(addDays(today, 15));
    expect(await bill({ msme: 'medium', payment_terms: 'net_60' })).toMatchObject({
      msme_limit: null,
      due_date: addDays(today, 60),
    });
  });
});
