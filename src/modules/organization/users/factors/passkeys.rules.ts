import { type Verdict, allowed, refused } from '~/kit/shared/verdict';

export const challengeMinutes = 5;
export const mostPasskeys = 20;

/** Whose passkeys these are: the host's, and only for pages of exactly that origin. */
export interface RelyingParty {
  id: string;
  origin: string;
}

/**
 * Whose passkeys a page of this origin uses; null where browsers have none: neither https nor localhost, or an address
 * of numbers. Where the product is known to be at an https address, its passkeys are for that one alone.
 */
export function relyingParty(origin: string | undefined, publicUrl: string): RelyingParty | null {
  const page = publicUrl.startsWith('https:') ? publicUrl : (origin ?? publicUrl);
  if (!URL.canParse(page)) return null;
  const { protocol, hostname, origin: exact } = new URL(page);
  const isSafe = protocol === 'https:' || /(?:^|\.)localhost$/.test(hostname);
  const isNumbers = /^\[|^[\d.]+$/.test(hostname);
  return isSafe && !isNumbers ? { id: hostname, origin: exact } : null;
}

/** Whether a passkey's counter rose since it was last used; many count nothing. Otherwise there are two of it. */
export function isFreshCounter(counter: number, last: number): boolean {
  return counter > last || (counter === 0 && last === 0);
}

export interface Factors {
  /** An authenticator app that was confirmed. */
  code: boolean;
  passkeys: number;
  required: boolean;
}

export type FactorKind = 'code' | 'passkey';

/** What signing in with a password asks for next to it, one of these; nothing where it is empty. */
export function requiredFactors({ code, passkeys, required }: Factors): FactorKind[] {
  if (!code && !required) return [];
  return [...(code ? (['code'] as const) : []), ...(passkeys > 0 ? (['passkey'] as const) : [])];
}

/** Whether a person may give a factor up: not the last one where the role requires one. */
export function canRemoveFactor({ code, passkeys, required }: Factors, kind: FactorKind): Verdict {
  const remaining = kind === 'code' ? passkeys : passkeys - 1 + (code ? 1 : 0);
  if (!required || remaining > 0) return allowed;
  return refused(
    'factor.demanded',
    'Your role requires two-step sign-in. Add another method first',
  );
}
