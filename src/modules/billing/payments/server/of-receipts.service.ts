import type { SqlPart } from '~/kit/server/database/db';
import { extensionPoint } from '~/kit/server/database/extension-point';

interface OfReceipts {
  /** SQL: the number of the receipt that payment or advance `t` is part of, or null. */
  receiptNumber: SqlPart;
}

/** The receipts that payments and advances are parts of, provided by the receipts module. */
export const ofReceipts = extensionPoint<OfReceipts>('payments.of_receipts');
