import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Right } from '~/kit/shared/access';
import type { Verdict } from '~/kit/shared/verdict';
import type { Person } from '~/kit/server/database/context';
import { AppError, enforce, enforceConfirmed } from '~/kit/server/errors';
import { bearerOf } from '~/kit/server/bearer';
import type { createFairUse } from './fair-use';

/** A right, or several that are needed together, implies being signed in (docs/product/wire.md#access). */
export type Access = 'public' | 'user' | 'admin' | Right | readonly Right[];

export type Authenticate = (request: FastifyRequest, reply: FastifyReply) => Promise<Person | null>;

export interface Guards {
  authenticate: Authenticate;
  permits: (person: Person, rights: readonly Right[]) => Verdict;
  /** Refuses calls beyond the limits of `fair-use.ts`. */
  fairUse: ReturnType<typeof createFairUse>;
}

export interface Openness {
  /** Open to someone whose password was made by the program and has to be changed first. */
  beforePasswordChange?: boolean;
  /** Open to someone whose role requires a second factor that is not set up. */
  beforeSecondFactor?: boolean;
  /**
   * Closed to a session that has not shown lately who it belongs to: for calls that give, take or widen access, and for
   * what cannot be undone. `partly`: only some changes are, and its steps call `enforceConfirmed`.
   */
  confirmed?: boolean | 'partly';
  /**
   * Whether programs make the call with an API key: unless given, where the call needs a right. `subscribers`: those keys that
   * may have webhooks, also a call of administrators.
   */
  takesKeys?: boolean | 'subscribers';
}

/** The calls that are open to API keys (docs/product/api-keys.md#open-calls). */
export function takesKeys(access: Access, { takesKeys: declared }: Openness): boolean {
  return declared === undefined ? rightsIn(access).length > 0 : declared !== false;
}

/**
 * 401 without a session or an API key. 403 without the role or the right, with a key for a call that takes none, or before the first password is changed, a required second
 * factor is set up or, with `confirmed`, the identity is confirmed.
 */
export function requireAccess(
  { authenticate, permits, fairUse }: Guards,
  access: Access,
  openness: Openness = {},
) {
  const { beforePasswordChange = false, beforeSecondFactor = false, confirmed = false } = openness;
  const rights = rightsIn(access);
  const isOpen = takesKeys(access, openness);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (access === 'public') {
      if (bearerOf(request.raw) !== null) throw keyNotAllowed();
      return;
    }
    request.person = await authenticate(request, reply);
    await fairUse(request, reply);
    const { apiKey } = request.person ?? {};
    const isSubscriber = openness.takesKeys === 'subscribers' && apiKey?.maySubscribe === true;
    if (apiKey && (!isOpen || (openness.takesKeys === 'subscribers' && !isSubscriber)))
      throw keyNotAllowed();
    if (!request.person) throw new AppError('auth.not_signed_in', 'Please sign in to continue');
    if (request.person.must_change_password && !beforePasswordChange) {
      const message = 'Choose your own password first';
      throw new AppError('auth.password_change_needed', message);
    }
    if (request.person.must_set_up_factor && !beforeSecondFactor) {
      const message = 'Your role requires two-step sign-in. Set it up first';
      throw new AppError('auth.second_factor_setup_needed', message);
    }
    if (access === 'admin' && request.person.role !== 'admin' && !isSubscriber) {
      throw new AppError('auth.admin_required', 'Only an administrator can do this');
    }
    if (rights.length > 0) enforce(permits(request.person, rights));
    if (confirmed === true) enforceConfirmed(request.person);
  };
}

function keyNotAllowed(): AppError {
  return new AppError('auth.key_not_allowed', 'This call cannot be made with an API key');
}

/** The rights that a call needs; none where it asks for less or for more than rights. */
export function rightsIn(access: Access): readonly Right[] {
  if (access === 'public' || access === 'user' || access === 'admin') return [];
  return typeof access === 'string' ? [access] : access;
}

declare module 'fastify' {
  interface FastifyRequest {
    person: Person | null;
  }
  interface FastifyContextConfig {
    access?: Access;
  }
}
