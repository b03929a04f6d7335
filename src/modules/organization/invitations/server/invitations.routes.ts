import { z } from 'zod';
import { fieldSchema } from '~/kit/shared/fields/field-schemas';
import { getRecord } from '~/kit/server/database/entity';
import { listRoute } from '~/kit/server/http/list-route';
import { type Api, idParams, route } from '~/kit/server/http/route';
import { rowSchema } from '~/kit/shared/fields/record-schemas';
import { givenPassword } from '~/modules/organization/users/passwords.fields';
import { userFields } from '~/modules/organization/users/users.fields';
import { invitationFields, shownFields } from '../invitations.fields';
import { acceptInvitation, readInvitation } from './acceptance.actions';
import { invitationsAt, listInvitations } from './invitations.queries';
import { invite, resend, revoke } from './invitations.actions';

const invitationRow = rowSchema(invitationFields);
const tag = 'Invitations';
const shared = { access: 'admin', tag } as const;
const tokenParams = z.object({ token: z.string() });

const inviteBody = z.strictObject({
  email: fieldSchema(invitationFields.email),
  first_name: fieldSchema(invitationFields.first_name),
  last_name: fieldSchema(invitationFields.last_name),
  role: fieldSchema(invitationFields.role).default('user').describe('Left out: user'),
  role_id: fieldSchema(invitationFields.role_id).optional(),
  message: fieldSchema(invitationFields.message).optional(),
});

const acceptBody = z.strictObject({
  username: fieldSchema(userFields.username),
  password: givenPassword,
});

export function invitationRoutes(api: Api): void {
  administratorRoutes(api);
  acceptanceRoutes(api);
}

function administratorRoutes(api: Api): void {
  listRoute(api, {
    ...shared,
    url: '/users/invitations',
    summary: 'List all invitations except revoked ones, newest first',
    row: invitationRow,
    source: ({ context }) => listInvitations(context.db, context.now),
  });
  route(api, {
    ...shared,
    method: 'GET',
    url: '/users/invitations/:id',
    summary: 'Get an invitation',
    params: idParams,
    response: invitationRow,
    handle: ({ context, params }) => getRecord(context.db, invitationsAt(context.now), params.id),
  });
  route(api, {
    ...shared,
    method: 'POST',
    url: '/users/invite',
    confirmed: true,
    summary: 'Invite a person by email; the link works once, for 14 days',
    body: inviteBody,
    response: invitationRow,
    status: 201,
    handle: ({ context, body }) => invite(context, body),
  });
  route(api, {
    ...shared,
    method: 'POST',
    url: '/users/invitations/:id/resend',
    confirmed: true,
    summary: 'Email a new link for another 14 days; the old link no longer works',
    params: idParams,
    response: invitationRow,
    handle: ({ context, params }) => resend(context, params.id),
  });
  route(api, {
    ...shared,
    method: 'DELETE',
    url: '/users/invitations/:id',
    summary: 'Revoke a pending invitation',
    params: idParams,
    response: z.object({ id: z.int() }),
    handle: ({ context, params }) => revoke(context, params.id),
  });
}

function acceptanceRoutes(api: Api): void {
  route(api, {
    method: 'GET',
    url: '/users/invite/:token',
    access: 'public',
    summary: 'Get the invitation of a link; 404 gives the reason if there is none',
    tag,
    params: tokenParams,
    response: rowSchema(shownFields),
    handle: ({ context, params, reply }) => {
      reply.header('cache-control', 'no-store');
      return readInvitation(context, params.token);
    },
  });
  route(api, {
    method: 'POST',
    url: '/users/invite/:token/accept',
    access: 'public',
    summary: 'Create the invited account; it is not signed in',
    tag,
    params: tokenParams,
    body: acceptBody,
    response: z.object({ username: z.string() }),
    handle: ({ context, params, body }) =>
      acceptInvitation(context, { ...body, token: params.token }),
  });
}
