import { expect, test } from 'vitest';
import { positionText, positionAt } from './customer-documents.rules';

test('a position is named by its text, and by no other text', () => {
  const position = { date: '2026-11-28', type: 'credit_note', id: 12 } as const;
  expect(positionAt(positionText(position))).toEqual(position);
  for (const text of ['', '12', '2026-11-28.order', '2026-02-30.order.1', '2026-11-28.lead.1'])
    expect(positionAt(text), text).toBeNull();
  expect(positionAt('2026-11-28.order.012')).toBeNull();
});
