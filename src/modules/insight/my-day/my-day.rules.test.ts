import { expect, it } from 'vitest';
import type { DayItem } from './my-day.fields';
import { merged, mostItems } from './my-day.rules';

const item = (id: number, date: string): DayItem => ({
  type: 'step',
  id,
  record: { kind: 'leads', id, label: 'Acme' },
  text: 'Call',
  date,
});

it('merges by date, then id, and keeps the first fifty', () => {
  const days = Array.from({ length: mostItems }, (_, n) => item(n + 10, '2026-11-20'));
  const found = merged(days, [item(2, '2026-11-19'), item(1, '2026-11-20')]);
  expect(found.map(({ id }) => id).slice(0, 3)).toEqual([2, 1, 10]);
  expect(found).toHaveLength(mostItems);
});
