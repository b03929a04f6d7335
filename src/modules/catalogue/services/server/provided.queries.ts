import { sql } from 'kysely';
import { registerDependents } from '~/kit/server/database/dependents';
import { registerBulk } from '~/modules/records/batches/server/batches.service';
import { registerUndo } from '~/modules/records/batches/server/registry.service';
import { serviceBulk } from './bulk.steps';

export function provideServices(): void {
  registerDependents({
    of: 'tax_classes',
    table: 'services',
    type: 'service',
    label: sql`t.service_name`,
    join: sql``,
    where: (id) => sql`t.tax_class_id = ${id}`,
    readableBy: () => sql`true`,
  });
  registerUndo({ table: 'services', noun: 'Service', label: sql`t.service_name` });
  registerBulk(serviceBulk);
}
