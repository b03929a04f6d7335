import type { Write } from '~/kit/server/database/context';
import { extensionPoint } from '~/kit/server/database/extension-point';
import type { Transaction } from '~/kit/server/database/transaction';

/** A booked bill line of a line of an order. */
export interface BilledLine {
  purchase_line_id: number;
  bill_id: number;
  bill_date: string;
  /** In the unit of the order's line. */
  quantity: number;
  /** In rupees: net, less the credits on its price, with tax that is not credited. */
  value: number;
}

/** A charge of a booked bill on goods that came. */
export interface BilledCharge {
  bill_id: number;
  /** In rupees, with tax that is not credited. */
  amount: number;
  goods_receipt_ids: number[];
}

interface PurchaseBilling {
  /** By bill date, then id. */
  listBilled: (trx: Transaction, purchaseLines: readonly number[]) => Promise<BilledLine[]>;
  listCharges: (trx: Transaction, receipts: readonly number[]) => Promise<BilledCharge[]>;
  /** The bills that met goods of receipts. */
  listBills: (
    trx: Transaction,
    receipts: readonly number[],
  ) => Promise<{ type: 'bill'; id: number; label: string }[]>;
  /** Brings what of booked bills follows from the acceptance of these lines up to date. */
  followAccepted: (write: Write, purchaseLines: readonly number[]) => Promise<void>;
}

/** The bills, provided by the bills module; nothing is billed without it. */
export const purchaseBilling = extensionPoint<PurchaseBilling>('goods-receipts.billing');
purchaseBilling.provide({
  listBilled: async () => [],
  listCharges: async () => [],
  listBills: async () => [],
  followAccepted: async () => {},
});
