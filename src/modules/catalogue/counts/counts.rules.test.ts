import { describe, expect, it } from 'vitest';
import type { CountLine } from './counts.fields';
import { canChange, canCountIn, currentLines, latestLines, quantityAfter } from './counts.rules';

const count = {
  count_number: 'SC-26-27-00001',
  status: 'draft',
  location_id: 1,
  category_id: null,
  count_date: '2026-11-26',
  line_count: 0,
} as const;

const codeOf = (verdict: { ok: boolean; code?: string }) => (verdict.ok ? 'ok' : verdict.code);

it.each([
  ['draft', 'ok'],
  ['posted', 'count.posted'],
] as const)('a %s count takes lines: %s', (status, code) => {
  expect(codeOf(canCountIn({ ...count, status }))).toBe(code);
});

it.each([
  [0, { location_id: 2, category_id: 3, count_date: '2026-11-25' }, 'ok'],
  [1, { is_blind: true }, 'ok'],
  [1, { location_id: 1, category_id: null, count_date: '2026-11-26' }, 'ok'],
  [1, { location_id: 2 }, 'count.has_lines'],
  [1, { category_id: 3 }, 'count.has_lines'],
  [1, { count_date: '2026-11-25' }, 'count.has_lines'],
])('with %i lines, changing %j: %s', (line_count, patch, code) => {
  expect(codeOf(canChange({ ...count, line_count }, patch))).toBe(code);
});

it.each([
  [null, {}, 1],
  [3, {}, 4],
  [0.1, { quantity: 0.2 }, 0.3],
  [3, { quantity: 5, mode: 'set' }, 5],
  [3, { quantity: 0, mode: 'set' }, 0],
] as const)('%s and a scan of %j: %s', (before, scan, after) => {
  expect(quantityAfter(before, scan)).toBe(after);
});

describe('the lines on the screen', () => {
  const at = (second: number) => `2026-11-26T10:00:0${second}.000Z`;
  const line = (id: number, counted_quantity: number, second: number) =>
    ({ id, counted_quantity, updated_at: at(second) }) as CountLine;
  const stored = { lines: [line(1, 1, 1), line(2, 1, 2)], updated_at: at(3) };

  it('have what the server sent last', () => {
    const counted = [line(2, 5, 4), line(1, 9, 0), line(3, 1, 5)];
    expect(currentLines(stored, counted)).toEqual([line(1, 1, 1), line(2, 5, 4), line(3, 1, 5)]);
  });

  it('do not bring back one that was removed since', () => {
    expect(currentLines(stored, [line(4, 1, 2)])).toEqual(stored.lines);
  });

  it('are shown from the last counted one on', () => {
    const lines = [line(1, 1, 1), line(2, 1, 3), line(3, 1, 3)];
    expect(latestLines(lines, 2).map(({ id }) => id)).toEqual([3, 2]);
  });
});
