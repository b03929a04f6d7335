import { expect, it } from 'vitest';
import { monthName } from '~/kit/shared/time/days';
import { monthsUntil } from './months.rules';

it('three years of months are offered, the newest first', () => {
  const months = monthsUntil('2026-02-14');
  expect(months.slice(0, 3)).toEqual(['2026-02', '2026-01', '2025-12']);
  expect(months).toHaveLength(36);
  expect(monthName('2026-02')).toBe('February 2026');
});
