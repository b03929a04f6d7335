import { expect, it } from 'vitest';
import { eventTexts } from './events.rules';
import { canAdd, canReplay, canReplayAll, isDelivered, nextTryAt, pauseOf } from './webhooks.rules';

const now = new Date('2026-12-01T09:30:00Z');
const seconds = (tries: number, spread: number, pauseMs = 0) => {
  const at = nextTryAt(tries, { now, spread, pauseMs });
  return at && Math.round((at.getTime() - now.getTime()) / 1000);
};

it('tries again at growing gaps, ten times in all', () => {
  const gaps = Array.from({ length: 10 }, (_, index) => seconds(index + 1, 0.5));
  const hours = [2, 5, 10, 14, 20, 24].map((each) => each * 3600);
  expect(gaps).toEqual([5, 300, 1800, ...hours, null]);
});

it('spreads the tries by a tenth, and waits for what the receiver asks', () => {
  expect([seconds(2, 0), seconds(2, 1)]).toEqual([270, 330]);
  expect([seconds(1, 0.5, 60_000), seconds(3, 0.5, 60_000)]).toEqual([60, 1800]);
});

it.each([
  [429, '7', 7000],
  [503, ' 7 ', 7000],
  [503, 'Tue, 01 Dec 2026 09:31:00 GMT', 60_000],
  [503, 'Tue, 01 Dec 2026 09:29:00 GMT', 0],
  [429, '9999999', 86_400_000],
  [429, 'soon', 0],
  [429, undefined, 0],
  [500, '7', 0],
  [null, '7', 0],
])('of %s with Retry-After %s pauses %i ms', (status, retryAfter, ms) => {
  expect(pauseOf(status, retryAfter, now)).toBe(ms);
});

it('counts statuses from 200 to 299 as delivered', () => {
  expect([199, 200, 204, 299, 300, null].map(isDelivered)).toEqual([
    false,
    true,
    true,
    true,
    false,
    false,
  ]);
});

it('bounds webhooks and replays', () => {
  expect([canAdd(99).ok, canAdd(100).ok]).toEqual([true, false]);
  expect([canReplayAll(10_000).ok, canReplayAll(10_001).ok]).toEqual([true, false]);
  expect(canReplay({ is_active: false, status: 'held' })).toMatchObject({ code: 'webhook.off' });
  expect(canReplay({ is_active: true, status: 'pending' })).toMatchObject({
    code: 'webhook.delivery_pending',
  });
  expect(canReplay({ is_active: true, status: 'held' }).ok).toBe(true);
});

it('says in words what a webhook is sent', () => {
  expect(eventTexts(['invoice.*', 'payment.*'])).toBe('Invoices: all events, Payments: all events');
  expect(eventTexts(['*'])).toBe('All events');
});
