import type { Write } from '~/kit/server/database/context';
import { extensionPoint } from '~/kit/server/database/extension-point';
import type { Transaction } from '~/kit/server/database/transaction';
import type { Detail } from '~/kit/server/errors';
import type { PurchaseOrder } from '../purchase-orders.fields';

interface ReceivedGoods {
  /** The first receipts, of any status, that name lines of an order. */
  list: (trx: Transaction, lines: readonly number[]) => Promise<NonNullable<Detail['record']>[]>;
  /** Values the received goods of these lines of a locked order again, after their price changed. */
  value: (
    write: Write,
    order: Pick<PurchaseOrder, 'id' | 'purchase_number'>,
    lines: readonly number[],
  ) => Promise<void>;
}

/** Goods that came of purchase orders, provided by the goods receipts module. */
export const receivedGoods = extensionPoint<ReceivedGoods>('purchase-orders.received-goods');
