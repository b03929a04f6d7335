import fc from 'fast-check';
import { expect, it } from 'vitest';
import { advanceParts } from '~/modules/billing/advances/advance-amounts.rules';
import type { ReportedAdvance } from '~/modules/billing/advances/reported-advances.fields';
import { gstParty } from '~/modules/sales/documents/print/tax-documents.builders';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import type { TaxSplit } from '~/modules/catalogue/tax/supply.rules';
import { Gstr1Building } from './gstr1.rules';
import { portalFile } from './portal-file.rules';

type Event = ReportedAdvance['events'][number];

/** An advance of 2 November for services at 18 % and goods, in equal shares. */
function advance(
  amount: number,
  change: Partial<ReportedAdvance> = {},
  split: TaxSplit = 'within',
) {
  const shares = [
    { kind: 'services', tax_rate: 18, weight: 1 },
    { kind: 'goods', tax_rate: 18, weight: 1 },
  ] as const;
  const date = change.date ?? '2026-11-02';
  return {
    id: 7,
    date,
    status: 'open',
    amount,
    events: [],
    voucher: {
      kind: 'receipt',
      number: 'RV-26-27-00001',
      date,
      seller: gstParty(),
      buyer: gstParty(),
      supply_type: 'b2b',
      place_of_supply: split === 'between' ? '29' : '27',
      reverse_charge: split === 'none',
      order_number: null,
      payment_method: 'cash',
      reference_number: null,
      notes: null,
      amount,
      parts: advanceParts(amount, shares, split),
      original: null,
    },
    ...change,
  } satisfies ReportedAdvance;
}

function monthOf(advances: readonly ReportedAdvance[], month = '2026-11') {
  const building = new Gstr1Building({ gstin: null, month });
  for (const each of advances) building.addAdvance(each);
  return building.end();
}

const tablesOf = (each: ReportedAdvance, month?: string) => {
  const { at, txpd } = monthOf([each], month).tables;
  return [at, txpd].map(({ rows }) => rows.map(({ taxable_value }) => taxable_value));
};
const on = (date: string, amount: number): Event => ({ date, amount });

it.each([
  ['received in the month', advance(2360), '2026-11', [[1000], []]],
  ['of another month', advance(2360), '2026-12', [[], []]],
  ['cancelled', advance(2360, { status: 'cancelled' }), '2026-11', [[], []]],
  ['by reverse charge', advance(2360, {}, 'none'), '2026-11', [[], []]],
  [
    'invoiced in part in the month',
    advance(2360, { events: [on('2026-11-30', 590)] }),
    '2026-11',
    [[750], []],
  ],
  [
    'invoiced as a whole in the month',
    advance(2360, { events: [on('2026-11-30', 2360)] }),
    '2026-11',
    [[], []],
  ],
  ['invoiced later', advance(2360, { events: [on('2026-12-01', 590)] }), '2026-11', [[1000], []]],
  ['invoiced later', advance(2360, { events: [on('2026-12-01', 590)] }), '2026-12', [[], [250]]],
  [
    'invoiced and given back later',
    advance(2360, { events: [on('2026-12-01', 590), on('2026-12-05', 1770)] }),
    '2026-12',
    [[], [1000]],
  ],
])('an advance %s', (_name, each, month, rows) => {
  expect(tablesOf(each, month)).toEqual(rows);
});

it('appears in the file for the portal by place and rate, and leads to its voucher', () => {
  const month = monthOf([advance(2360), advance(1180, { id: 8 }, 'between')]);
  expect(portalFile(month)).toMatchObject({
    at: [
      { pos: '27', sply_ty: 'INTRA', itms: [{ rt: 18, ad_amt: 1000, camt: 90, samt: 90 }] },
      { pos: '29', sply_ty: 'INTER', itms: [{ rt: 18, ad_amt: 500, iamt: 90 }] },
    ],
  });
  expect(portalFile(month)).not.toHaveProperty('txpd');
  expect(month.tables.at.rows.map(({ documents }) => documents)).toEqual([[0], [1]]);
  expect(month.documents.map(({ kind, id }) => [kind, id])).toEqual([
    ['receipt_voucher', 7],
    ['receipt_voucher', 8],
  ]);
  expect(month.totals).toMatchObject({ documents: 0, taxable_value: 0 });
});

it('all that was received is adjusted in the end, to the paisa', () => {
  const months = ['2026-11', '2026-12', '2027-01', '2027-02'];
  const cut = fc.record({
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    month: fc.nat({ max: 3 }),
  });
  const cents = fc.integer({ min: 100, max: 9_999_999_999 }).map((each) => each / 100);
  fc.assert(
    fc.property(cents, fc.array(cut, { maxLength: 6 }), (amount, cuts) => {
      const ordered = [...cuts].sort((a, b) => a.month - b.month || a.share - b.share);
      let spent = 0;
      const events = [...ordered, { share: 1, month: 3 }].map(({ share, month }) => {
        const piece = Math.floor((amount - spent) * share * 100) / 100;
        const own = share === 1 ? sumOf([amount, -spent]) : piece;
        spent = sumOf([spent, own]);
        return on(`${months[month]}-15`, own);
      });
      const sums = months.map((month) => monthOf([advance(amount, { events })], month).tables);
      for (const name of ['taxable_value', 'cgst_amount', 'igst_amount'] as const) {
        const received = sumOf(sums.map(({ at }) => at.sums[name]));
        expect(sumOf(sums.map(({ txpd }) => txpd.sums[name]))).toBe(received);
      }
    }),
  );
});
