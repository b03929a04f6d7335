import type { Write } from '~/kit/server/database/context';
import type { Db } from '~/kit/server/database/db';
import { extensionPoint } from '~/kit/server/database/extension-point';
import { type Locked, lockRecord } from '~/kit/server/database/entity';
import { updateRecord } from '~/kit/server/database/write';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import { companyToday } from '~/modules/organization/company/server/settings.service';
import { statusAfter } from '../bill-amounts.rules';
import { followed } from '../bills.rules';
import type { Bill } from '../bills.fields';
import { msmeLimitOf } from '../msme.rules';
import { getVendor } from '~/modules/buying/vendors/server/vendors.service';
import { listAccepted } from './billed-goods.queries';
import { bills } from './bills.queries';

export { bookedFilters, isBookedIn, vendorBills } from './purchases.queries';
export { bills, listOpenBills } from './bills.queries';

interface TdsAdvances {
  /** The bases in rupees of a vendor's advances with TDS under a code, up to the end of a financial year, such as 26-27. */
  sumBases: (
    db: Db,
    of: { vendor_id: number; tds_code: string; bill_year: string },
  ) => Promise<number>;
}

/** Advances with TDS, provided by vendor payments (docs/product/bills.md#tds). */
export const tdsAdvances = extensionPoint<TdsAdvances>('bills.tdsAdvances');

/**
 * Pays a bill that the caller has locked (`lockBill`) and whose balance it has checked, in rupees; a payment that is taken
 * back is below 0, and so is what is taken of a credit (docs/product/bills.md#status).
 */
export async function payBill(
  write: Write,
  id: number,
  { paid }: { paid: number },
): Promise<Locked<Bill>> {
  const row = await lockRecord(write.trx, bills, id);
  const taken = row.kind === 'credit' ? -paid : paid;
  return settleBill(write, row, { paid_amount: sumOf([row.paid_amount, taken]) });
}

/** A booked bill with other amounts paid or credited, and the status that follows. */
export async function settleBill(
  write: Write,
  row: Locked<Bill>,
  values: Partial<Pick<Bill, 'paid_amount' | 'credited_amount' | 'due_date'>>,
): Promise<Locked<Bill>> {
  const status = statusAfter({ ...row, ...values }, await companyToday(write));
  const isNews = status !== row.status && followed.includes(status);
  const action = isNews ? { action: status.replaceAll('_', ' ') } : {};
  return updateRecord(write, bills, { row, values: { ...values, status }, ...action });
}

/** Booked bills of micro and small vendors follow the acceptance of their goods (docs/product/bills.md#msme). */
export async function followAccepted(
  write: Write,
  purchaseLines: readonly number[],
): Promise<void> {
  for (const { id, accepted } of await listAccepted(write.trx, purchaseLines)) {
    const row = await lockRecord(write.trx, bills, id);
    const vendor = await getVendor(write.trx, row.vendor_id);
    const msme_limit = msmeLimitOf(vendor, accepted ?? row.bill_date);
    if (msme_limit === null || msme_limit === row.msme_limit) continue;
    const values = { msme_limit, is_due_late: row.due_date > msme_limit };
    await updateRecord(write, bills, { row, values });
  }
}
