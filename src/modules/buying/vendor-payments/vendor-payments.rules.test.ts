import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import {
  advanceTdsProblem,
  allocateToBillFirst,
  allocateToBills,
  billAllocationProblems,
  billsInOrder,
  canAllocateToBills,
  canCancelPayment,
  canCoverBills,
  lessTds,
  paymentDateProblem,
  settlingProblem,
  tdsShares,
} from './vendor-payments.rules';

const bill = (id: number, balance_due: number, due_date = '2026-06-10') => ({
  id,
  bill_date: '2026-05-10',
  due_date,
  balance_due,
});

it.each([
  [50, 118, true],
  [118, 118, true],
  [118.01, 118, false],
  [-1, 118, false],
  [0, 118, false],
  [-20, -30, true],
  [-30.01, -30, false],
  [5, -30, false],
])('settles %d of a balance of %d: %s', (amount, balance, isValid) => {
  expect(settlingProblem(amount, balance) === null).toBe(isValid);
});

it('covers allocations up to its amount, and with ₹0 credits that pay bills', () => {
  const share = (amount: number) => ({ amount, round_off: 0 });
  expect(canCoverBills({ amount: 10 }, [share(10)]).ok).toBe(true);
  expect(canCoverBills({ amount: 10 }, [share(10.01)]).ok).toBe(false);
  expect(canCoverBills({ amount: 10 }, []).ok).toBe(true);
  expect(canCoverBills({ amount: 0 }, []).ok).toBe(false);
  expect(canCoverBills({ amount: 0 }, [share(-5)]).ok).toBe(false);
  expect(canCoverBills({ amount: 0 }, [share(-5), share(5)]).ok).toBe(true);
});

it('refuses a bill twice and an allocation of nothing, each at its field', () => {
  const of = (bill_id: number, amount: number) => ({ bill_id, amount, round_off: 0 });
  expect(billAllocationProblems([of(1, 5), of(1, 5), of(2, 0)])).toMatchObject([
    { field: 'allocations.1.bill_id' },
    { field: 'allocations.2.amount' },
  ]);
});

it('withholds TDS from an advance alone', () => {
  expect(advanceTdsProblem(0, 0)).toBeNull();
  expect(advanceTdsProblem(10, 90)).toBeNull();
  expect(advanceTdsProblem(10, 0)).not.toBeNull();
});

it('allocates what is left, and cancels once', () => {
  const left = { status: 'completed', unallocated: 5 } as const;
  expect(canAllocateToBills(left, 5).ok).toBe(true);
  expect(canAllocateToBills(left, 5.01).ok).toBe(false);
  expect(canAllocateToBills({ ...left, status: 'cancelled' }, 1).ok).toBe(false);
  expect(canCancelPayment({ status: 'completed' }).ok).toBe(true);
  expect(canCancelPayment({ status: 'cancelled' }).ok).toBe(false);
});

it('is not paid in the future', () => {
  expect(paymentDateProblem('2026-06-10', '2026-06-10')).toBeNull();
  expect(paymentDateProblem('2026-06-11', '2026-06-10')).not.toBeNull();
});

it('fills credits as far as bills need them, then the longest due', () => {
  const bills = [bill(1, 100), bill(2, 50, '2026-05-20'), bill(3, -80), bill(4, 0)];
  expect(billsInOrder(bills).map(({ id }) => id)).toEqual([3, 2, 1]);
  const filled = (paid: number) =>
    allocateToBills(bills, paid).map(({ bill_id, amount }) => [bill_id, amount]);
  expect(filled(0)).toEqual([
    [3, -80],
    [2, 50],
    [1, 30],
  ]);
  expect(filled(100)).toEqual([
    [3, -50],
    [2, 50],
    [1, 100],
  ]);
  expect(filled(500)).toEqual([
    [2, 50],
    [1, 100],
  ]);
});

it('"Pay" on a bill fills it first, and credits stay for others', () => {
  const bills = [bill(1, 100), bill(2, 50, '2026-06-01'), bill(3, -80)];
  const filled = (paid: number) =>
    allocateToBillFirst(1, bills, paid).map(({ bill_id, amount }) => [bill_id, amount]);
  expect(filled(100)).toEqual([[1, 100]]);
  expect(filled(40)).toEqual([[1, 40]]);
  expect(filled(150).at(0)).toEqual([1, 100]);
});

const paise = (max: number) => fc.integer({ min: 0, max }).map((value) => value / 100);

it('gives all of the TDS with the last rupee, and never settles more than a balance', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000 }).map((value) => value / 100),
      paise(300_000),
      paise(2_000_000),
      fc.integer({ min: 1, max: 99 }),
      (unallocated, tds_amount, balance, percent) => {
        const advance = { unallocated, tds_amount, allocated_tds: 0 };
        const part = Math.floor(unallocated * percent) / 100;
        const shares = tdsShares(advance, [part, sumOf([unallocated, -part])]);
        expect(sumOf(shares)).toBe(tds_amount);
        const cash = Math.min(lessTds(balance, { unallocated, tds: tds_amount }), unallocated);
        const [share = 0] = tdsShares(advance, [cash]);
        expect(sumOf([cash, share])).toBeLessThanOrEqual(balance);
      },
    ),
  );
});
