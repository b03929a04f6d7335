import { announce } from '~/kit/server/database/announce';
import type { Db, SqlPart } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import type { StockUse } from '../stock-uses.rules';
import { findUses } from './stock-uses.queries';

const conditions = new Map<StockUse, SqlPart>();

/** Called by the modules of stock: `isUsed` is SQL, whether the company uses a part of it (docs/product/stock.md#in-use). */
export function registerStockUse(use: StockUse, isUsed: SqlPart): void {
  conditions.set(use, isUsed);
}

/** What the company uses of stock, sorted. */
export function listStockUses(db: Db): Promise<StockUse[]> {
  return findUses(db, conditions);
}

/** To be called where a use begins without a first record of it, or its last record goes: open screens follow. */
export function announceUse(trx: Transaction): void {
  announce(trx, { entity: 'settings', id: null });
}
