import { sql } from 'kysely';
import { registerDependents } from '~/kit/server/database/dependents';
import { registerMove, registerPart } from '~/modules/records/batches/server/registry.service';
import { numbered, registerSearch } from '~/modules/records/records/server/search-sources.service';

export function provideTransfers(): void {
  registerSearch({
    type: 'transfer',
    kind: 'stock',
    from: sql`transfers`,
    detail: sql`(select a.name || ' to ' || b.name from locations a, locations b where a.id = t.from_id and b.id = t.to_id)`,
    ...numbered(sql`t.transfer_number`),
    isWhole: (whole) => sql`t.transfer_number = upper(${whole})`,
  });
  registerDependents({
    table: 'transfers',
    type: 'transfer',
    label: sql`t.transfer_number`,
    join: sql``,
    readableBy: () => sql`true`,
    of: {
      locations: (id) => sql`t.status = 'draft' and (t.from_id = ${id} or t.to_id = ${id})`,
      products: (id) =>
        sql`t.id in (select transfer_id from transfer_lines where product_id = ${id})`,
    },
  });
  registerPart({
    of: 'transfers',
    table: 'transfer_lines',
    owner: sql`t.transfer_id`,
    label: sql`t.description`,
    noun: null,
  });
  registerMove({ of: 'products', table: 'transfer_lines', column: 'product_id' });
}
