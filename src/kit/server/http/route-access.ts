import type { FastifyRequest } from 'fastify';
import type { Right } from '~/kit/shared/access';
import type { Verdict } from '~/kit/shared/verdict';
import type { Person } from '~/kit/server/database/context';
import { AppError, enforce, enforceConfirmed } from '~/kit/server/errors';

/** A right, or several that are needed together, implies being signed in (docs/product/wire.md#access). */
export type Access = 'public' | 'user' | 'admin' | Right | readonly Right[];

export type Authenticate = (request: FastifyRequest) => Promise<Person | null>;

export interface Guards {
  authenticate: Authenticate;
  permits: (person: Person, rights: readonly Right[]) => Verdict;
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
}

/**
 * 401 without a session. 403 without the role or the right, or before the first password is changed, a required second
 * factor is set up or, with `confirmed`, the identity is confirmed.
 */
export function requireAccess(
  { authenticate, permits }: Guards,
  access: Access,
  { beforePasswordChange = false, beforeSecondFactor = false, confirmed = false }: Openness = {},
) {
  const rights = rightsIn(access);
  return async (request: FastifyRequest): Promise<void> => {
    if (access === 'public') return;
    request.person = await authenticate(request);
    if (!request.person) throw new AppError('auth.not_signed_in', 'Please sign in to continue');
    if (request.person.must_change_password && !beforePasswordChange) {
      const message = 'Choose your own password first';
      throw new AppError('auth.password_change_needed', message);
    }
    if (request.person.must_set_up_factor && !beforeSecondFactor) {
      const message = 'Your role requires two-step sign-in. Set it up first';
      throw new AppError('auth.second_factor_setup_needed', message);
    }
    if (access === 'admin' && request.person.role !== 'admin') {
      throw new AppError('auth.admin_required', 'Only an administrator can do this');
    }
    if (rights.length > 0) enforce(permits(request.person, rights));
    if (confirmed === true) enforceConfirmed(request.person);
  };
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
