import { z } from 'zod';
import { fieldSchema } from '~/kit/shared/fields/field-schemas';
import { getRecord } from '~/kit/server/database/entity';
import { listRoute } from '~/kit/server/http/list-route';
import { recordRoutes } from '~/kit/server/http/record-routes';
import { type Api, idParams, route } from '~/kit/server/http/route';
import { patchSchema, rowSchema } from '~/kit/shared/fields/record-schemas';
import { givenPassword } from '../../passwords.fields';
import { directoryFields, userFields } from '../../users.fields';
import { addUser, deleteUser, updateUser } from './administration.actions';
import { userSessionSchema } from '../../sessions/sessions.fields';
import { endSessionsOf, listUserSessions } from '../../sessions/server/sessions.actions';
import { setPasswordOf } from '../../sessions/server/passwords.actions';
import { listDirectory, listUsers, userWindows, users } from '../../server/users.queries';

const userRow = rowSchema(userFields);
const tag = 'Users';
const shared = { access: 'admin', tag } as const;

const newUserBody = z.strictObject({
  username: fieldSchema(userFields.username),
  email: fieldSchema(userFields.email),
  password: givenPassword,
  first_name: fieldSchema(userFields.first_name),
  last_name: fieldSchema(userFields.last_name),
  role: fieldSchema(userFields.role).optional(),
  role_id: fieldSchema(userFields.role_id).optional(),
  is_active: fieldSchema(userFields.is_active).optional(),
});

export function userRoutes(api: Api): void {
  listRoutes(api);
  recordRoutes(api, {
    ...shared,
    url: '/users',
    response: userRow,
    find: ({ db }, id) => getRecord(db, users, id),
    list: {
      summary: 'List all users, newest first',
      source: listUsers,
      windows: userWindows,
    },
    create: {
      confirmed: true,
      summary: 'Create a user',
      body: newUserBody,
      idempotent: false,
      act: addUser,
    },
    read: { summary: 'Get a user' },
    update: {
      confirmed: 'partly',
      summary: 'Change a user: any of the fields, never the password',
      body: patchSchema(userFields),
      act: updateUser,
    },
    remove: {
      confirmed: true,
      summary: 'Delete an inactive user',
      act: deleteUser,
    },
  });
  accessRoutes(api);
}

function listRoutes(api: Api): void {
  listRoute(api, {
    url: '/users/directory',
    access: 'user',
    takesKeys: true,
    summary: 'List all users by name, to show and choose an assignee',
    tag,
    row: rowSchema(directoryFields),
    source: listDirectory,
  });
}

function accessRoutes(api: Api): void {
  route(api, {
    ...shared,
    method: 'PUT',
    url: '/users/:id/reset-password',
    confirmed: true,
    summary: 'Set a user’s password; ends all of that user’s sessions',
    params: idParams,
    body: z.strictObject({ password: givenPassword }),
    response: userRow,
    handle: ({ context, params, body }) => setPasswordOf(context, params.id, body.password),
  });
  route(api, {
    ...shared,
    method: 'GET',
    url: '/users/:id/sessions',
    summary: 'List the sessions of a user, last used first',
    params: idParams,
    response: z.array(userSessionSchema),
    handle: ({ context, params, reply }) => {
      reply.header('cache-control', 'no-store');
      return listUserSessions(context, params.id);
    },
  });
  route(api, {
    ...shared,
    method: 'DELETE',
    url: '/users/:id/sessions',
    confirmed: true,
    summary: 'End all sessions of a user except the one of this call',
    params: idParams,
    response: z.object({ ended: z.int() }),
    handle: ({ context, params }) => endSessionsOf(context, params.id),
  });
}
