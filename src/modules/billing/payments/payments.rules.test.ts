import { expect, it } from 'vitest';
import { untouched } from '~/modules/billing/invoices/invoices.rules';
import type { Payment } from './payments.fields';
import {
  canChange,
  canClaim,
  canDelete,
  canEdit,
  canReverse,
  claimOf,
  methodName,
  paymentDateProblem,
} from './payments.rules';

it.each<[Payment['status'], number, boolean]>([
  ['completed', 5, false],
  ['pending', 5, true],
  ['processing', 5, false],
  ['failed', 0, false],
])('a %s payment of 5 claims %d; open to change and deletion: %s', (status, claim, open) => {
  expect(claimOf({ status, amount: 5 })).toBe(claim);
  expect(canEdit({ status }, ['amount']).ok).toBe(open);
  expect(canEdit({ status }, ['payment_method']).ok).toBe(open);
  expect(canEdit({ status }, ['payment_date']).ok).toBe(open);
  expect(canEdit({ status }, ['notes', 'reference_number', 'status']).ok).toBe(true);
  expect(canEdit({ status }, ['invoice_id']).ok).toBe(false);
  expect(canDelete({ status }).ok).toBe(open);
});

it.each([
  ['cash', 'Bank transfer'],
  ['refund', 'Bank transfer'],
  ['write_off', 'Write-off'],
  ['set_off', 'Set-off'],
] as const)('the method of a payment of the kind %s is called %s', (kind, name) => {
  expect(methodName({ kind, payment_method: 'bank_transfer' })).toBe(name);
});

it.each([
  [0, 0, 118, true],
  [0, 0, 118.01, false],
  [18, 50, 50, true],
  [18, 50, 50.01, false],
  [0.1, 0.2, 117.7, true],
  [118, 0, 0.01, false],
])('of 118 with %d paid and %d held, %d may be paid: %s', (completed, held, amount, ok) => {
  const invoice = { status: 'sent', total_amount: 118, ...untouched } as const;
  const balance_due = 118 - completed;
  expect(canClaim({ ...invoice, balance_due }, { completed, held }, amount).ok).toBe(ok);
  const noted = { ...invoice, total_amount: 120, credited_amount: 10, debited_amount: 8 };
  expect(canClaim({ ...noted, balance_due }, { completed, held }, amount).ok).toBe(ok);
});

it.each<[Payment['status'], string, boolean]>([
  ['completed', '2026-11-21', true],
  ['completed', '2026-11-22', false],
  ['processing', '2026-11-22', false],
  ['pending', '2099-01-01', true],
  ['failed', '2026-11-22', true],
])('a %s payment may be dated %s on 21 November: %s', (status, payment_date, ok) => {
  expect(paymentDateProblem({ status, payment_date }, '2026-11-21') === null).toBe(ok);
});

it('a cancelled invoice is not paid', () => {
  const invoice = {
    status: 'cancelled',
    total_amount: 118,
    ...untouched,
    balance_due: 118,
  } as const;
  expect(canClaim(invoice, { completed: 0, held: 0 }, 1)).toMatchObject({
    code: 'invoice.cancelled',
  });
});

it('a payment of a receipt changes only with it', () => {
  expect(canChange({ kind: 'cash', receipt_id: null, receipt_number: null }).ok).toBe(true);
  expect(
    canChange({ kind: 'cash', receipt_id: 4, receipt_number: 'RCT-26-27-00004' }),
  ).toMatchObject({
    code: 'payment.of_receipt',
    message: expect.stringContaining('RCT-26-27-00004'),
  });
});

it.each<[Payment['kind'], Payment['status'], boolean]>([
  ['write_off', 'completed', true],
  ['write_off', 'failed', false],
  ['set_off', 'completed', true],
  ['set_off', 'failed', false],
  ['refund', 'completed', false],
  ['cash', 'completed', false],
])('a %s that is %s can be reversed: %s', (kind, status, ok) => {
  expect(canReverse({ kind, status }).ok).toBe(ok);
  expect(canChange({ kind, receipt_id: null, receipt_number: null }).ok).toBe(kind === 'cash');
});
