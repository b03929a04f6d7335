import { z } from 'zod';
import { getRecord } from '~/kit/server/database/entity';
import { listRoute } from '~/kit/server/http/list-route';
import { createSchema, patchSchema, rowSchema } from '~/kit/shared/fields/record-schemas';
import { type Api, idParams, route } from '~/kit/server/http/route';
import { serviceFields } from '../services.fields';
import { listServices, services } from './services.queries';
import { createService, deleteService, updateService } from './services.actions';

const serviceRow = rowSchema(serviceFields);
const shared = { tag: 'Services' } as const;

const createBody = createSchema(serviceFields).refine((body) => body.service_type !== undefined, {
  path: ['service_type'],
  error: 'Service type is required',
  // Checked even when other fields are wrong, so that all problems are reported at once.
  when: ({ value }) => value instanceof Object,
});

export function serviceRoutes(api: Api): void {
  listRoute(api, {
    ...shared,
    access: 'services.read',
    url: '/services',
    summary: 'List all services, by name',
    row: serviceRow,
    source: listServices,
  });
  route(api, {
    ...shared,
    access: 'services.create',
    method: 'POST',
    url: '/services',
    summary: 'Create a service; a price of null means that a quote is required',
    body: createBody,
    response: serviceRow,
    status: 201,
    idempotent: true,
    handle: ({ context, body }) => createService(context, body),
  });
  route(api, {
    ...shared,
    access: 'services.read',
    method: 'GET',
    url: '/services/:id',
    summary: 'Get a service',
    params: idParams,
    response: serviceRow,
    handle: ({ context, params }) => getRecord(context.db, services, params.id),
  });
  route(api, {
    ...shared,
    access: 'services.update',
    method: 'PUT',
    url: '/services/:id',
    summary: 'Change a service: the whole form or any of its fields',
    params: idParams,
    body: patchSchema(serviceFields),
    response: serviceRow,
    current: ({ db }, { id }) => getRecord(db, services, id),
    handle: ({ context, params, body }) => updateService(context, params.id, body),
  });
  route(api, {
    ...shared,
    access: 'services.delete',
    method: 'DELETE',
    url: '/services/:id',
    errors: ['service.in_use'],
    summary: 'Delete a service that no order and no invoice contains',
    params: idParams,
    response: z.object({ id: z.int() }),
    handle: ({ context, params }) => deleteService(context, params.id),
  });
}
