import { z } from 'zod';
import { getRecord } from '~/kit/server/database/entity';
import { listRoute } from '~/kit/server/http/list-route';
import { type Api, idParams, route } from '~/kit/server/http/route';
import { createSchema, patchSchema, rowSchema } from '~/kit/shared/fields/record-schemas';
import { unitFields } from '../units.fields';
import { listUnits, units } from './units.queries';
import { createUnit, deleteUnit, updateUnit } from './units.actions';

const unitRow = rowSchema(unitFields);
const shared = { tag: 'Units' } as const;

export function unitRoutes(api: Api): void {
  listRoute(api, {
    ...shared,
    access: 'user',
    url: '/units',
    summary: 'List the units of measure, by code',
    row: unitRow,
    source: listUnits,
  });
  route(api, {
    ...shared,
    access: 'admin',
    method: 'POST',
    url: '/units',
    errors: ['unit.code_taken'],
    summary: 'Add a unit',
    body: createSchema(unitFields),
    response: unitRow,
    status: 201,
    handle: ({ context, body }) => createUnit(context, body),
  });
  route(api, {
    ...shared,
    access: 'admin',
    method: 'PUT',
    url: '/units/:id',
    errors: ['unit.code_taken', 'unit.in_use'],
    summary: 'Change a unit; its code while no product is counted in it',
    params: idParams,
    body: patchSchema(unitFields),
    response: unitRow,
    current: ({ db }, { id }) => getRecord(db, units, id),
    handle: ({ context, params, body }) => updateUnit(context, params.id, body),
  });
  route(api, {
    ...shared,
    access: 'admin',
    method: 'DELETE',
    url: '/units/:id',
    errors: ['unit.in_use'],
    summary: 'Delete a unit that no product uses',
    params: idParams,
    response: z.object({ id: z.int() }),
    handle: ({ context, params }) => deleteUnit(context, params.id),
  });
}
