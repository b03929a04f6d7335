import { sql } from 'kysely';
import { registerDependents } from '~/kit/server/database/dependents';

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
}
