import type { FastifyRequest } from 'fastify';
import { onlyReads } from '~/kit/shared/access';
import type { Person } from '~/kit/server/database/context';
import { AppError, enforce } from '~/kit/server/errors';

/** `writer`: a signed-in person who may write in the current workspace (docs/product/wire.md#access). */
export type Access = 'public' | 'user' | 'writer' | 'admin';

export type Authenticate = (request: FastifyRequest) => Promise<Person | null>;

/** 401 without a session, 403 without the role or for a viewer. */
export function requireAccess(authenticate: Authenticate, access: Access) {
  return async (request: FastifyRequest): Promise<void> => {
    if (access === 'public') return;
    request.person = await authenticate(request);
    if (!request.person)
      throw new AppError('auth.not_signed_in', 401, 'Please sign in to continue');
    if (access === 'admin' && request.person.role !== 'admin') {
      throw new AppError('auth.admin_required', 403, 'Only an administrator may do this');
    }
    if (access === 'writer' && request.person.workspace_role === 'viewer') enforce(onlyReads, 403);
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    person: Person | null;
  }
  interface FastifyContextConfig {
    access?: Access;
  }
}
