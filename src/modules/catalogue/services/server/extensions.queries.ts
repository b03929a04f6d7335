import { sql } from 'kysely';
import { registerDependents } from '~/kit/server/database/dependents';
import { registerBulk } from '~/modules/records/batches/server/batches.service';
import { registerUndo } from '~/modules/records/batches/server/registry.service';
import { serviceBulk } from './bulk.internal';
import {
  detailOf,
  registerSearch,
  textOf,
} from '~/modules/records/records/server/search-sources.service';

export function provideServices(): void {
  registerSearch({
    type: 'service',
    kind: 'services',
    from: sql`services`,
    label: sql`t.service_name`,
    detail: detailOf(sql`t.sku_code`, sql`t.service_type`),
    text: textOf(sql`t.service_name`, sql`t.sku_code`),
  });
  registerDependents({
    table: 'services',
    type: 'service',
    label: sql`t.service_name`,
    join: sql``,
    readableBy: () => sql`true`,
    of: { tax_classes: (id) => sql`t.tax_class_id = ${id}` },
  });
  registerUndo({ table: 'services', noun: 'Service', label: sql`t.service_name` });
  registerBulk(serviceBulk);
}
