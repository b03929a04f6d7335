import { expect, it } from 'vitest';
import { canCancelIrn } from './filings.rules';

const ack_date = '2026-11-02T04:45:00.000Z';

it.each([
  ['in time', { ack_date, cancelled_at: null }, '2026-11-03T04:45:00Z', null],
  ['too late', { ack_date, cancelled_at: null }, '2026-11-03T04:45:01Z', 'e_invoice.too_late'],
  ['twice', { ack_date, cancelled_at: ack_date }, '2026-11-02T05:00:00Z', 'e_invoice.missing'],
  ['without one', null, '2026-11-02T05:00:00Z', 'e_invoice.missing'],
] as const)('an IRN is cancelled %s', (_name, record, at, code) => {
  const verdict = canCancelIrn(record, new Date(at));
  expect(verdict.ok ? null : verdict.code).toBe(code);
});
