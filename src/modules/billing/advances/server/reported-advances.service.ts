import type { Db } from '~/kit/server/database/db';
import type { Day } from '~/kit/shared/time/days';
import type { ReportedAdvance, ReportedVoucher } from '../reported-advances.fields';
import { selectAdvances, selectVouchers } from './advances.queries';

interface Days {
  from: Day;
  to: Day;
}

/** The advances that were received, adjusted or given back from one day to another, with all that came of them. */
export async function listReportedAdvances(db: Db, days: Days): Promise<ReportedAdvance[]> {
  return selectAdvances(db, days);
}

/**
 * The receipt and refund vouchers of advances of a time, cancelled ones too, by kind, day and number. The refund of a
 * receipt without an advance is not a GST document (docs/product/returns.md#tables).
 */
export async function listVouchers(db: Db, days: Days): Promise<ReportedVoucher[]> {
  return selectVouchers(db, days);
}
