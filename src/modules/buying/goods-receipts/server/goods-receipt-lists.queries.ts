import { sql } from 'kysely';
import type { Person } from '~/kit/server/database/context';
import type { ListSource } from '~/kit/server/lists/list-source';
import { windowsOf } from '~/modules/organization/company/server/long-lists.service';
import {
  listNewest,
  kindWindows,
} from '~/modules/organization/workspaces/server/workspace-scope.service';
import { receiptFilters } from '../goods-receipts.filters';
import { goodsReceipts, receiptTables } from './goods-receipts.queries';

/** The receipts and returns of the company, newest first. */
export function listReceipts(person: Person): ListSource {
  return listNewest(person, 'goods_receipts', goodsReceipts);
}

/** The same by windows. */
export const receiptWindows = windowsOf((person) => ({
  ...kindWindows(person, 'goods_receipts', goodsReceipts),
  from: receiptTables,
  filters: receiptFilters,
  columns: { purchase_number: sql`o.purchase_number`, vendor_name: sql`v.company_name` },
  ranked: ['kind', 'status'],
}));
