import { type Day, dayOf } from '~/kit/shared/time/days';

let zone = (): string => 'UTC';

/** Sets where the kit takes the company's time zone from. */
export function takeZone(find: () => string): void {
  zone = find;
}

export function companyZone(): string {
  return zone();
}

/** The company's day at this moment. */
export function companyToday(): Day {
  return dayOf(new Date(), zone());
}
