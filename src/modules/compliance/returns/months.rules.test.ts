import { expect, it } from 'vitest';
import { monthName } from '~/kit/shared/time/days';
import { monthsUntil, returnChoice } from './months.rules';

it('three years of months are offered, the newest first', () => {
  const months = monthsUntil('2026-02-14');
  expect(months.slice(0, 3)).toEqual(['2026-02', '2026-01', '2025-12']);
  expect(months).toHaveLength(36);
  expect(monthName('2026-02')).toBe('February 2026');
});

it('the address names the month and the table; what it does not offer is the month before this', () => {
  const months = monthsUntil('2026-02-14');
  const of = (search: string) => returnChoice(search, { months, tables: ['b2b', 'hsn'] });
  expect(of('?month=2025-12&table=hsn')).toEqual({ month: '2025-12', table: 'hsn' });
  const none = { month: '2026-01', table: null };
  for (const search of ['', '?month=2026-03', '?month=rubbish&table=x', '?month=2020-01'])
    expect(of(search)).toEqual(none);
});
