import { sql } from 'kysely';
import { AppError } from '~/kit/server/errors';
import { registerStockUse } from '~/modules/organization/company/server/stock-uses.service';
import { registerBulk } from '~/modules/records/batches/server/batches.service';
import {
  registerMove,
  registerPart,
  registerUndo,
} from '~/modules/records/batches/server/registry.service';
import { registerRecords } from '~/modules/records/records/server/records.service';
import { numbered, registerSearch } from '~/modules/records/records/server/search-sources.service';
import { lotBulk } from './bulk.internal';
import { findSharedSerial, lotLinks, lots, duplicateOf } from './lots.queries';

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
  registerMove({
    of: 'products',
    table: 'lots',
    column: 'product_id',
    duplicate: (to) => duplicateOf(sql`t.id`, to),
    enforceMove: async ({ trx }, ids) => {
      const serial = await findSharedSerial(trx, ids);
      if (serial === null) return;
      const message = `Both products have the serial number ${serial}, which can be only one piece. Change the number of one of them first.`;
      throw new AppError('product.same_serial', message);
    },
  });
}
