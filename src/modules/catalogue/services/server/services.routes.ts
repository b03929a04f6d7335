import { getRecord } from '~/kit/server/database/entity';
import { createSchema, patchSchema, rowSchema } from '~/kit/shared/fields/record-schemas';
import { recordRoutes } from '~/kit/server/http/record-routes';
import type { Api } from '~/kit/server/http/route';
import { serviceFields } from '../services.fields';
import { listServices, serviceWindows, services } from './services.queries';
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
  recordRoutes(api, {
    ...shared,
    url: '/services',
    access: 'services',
    custom: { entity: services },
    response: serviceRow,
    find: ({ db }, id) => getRecord(db, services, id),
    list: {
      summary: 'List all services, by name',
      source: listServices,
      windows: serviceWindows,
    },
    create: {
      summary: 'Create a service; a price of null means that a quote is required',
      body: createBody,
      act: createService,
    },
    read: { summary: 'Get a service' },
    update: {
      summary: 'Change a service: the whole form or any of its fields',
      body: patchSchema(serviceFields),
      act: updateService,
    },
    remove: {
      summary: 'Delete a service that no order and no invoice contains',
      act: deleteService,
    },
  });
}
