import { getRecord } from '~/kit/server/database/entity';
import { listRoute } from '~/kit/server/http/list-route';
import { recordRoutes } from '~/kit/server/http/record-routes';
import type { Api } from '~/kit/server/http/route';
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
    takesKeys: true,
    url: '/units',
    summary: 'List the units of measure, by code',
    row: unitRow,
    source: listUnits,
  });
  recordRoutes(api, {
    ...shared,
    url: '/units',
    access: 'admin',
    response: unitRow,
    find: ({ db }, id) => getRecord(db, units, id),
    create: {
      summary: 'Add a unit',
      body: createSchema(unitFields),
      idempotent: false,
      act: createUnit,
    },
    update: {
      summary: 'Change a unit; its code while no product is counted in it',
      body: patchSchema(unitFields),
      act: updateUnit,
    },
    remove: {
      summary: 'Delete a unit that no product uses',
      act: deleteUnit,
    },
  });
}
