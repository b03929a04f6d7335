import { addDays, type Day, daysBetween } from '~/kit/shared/time/days';
import { dueDateFor } from '~/modules/sales/customers/customers.rules';

/** What says by when a vendor is paid (docs/product/bills.md#msme). */
export interface PaidVendor {
  msme: string;
  /** Whether days were agreed in writing. */
  msme_agreed: boolean | null;
  payment_terms: Parameters<typeof dueDateFor>[1];
}

/** Days by law: with an agreement, and without one. */
const [agreedDays, otherDays] = [45, 15];

/**
 * The last day to pay a micro or small vendor, counted from the acceptance of the goods or else the bill date; null for all
 * others (docs/product/bills.md#msme).
 */
export function msmeLimitOf(vendor: PaidVendor, from: Day): Day | null {
  if (vendor.msme !== 'micro' && vendor.msme !== 'small') return null;
  return addDays(from, vendor.msme_agreed ? Math.min(agreedDays, daysOf(vendor)) : otherDays);
}

function daysOf({ payment_terms }: PaidVendor): number {
  if (payment_terms === null) return agreedDays;
  return daysBetween('2026-01-01', dueDateFor('2026-01-01', payment_terms));
}

/** The due date that a bill takes where none is sent: by the vendor's terms, and not past the limit. */
export function suggestedDueDate(
  { payment_terms }: PaidVendor,
  { bill_date, limit }: { bill_date: Day; limit: Day | null },
): Day {
  const due = dueDateFor(bill_date, payment_terms);
  if (limit === null || due <= limit) return due;
  return limit < bill_date ? bill_date : limit;
}
