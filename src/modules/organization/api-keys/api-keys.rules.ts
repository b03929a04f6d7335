import type { Rights } from '~/kit/shared/access';
import type { ErrorTable } from '~/kit/shared/error-codes';
import { allowed, refused, type Verdict } from '~/kit/shared/verdict';
import { subjectNames } from '~/modules/organization/kinds/kinds.rules';

export const apiKeyRefusals = {
  'auth.key_invalid': [401, 'The API key is unknown or was revoked'],
  'auth.key_expired': [401, 'The API key has expired'],
  'auth.key_network': [403, 'The API key cannot be used from this network address'],
  'api_key.too_many': [409, 'The company has as many API keys as it can have'],
} as const satisfies ErrorTable;

const mostKeys = 50;
const mostDays = 731;
export const mostNetworks = 20;
export const usualDays = 365;
/** So many hours a key works next to the one that replaced it. */
export const usualOverlap = 24;

export function daysAfter(now: Date, days: number): Date {
  return new Date(now.getTime() + days * 86_400_000);
}

export function canAddKey(count: number): Verdict {
  if (count < mostKeys) return allowed;
  const message = `There can be at most ${mostKeys} API keys. Revoke one that is no longer used.`;
  return refused('api_key.too_many', message);
}

/** The problem with the moment at which a key expires, or null. */
export function expiryProblem(expires: Date, now: Date): string | null {
  if (expires <= now) return 'Expires must be in the future';
  return expires > daysAfter(now, mostDays)
    ? `An API key can be valid for at most ${mostDays} days`
    : null;
}

/** The rights of a key by its role: no record is its own, and all of its workspace are (docs/product/api-keys.md#rights). */
export function keyRights(rights: Rights): Rights {
  const reads = { all: 'all', workspace: 'all', own: 'none', none: 'none' } as const;
  const own = subjectNames.map((kind) => [
    kind,
    { ...rights[kind], read: reads[rights[kind].read] },
  ]);
  return Object.fromEntries(own) as Rights;
}
