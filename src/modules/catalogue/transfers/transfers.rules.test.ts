import { expect, it } from 'vitest';
import type { Verdict } from '~/kit/shared/verdict';
import { canDelete, canEdit, canTakeStatus, partsByProduct } from './transfers.rules';

const codeOf = (verdict: Verdict) => (verdict.ok ? 'ok' : verdict.code);

it.each([
  ['draft', 'draft', 'ok'],
  ['draft', 'done', 'ok'],
  ['draft', 'cancelled', 'transfer.is_draft'],
  ['done', 'draft', 'transfer.done'],
  ['done', 'done', 'ok'],
  ['done', 'cancelled', 'ok'],
  ['cancelled', 'draft', 'transfer.cancelled'],
  ['cancelled', 'done', 'transfer.cancelled'],
  ['cancelled', 'cancelled', 'ok'],
] as const)('a transfer that is %s and is set to %s: %s', (status, next, code) => {
  expect(codeOf(canTakeStatus({ status }, next))).toBe(code);
});

it.each([
  ['draft', ['items', 'from_id'], 'ok', 'ok'],
  ['done', ['notes', 'vehicle_number'], 'ok', 'transfer.done'],
  ['done', ['notes', 'items'], 'transfer.done', 'transfer.done'],
  ['cancelled', [], 'ok', 'transfer.done'],
  ['cancelled', ['notes'], 'transfer.cancelled', 'transfer.done'],
] as const)('a transfer that is %s changes %j: %s; goes: %s', (status, names, edit, remove) => {
  expect(codeOf(canEdit({ status }, names))).toBe(edit);
  expect(codeOf(canDelete({ status }))).toBe(remove);
});

it('names the field that stays', () => {
  expect(canEdit({ status: 'done' }, ['transfer_date'])).toMatchObject({
    message: 'Transfer Date cannot be changed: the goods have moved',
  });
});

it('moves each lot of a product once, in before out', () => {
  const lot = (lot_id: number, quantity: number) => ({ lot_id, lot_number: '', quantity });
  const items = [
    { product_id: 1, quantity: 0.1, lots: null },
    { product_id: 2, quantity: 3, lots: [lot(7, 1), lot(8, 2)] },
    { product_id: 1, quantity: 0.2, lots: null },
    { product_id: 2, quantity: 4, lots: [lot(8, 4)] },
  ];
  const parts = partsByProduct(items, { from: 1, to: 5, at: null });
  const movesOf = (product: number) =>
    parts.get(product)?.map(({ location, lot: id, quantity }) => [location, id, quantity]);
  expect(movesOf(1)).toEqual([
    [5, null, 0.3],
    [1, null, -0.3],
  ]);
  expect(movesOf(2)).toEqual([
    [5, 7, 1],
    [1, 7, -1],
    [5, 8, 6],
    [1, 8, -6],
  ]);
});
