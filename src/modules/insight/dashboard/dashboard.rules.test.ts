import { expect, test } from 'vitest';
import { activityTypes } from '~/modules/collaboration/activity/activity.fields';
import { cardOf, goalPercentage, percentOf } from './dashboard.rules';

test.each([
  [0, 0, 0],
  [0, 7, 0],
  [7, 7, 100],
  [1, 3, 33],
  [2, 3, 67],
  [1, 200, 1],
  [1, 201, 0],
  [199, 200, 100],
  [3, 2, 150],
])('%i of %i is %i percent', (part, whole, percent) => {
  expect(percentOf(part, whole)).toBe(percent);
});

test.each([
  [0, null, 78],
  [999, null, 78],
  [0, 1000, 0],
  [785, 1000, 79],
  [1500, 1000, 150],
  [0.1 + 0.2, 0.3, 100],
])('revenue %d of the goal %s is %i percent', (revenue, goal, percent) => {
  expect(goalPercentage(revenue, goal)).toBe(percent);
});

test('leads and payments have their own card, all the rest shares one', () => {
  const cards = activityTypes.map((type) => [type, cardOf(type)]);
  expect(cards.filter(([, card]) => card !== 'other')).toEqual([
    ['lead', 'lead'],
    ['payment', 'payment'],
  ]);
});
