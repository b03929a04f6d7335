import { sql } from 'kysely';
import { registerStockUse } from '~/modules/organization/company/server/stock-uses.service';
import { registerBulk } from '~/modules/records/batches/server/batches.service';
import { registerPart, registerUndo } from '~/modules/records/batches/server/registry.service';
import { registerRecords } from '~/modules/records/records/server/records.service';
import { numbered, registerSearch } from '~/modules/records/records/server/search-sources.service';
import { lotBulk } from './bulk.internal';
import { lotLinks, lots } from './lots.queries';

/** Called after products, whose parts lots are. */
export function provideLots(): void {
  registerSearch({
    type: 'lot',
    kind: 'lots',
    from: sql`lots`,
    detail: sql`(select product_name from products where id = t.product_id)`,
    ...numbered(sql`t.lot_number`),
  });
  registerStockUse(
    'lots',
    sql`exists (select from products where tracking <> 'none') or exists (select from lots)`,
  );
  registerRecords('lots', { entity: lots, links: lotLinks });
  registerUndo({ table: 'lots', noun: 'Lot', label: sql`t.lot_number` });
  registerBulk(lotBulk);
  registerPart({
    of: 'products',
    table: 'lots',
    owner: sql`t.product_id`,
    label: sql`t.lot_number`,
    noun: null,
  });
}
