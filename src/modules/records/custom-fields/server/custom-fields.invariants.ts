import { sql } from 'kysely';
import type { Check } from '~/kit/server/checks/checks';
import { customKinds } from '../custom-fields.fields';

export const customFieldChecks: readonly Check[] = [
  {
    name: 'Custom values of records belong to custom fields',
    faults: sql.join(
      customKinds.map(
        (
          kind,
        ) => sql`select concat(${sql.lit(kind)}, ' ', t.id, ' has a value of "', k, '", which is not a field') as what
          from ${sql.table(kind)} t cross join lateral jsonb_object_keys(t.custom) k
          where t.custom <> '{}' and not exists (select from custom_fields f where f.kind = ${sql.lit(kind)} and f.key = k)`,
      ),
      sql` union all `,
    ),
  },
];
