import { sql } from 'kysely';
import { columnsOf } from '~/kit/server/database/db';
import type { Entity } from '~/kit/server/database/entity';
import { windowsOf } from '~/modules/organization/company/server/long-lists.service';
import { serviceFilters } from '../services.filters';
import type { ListSource } from '~/kit/server/lists/list-source';
import { serviceFields } from '../services.fields';

export const services: Entity<typeof serviceFields> = {
  name: 'services',
  type: 'other',
  noun: 'Service',
  fields: serviceFields,
  select: (where) => sql`select ${columnsOf(serviceFields, 't')} from services t where ${where}`,
  label: (service) => service.service_name,
};

export function listServices(): ListSource {
  return {
    select: sql`${services.select(sql`true`)} order by lower(t.service_name), t.id`,
    entity: 'services',
  };
}

/** The same by windows. */
export const serviceWindows = windowsOf(() => ({
  name: 'services',
  entity: services,
  source: listServices(),
  newest: sql`lower(t.service_name), t.id`,
  filters: serviceFilters,
}));
