import { sql } from 'kysely';
import { registerStockUse } from '~/modules/organization/company/server/stock-uses.service';

export function providePlanning(): void {
  registerStockUse('planning', sql`exists (select from vendor_products)`);
}
