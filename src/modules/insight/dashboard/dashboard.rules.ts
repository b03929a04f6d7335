import type { ActivityType } from '~/modules/collaboration/activity/activity.fields';

/** `part` of `whole` in whole percent, halves rounded up; 0 of 0 is 0 (docs/product/dashboard.md#figures). */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part * 100) / whole);
}

const percentageWithoutGoal = 78;

/** How much of the yearly goal is reached, in percent; 78 where no goal is set (docs/product/dashboard.md#goal). */
export function goalPercentage(revenue: number, goal: number | null): number {
  return goal === null ? percentageWithoutGoal : percentOf(revenue, goal);
}

/** Items on each activity card (docs/product/dashboard.md#activities). */
export const itemsPerCard = 5;

export type ActivityCard = 'lead' | 'payment' | 'other';

/** The card that shows an activity (docs/product/dashboard.md#activities). */
export function cardOf(type: ActivityType): ActivityCard {
  return type === 'lead' || type === 'payment' ? type : 'other';
}
