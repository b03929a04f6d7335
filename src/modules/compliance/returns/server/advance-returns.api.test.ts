import { beforeAll, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { dayOf } from '~/kit/shared/time/days';
import type { WholeAdvance } from '~/modules/billing/advances/advances.fields';
import {
  type AdvanceFixture,
  openAdvanceFixture,
} from '~/modules/billing/advances/server/advances.builders';
import { stateText } from '~/modules/organization/company/states.rules';
import { makeGstCustomer } from '~/modules/sales/customers/server/gst-company.builders';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import { makeService } from '~/modules/catalogue/services/server/services.builders';
import type { TaxClass } from '~/modules/catalogue/tax/tax-classes.fields';
import type { MonthReturn } from '../filed-returns.fields';
import { monthsUntil } from '../months.rules';

const test = fileServer();
let fixture: AdvanceFixture;
let now: string;
let before: string;
let [near, far]: WholeAdvance[] = [];

const read = async (month: string) =>
  (await test.admin.get<MonthReturn>(`/tax/gstr1?month=${month}`)).body.data;
const text = async (path: string) => Buffer.from((await test.admin.get(path)).content).toString();
const portal = async (month: string) =>
  JSON.parse(await text(`/tax/gstr1?month=${month}&format=json`)) as object;
const csv = (month: string) => text(`/tax/gstr1?month=${month}&format=csv`);
const tables = async (month: string) => {
  const { at, txpd } = (await read(month)).tables;
  return [at, txpd].map(({ rows }) =>
    rows.map((row) => [
      [row.place_of_supply, row.rate, row.taxable_value],
      [row.igst_amount, row.cgst_amount, row.sgst_amount],
    ]),
  );
};

const isFiled = async ({ id }: WholeAdvance) =>
  (await test.admin.get<{ is_filed: boolean }>(`/advances/${id}/check`)).body.data.is_filed;

/** The amounts of the vouchers of a kind in the file for Tally; each voucher comes to zero. */
async function tallied(month: string, kind: string): Promise<number[][]> {
  const xml = await text(`/tax/tally?month=${month}`);
  const vouchers = xml.match(new RegExp(`<VOUCHER VCHTYPE="${kind}".*?</VOUCHER>`, 'g')) ?? [];
  return vouchers.map((each) => {
    const amounts = [...each.matchAll(/<AMOUNT>(.*?)<\/AMOUNT>/g)].map(([, reported]) =>
      Number(reported),
    );
    expect(sumOf(amounts)).toBe(0);
    return amounts;
  });
}

beforeAll(async () => {
  fixture = await openAdvanceFixture(test.admin);
  const [latest = '', earlier = ''] = monthsUntil(dayOf(test.server.clock.now(), 'Asia/Kolkata'));
  [now, before] = [latest, earlier];
  const there = { company_name: 'Kaveri Tools', gstin: '29AAGCB7383J1Z4' };
  const other = await makeGstCustomer(test.admin, {
    ...there,
    city: 'Bengaluru',
    postal_code: '560001',
  });
  const of = (customer_id: number, values: object) =>
    fixture.make({ customer_id, supply: 'services', advance_date: `${before}-10`, ...values });
  near = await of(fixture.customer.id, { amount: 1000, tax_rate: 18 });
  far = await of(other.id, { amount: 999.99, tax_rate: 5, payment_method: 'cash' });
  await of(fixture.customer.id, { amount: 500, supply: 'goods' });
  const partly = await of(fixture.customer.id, { amount: 236, tax_rate: 18 });
  await fixture.refund(partly.id, { amount: 118, refund_date: `${before}-20` });
});

const at = (advance: WholeAdvance | undefined) => advance?.id ?? 0;

it('the month of the advances tells in 11A what was received for services and not given back in it', async () => {
  expect(await tables(before)).toEqual([
    [
      [
        ['27', 18, 947.46],
        [0, 85.27, 85.27],
      ],
      [
        ['29', 5, 952.37],
        [47.62, 0, 0],
      ],
    ],
    [],
  ]);
  const file = await portal(before);
  expect(file).toMatchObject({
    at: [
      { pos: '27', sply_ty: 'INTRA', itms: [{ rt: 18, ad_amt: 947.46, camt: 85.27, samt: 85.27 }] },
      { pos: '29', sply_ty: 'INTER', itms: [{ rt: 5, ad_amt: 952.37, iamt: 47.62 }] },
    ],
    doc_issue: {
      doc_det: [
        { doc_num: 6, docs: [{ totnum: 4, cancel: 0, net_issue: 4 }] },
        { doc_num: 8, docs: [{ totnum: 1, net_issue: 1 }] },
      ],
    },
  });
  expect(file).not.toHaveProperty('txpd');
  const [, received = ''] = (await csv(before)).split('11A: advances received\r\n');
  expect(received.split('\r\n').slice(1, 4)).toEqual([
    `${stateText('27')},Within the state,18,947.46,0,85.27,85.27`,
    `${stateText('29')},Between states,5,952.37,47.62,0,0`,
    'Total,,,1899.83,47.62,85.27,85.27',
  ]);
  expect(await tallied(before, 'Receipt')).toEqual(
    [1000, 999.99, 500, 236].map((amount) => [amount, -amount]),
  );
  expect(await tallied(before, 'Payment')).toEqual([[-118, 118]]);
});

it('a later month tells in 11B what was applied to an invoice and given back', async () => {
  const classes = (await test.admin.get<TaxClass[]>('/tax-classes')).body.data;
  const tax_class_id = classes.find(({ name }) => name === 'GST 18%')?.id ?? null;
  const service = await makeService(test.admin, { hsn_code: '998719', tax_class_id });
  const invoice = await makeRecord<{ id: number }>(test.admin, '/invoices', {
    customer_id: fixture.customer.id,
    status: 'pending',
    items: [{ service_id: service.id, description: 'Repair', quantity: 1, unit_price: 500 }],
  });
  const applied = await fixture.apply(at(near), { invoice_id: invoice.id, amount: 333.33 });
  expect(applied.status).toBe(200);
  const [[row]] = (await tables(now)).slice(1) as [[[[string, number, number], number[]]]];
  expect(sumOf([row[0][2], ...row[1]])).toBe(333.33);
  await fixture.refund(at(near));
  await fixture.refund(at(far), { payment_method: 'cash' });
  expect(await tables(now)).toEqual([
    [],
    [
      [
        ['27', 18, 847.46],
        [0, 76.27, 76.27],
      ],
      [
        ['29', 5, 952.37],
        [47.62, 0, 0],
      ],
    ],
  ]);
  const file = await portal(now);
  expect(file).toMatchObject({
    txpd: [
      { pos: '27', sply_ty: 'INTRA', itms: [{ rt: 18, ad_amt: 847.46, camt: 76.27, samt: 76.27 }] },
      { pos: '29', sply_ty: 'INTER', itms: [{ rt: 5, ad_amt: 952.37, iamt: 47.62 }] },
    ],
  });
  expect(file).not.toHaveProperty('at');
  const [, adjusted = ''] = (await csv(now)).split('11B: advances adjusted\r\n');
  expect(adjusted.split('\r\n')[3]).toBe('Total,,,1799.83,47.62,76.27,76.27');
  expect(await tallied(now, 'Payment')).toEqual([
    [-666.67, 666.67],
    [-999.99, 999.99],
  ]);
  expect(await tallied(now, 'Sales')).toEqual([[-590, 500, 45, 45]]);
  expect((await tables(before))[1]).toEqual([]);
});

it('vouchers recorded, cancelled, refunded and adjusted in a filed month are said', async () => {
  const file = (month: string) => test.admin.put(`/tax/gstr1/${month}/filed`, {});
  const changed = async (month: string) => (await read(month)).changed_since_filing;
  const services = { customer_id: fixture.customer.id, supply: 'services', amount: 118 };
  const [stored, wrong] = [await fixture.make(services), await fixture.make(services)];
  await file(now);
  await file(before);
  expect([await changed(now), await changed(before)]).toEqual([[], []]);
  const late = await fixture.make({ ...services, advance_date: `${before}-11` });
  expect([await isFiled(wrong), await isFiled(late)]).toEqual([true, false]);
  await fixture.cancel(wrong.id);
  const refunded = await fixture.refund(stored.id, { amount: 18 });
  const [refund] = refunded.body.data.refunds;
  expect(await changed(before)).toEqual([
    { kind: 'receipt_voucher', id: late.id, number: late.voucher_number, change: 'added' },
  ]);
  expect(await changed(now)).toEqual([
    { kind: 'receipt_voucher', id: stored.id, number: stored.voucher_number, change: 'changed' },
    { kind: 'receipt_voucher', id: wrong.id, number: wrong.voucher_number, change: 'cancelled' },
    { kind: 'refund_voucher', id: stored.id, number: refund?.voucher_number, change: 'added' },
  ]);
  await fixture.refund(late.id);
  expect((await changed(now)).slice(0, 1)).toMatchObject([
    { kind: 'receipt_voucher', id: late.id, change: 'changed' },
  ]);
  await file(now);
  expect(await changed(now)).toEqual([]);
  await test.server.database.pool.query(`update filed_returns set with_vouchers = false`);
  await test.server.database.pool.query(`delete from filed_documents where kind like '%voucher'`);
  expect(await changed(now)).toEqual([]);
});
