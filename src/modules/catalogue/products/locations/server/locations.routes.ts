import { getRecord } from '~/kit/server/database/entity';
import { listRoute } from '~/kit/server/http/list-route';
import { recordRoutes } from '~/kit/server/http/record-routes';
import { type Api, idParams, route } from '~/kit/server/http/route';
import { createSchema, patchSchema, rowSchema } from '~/kit/shared/fields/record-schemas';
import { locationFields } from '../locations.fields';
import { createLocation, deleteLocation, updateLocation } from './locations.actions';
import { listLocations, locations } from './locations.queries';

const locationRow = rowSchema(locationFields);
const shared = { tag: 'Locations' } as const;

export function locationRoutes(api: Api): void {
  listRoute(api, {
    ...shared,
    access: 'products.read',
    url: '/locations',
    summary: 'List the locations of stock, the default one first',
    row: locationRow,
    source: listLocations,
  });
  route(api, {
    ...shared,
    access: 'products.read',
    method: 'GET',
    url: '/locations/:id',
    summary: 'Get a location',
    params: idParams,
    response: locationRow,
    handle: ({ context, params }) => getRecord(context.db, locations, params.id),
  });
  recordRoutes(api, {
    ...shared,
    url: '/locations',
    access: 'admin',
    response: locationRow,
    find: ({ db }, id) => getRecord(db, locations, id),
    create: { summary: 'Add a location', body: createSchema(locationFields), act: createLocation },
    update: {
      summary: 'Change a location; its kind and whether it is active while it is empty',
      body: patchSchema(locationFields),
      act: updateLocation,
    },
    remove: { summary: 'Delete an empty location', act: deleteLocation },
  });
}
