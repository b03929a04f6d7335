import { z } from 'zod';
import { listRoute } from '~/kit/server/http/list-route';
import { type Api, idParams, route } from '~/kit/server/http/route';
import { maxId } from '~/kit/shared/fields/fields';
import { createSchema, patchSchema, rowSchema } from '~/kit/shared/fields/record-schemas';
import { signedInSchema } from '~/modules/organization/users/sessions/sessions.fields';
import { memberFields, memberRoles, workspaceFields } from '../workspaces.fields';
import {
  addMember,
  changeMember,
  chooseWorkspace,
  createWorkspace,
  deleteWorkspace,
  getMembers,
  getWorkspace,
  removeMember,
  updateWorkspace,
} from './workspaces.actions';
import { listWorkspaces } from './workspaces.queries';

const memberRoleSchema = z.enum(
  memberRoles.map((each) => each.value),
  { error: 'The role must be owner, manager, member or viewer' },
);
const workspaceRow = rowSchema(workspaceFields).and(
  z.object({ role: memberRoleSchema.nullable().describe('Your role') }),
);
const memberRow = rowSchema(memberFields);
const shared = { access: 'user', tag: 'Workspaces' } as const;

const id = (missing: string) =>
  z.int({ error: missing }).min(1, { error: missing }).max(maxId, { error: missing });
const memberParams = z.object({ id: idParams.shape.id, user_id: idParams.shape.id });
const newMemberBody = z.strictObject({
  user_id: id('Choose a user to add'),
  role: memberRoleSchema,
});
const memberBody = z.strictObject({
  role: memberRoleSchema,
  updated_at: z.iso.datetime({ offset: true }).optional(),
});
const choiceBody = z.strictObject({
  workspace_id: id('workspace_id must be the id of a workspace, or null').nullable(),
});

export function workspaceRoutes(api: Api): void {
  listRoute(api, {
    ...shared,
    url: '/workspaces',
    summary: 'List your workspaces, for an administrator all; newest first',
    row: workspaceRow,
    source: ({ context }) => listWorkspaces(context.person),
  });
  route(api, {
    method: 'POST',
    url: '/workspaces',
    access: 'admin',
    tag: shared.tag,
    summary: 'Create a workspace; you become its first owner',
    body: createSchema(workspaceFields),
    response: workspaceRow,
    status: 201,
    handle: ({ context, body }) => createWorkspace(context, body),
  });
  route(api, {
    ...shared,
    method: 'GET',
    url: '/workspaces/:id',
    summary: 'Get a workspace',
    params: idParams,
    response: workspaceRow,
    handle: ({ context, params }) => getWorkspace(context, context.db, params.id),
  });
  route(api, {
    ...shared,
    method: 'PUT',
    url: '/workspaces/:id',
    summary: 'Rename a workspace, as one of its owners',
    params: idParams,
    body: patchSchema(workspaceFields),
    response: workspaceRow,
    current: (context, { id }) => getWorkspace(context, context.db, id),
    handle: ({ context, params, body }) => updateWorkspace(context, params.id, body),
  });
  route(api, {
    ...shared,
    method: 'DELETE',
    url: '/workspaces/:id',
    confirmed: true,
    summary: 'Delete a workspace, as one of its owners; its records stay, for the whole company',
    params: idParams,
    response: z.object({ id: z.int() }),
    handle: ({ context, params }) => deleteWorkspace(context, params.id),
  });
  memberRoutes(api);
  choiceRoute(api);
}

function memberRoutes(api: Api): void {
  route(api, {
    ...shared,
    method: 'GET',
    url: '/workspaces/:id/members',
    summary: 'List the members of a workspace, owners first',
    params: idParams,
    response: z.array(memberRow),
    handle: ({ context, params }) => getMembers(context, params.id),
  });
  route(api, {
    ...shared,
    method: 'POST',
    url: '/workspaces/:id/members',
    confirmed: true,
    summary: 'Add an active user',
    params: idParams,
    body: newMemberBody,
    response: memberRow,
    status: 201,
    handle: ({ context, params, body }) => addMember(context, params.id, body),
  });
  route(api, {
    ...shared,
    method: 'PUT',
    url: '/workspaces/:id/members/:user_id',
    confirmed: true,
    summary: 'Change the role of a member',
    params: memberParams,
    body: memberBody,
    response: memberRow,
    handle: ({ context, params, body }) =>
      changeMember(context, { workspace: params.id, user: params.user_id }, body),
  });
  route(api, {
    ...shared,
    method: 'DELETE',
    url: '/workspaces/:id/members/:user_id',
    confirmed: true,
    summary: 'Remove a member, or leave',
    params: memberParams,
    response: z.object({ user_id: z.int() }),
    handle: ({ context, params }) =>
      removeMember(context, { workspace: params.id, user: params.user_id }),
  });
}

function choiceRoute(api: Api): void {
  route(api, {
    method: 'PUT',
    url: '/auth/workspace',
    access: 'user',
    tag: 'Sign-in',
    summary: 'Choose your workspace; null is the whole company',
    body: choiceBody,
    response: signedInSchema,
    handle: async ({ context, body, reply }) => {
      reply.header('cache-control', 'no-store');
      return { user: await chooseWorkspace(context, body.workspace_id) };
    },
  });
}
