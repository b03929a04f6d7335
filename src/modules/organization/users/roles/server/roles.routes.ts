import { z } from 'zod';
import { recordRoutes } from '~/kit/server/http/record-routes';
import type { Api } from '~/kit/server/http/route';
import { rowSchema } from '~/kit/shared/fields/record-schemas';
import { rightsSchema } from '../../rights.fields';
import { newRoleSchema, roleFields, rolePatchSchema } from '../../roles.fields';
import { listRoles } from './roles.queries';
import { createRole, deleteRole, getRole, updateRole } from './roles.actions';

const roleRow = rowSchema(roleFields).and(z.object({ rights: rightsSchema }));
const shared = { access: 'admin', tag: 'Roles' } as const;

export function roleRoutes(api: Api): void {
  recordRoutes(api, {
    ...shared,
    url: '/roles',
    response: roleRow,
    find: getRole,
    list: {
      summary: 'List all roles with their rights, built-in roles first',
      source: listRoles,
    },
    create: {
      confirmed: true,
      summary: 'Create a role; rights that are not sent are not permitted',
      body: newRoleSchema,
      idempotent: false,
      act: createRole,
    },
    update: {
      confirmed: true,
      summary: 'Change a role: its name or any of its rights; applies from the next call on',
      body: rolePatchSchema,
      act: updateRole,
    },
    remove: {
      confirmed: true,
      summary: 'Delete a role that no user has',
      act: deleteRole,
    },
  });
}
