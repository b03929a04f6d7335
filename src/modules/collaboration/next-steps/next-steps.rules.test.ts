import { expect, it } from 'vitest';
import { stepChangeSchema } from './next-steps.fields';
import { canAddStep, isDoneAfter, isOverdue, onlyTicks } from './next-steps.rules';

it.each([
  ['2026-11-22', null, true],
  ['2026-11-23', null, false],
  ['2026-11-24', null, false],
  ['2026-11-22', '2026-11-23T10:00:00Z', false],
])('a step due on %s and done at %s is overdue on the 23rd: %s', (due_date, done_at, overdue) => {
  expect(isOverdue({ due_date, done_at }, '2026-11-23')).toBe(overdue);
});

it.each([
  [{ done: true }, true, true],
  [{ done: false, done_at: '2026-11-23T10:00:00Z' }, false, true],
  [{ done_at: '2026-11-23T10:00:00+05:30' }, true, true],
  [{ done_at: null }, false, true],
  [{ text: 'Call' }, undefined, false],
  [{ done: true, assigned_to: 7 }, true, false],
])('%j: done %s, only a tick: %s', (sent, done, tick) => {
  const change = stepChangeSchema.parse(sent);
  expect([isDoneAfter(change), onlyTicks(change)]).toEqual([done, tick]);
});

it('a record has 200 steps at most', () => {
  expect(canAddStep(199).ok).toBe(true);
  expect(canAddStep(200)).toMatchObject({ code: 'step.too_many' });
});
