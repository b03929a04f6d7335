import { z } from 'zod';
import { listRoute } from '~/kit/server/http/list-route';
import { type Api, idParams, route } from '~/kit/server/http/route';
import { rowSchema } from '~/kit/shared/fields/record-schemas';
import { rightsSchema } from '../../rights.fields';
import { newRoleSchema, roleFields, rolePatchSchema } from '../../roles.fields';
import { listRoles } from './roles.queries';
import { createRole, deleteRole, getRole, updateRole } from './roles.actions';

const roleRow = rowSchema(roleFields).and(z.object({ rights: rightsSchema }));
const shared = { access: 'admin', tag: 'Roles' } as const;

export function roleRoutes(api: Api): void {
  listRoute(api, {
    ...shared,
    url: '/roles',
    summary: 'List all roles with their rights, built-in roles first',
    row: roleRow,
    source: listRoles,
  });
  route(api, {
    ...shared,
    method: 'POST',
    url: '/roles',
    confirmed: true,
    errors: ['role.name_taken'],
    summary: 'Create a role; rights that are not sent are not permitted',
    body: newRoleSchema,
    response: roleRow,
    status: 201,
    handle: ({ context, body }) => createRole(context, body),
  });
  route(api, {
    ...shared,
    method: 'PUT',
    url: '/roles/:id',
    confirmed: true,
    errors: ['role.name_taken', 'role.fixed'],
    summary: 'Change a role: its name or any of its rights; applies from the next call on',
    params: idParams,
    body: rolePatchSchema,
    response: roleRow,
    current: (context, { id }) => getRole(context, id),
    handle: ({ context, params, body }) => updateRole(context, params.id, body),
  });
  route(api, {
    ...shared,
    method: 'DELETE',
    url: '/roles/:id',
    confirmed: true,
    errors: ['role.ready_made', 'role.in_use'],
    summary: 'Delete a role that no user has',
    params: idParams,
    response: z.object({ id: z.int() }),
    handle: ({ context, params }) => deleteRole(context, params.id),
  });
}
