import type { ErrorTable } from '~/kit/shared/error-codes';
import { allowed, refused, type Verdict } from '~/kit/shared/verdict';
import type { Delivery, Webhook } from './webhooks.fields';

export const webhookRefusals = {
  'webhook.address_refused': [
    400,
    'The address is not https, leads to a private network, or its name was not found',
  ],
  'webhook.too_many': [409, 'There are as many webhooks as there may be'],
  'webhook.too_many_deliveries': [409, 'More than 10,000 deliveries would be replayed at once'],
  'webhook.off': [409, 'The webhook is off: nothing can be sent again'],
  'webhook.delivery_pending': [409, 'The delivery is already waiting for a try'],
} as const satisfies ErrorTable;

/** A webhook's state as screens show it. */
export const stateTexts = {
  ok: { label: 'On', color: 'green' },
  failing: { label: 'Failing', color: 'orange' },
  off: { label: 'Off', color: 'gray' },
} as const satisfies Record<Webhook['state'], { label: string; color: string }>;

/** So many webhooks the company may have besides those of its API keys. */
export const mostWebhooks = 100;

const mostOfKey = 20;

export function canAdd(existing: number, isOfKey = false): Verdict {
  const most = isOfKey ? mostOfKey : mostWebhooks;
  if (existing < most) return allowed;
  return refused('webhook.too_many', `There can be at most ${most} webhooks`);
}

export const mostReplayed = 10_000;

export function canReplayAll(count: number): Verdict {
  if (count <= mostReplayed) return allowed;
  const message = 'More than 10,000 deliveries match. Choose a shorter period.';
  return refused('webhook.too_many_deliveries', message);
}

export function canReplay({
  is_active,
  status,
}: Pick<Webhook, 'is_active'> & Partial<Pick<Delivery, 'status'>>): Verdict {
  if (!is_active) return refused('webhook.off', 'This webhook is off. Turn it on first.');
  if (status !== 'pending') return allowed;
  return refused('webhook.delivery_pending', 'This delivery is already waiting to be sent');
}

const [second, minute, hour] = [1000, 60_000, 3_600_000];
/** From each try that failed to the next; after the last gap it has failed for good (docs/product/webhooks.md#tries). */
const gaps = [
  5 * second,
  5 * minute,
  30 * minute,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour),
];
const mostPauseMs = 24 * hour;

/** So long failures alone are borne before administrators are warned, and before the webhook is turned off. */
export const warnedAfterMs = hour;
export const offAfterMs = 96 * hour;

/**
 * When the next try is due after so many that failed; null after the last one. `spread` is a random number from 0 to 1;
 * the receiver may ask for a longer pause.
 */
export function nextTryAt(
  tries: number,
  { now, spread, pauseMs }: { now: Date; spread: number; pauseMs: number },
): Date | null {
  const gap = gaps[tries - 1];
  if (gap === undefined) return null;
  return new Date(now.getTime() + Math.max(gap * (0.9 + spread / 5), pauseMs));
}

/** The pause that a receiver asks for by `Retry-After`, in seconds or as a day and time; 24 hours at most. */
export function pauseOf(status: number | null, retryAfter: string | undefined, now: Date): number {
  if ((status !== 429 && status !== 503) || retryAfter === undefined) return 0;
  const pause = /^\d+$/.test(retryAfter.trim())
    ? Number(retryAfter) * second
    : Date.parse(retryAfter) - now.getTime();
  return Math.min(Math.max(pause || 0, 0), mostPauseMs);
}

export function isDelivered(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** What a status means that is not one of success. */
export function problemOf(status: number): string {
  if (status >= 300 && status < 400) return `Answered ${status}: redirects are not followed`;
  return `Answered ${status}`;
}
