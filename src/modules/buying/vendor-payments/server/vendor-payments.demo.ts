import { anonymous, type Write } from '~/kit/server/database/context';
import type { Transaction } from '~/kit/server/database/transaction';
import { dayOf } from '~/kit/shared/time/days';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import { allocateToBills } from '../vendor-payments.rules';
import { addVendorPayment, takeBackPayment } from './vendor-payments.actions';
import { listSamplePayees, type SamplePayee } from './vendor-payments.queries';

const msPerDay = 86_400_000;
const shared = { payment_method: 'bank_transfer', notes: 'Invented sample record.' } as const;

/** What a payment pays of the bills of a vendor, and what is paid in advance where there are none. */
const parts = [1, 0.5];
const advance = 15_000;

/** Four sample payments: two that pay bills, an advance, and one that was a mistake. Returns how many. */
export async function fillDemoVendorPayments(trx: Transaction, now: Date): Promise<number> {
  const { time_zone } = await getSettings(trx);
  const daysAgo = (days: number): Write => ({
    trx,
    context: { person: anonymous, now: new Date(now.getTime() - days * msPerDay) },
  });
  const payees = await listSamplePayees(trx);
  const last = payees.at(-1);
  if (!last) return 0;
  for (const [index, part] of parts.entries()) {
    const write = daysAgo(6 - index);
    const day = dayOf(write.context.now, time_zone);
    await payBills(write, payees[index] ?? last, { part, day, index });
  }
  const { vendor_id } = last;
  await addVendorPayment(daysAgo(3), { ...shared, vendor_id, amount: 25_000 });
  const wrong = await addVendorPayment(daysAgo(2), { ...shared, vendor_id, amount: 2500 });
  await takeBackPayment(daysAgo(1), wrong.id);
  return parts.length + 2;
}

async function payBills(
  write: Write,
  { vendor_id, bills }: SamplePayee,
  { part, day, index }: { part: number; day: string; index: number },
): Promise<void> {
  const due = bills.filter(({ bill_date }) => bill_date <= day);
  const owed = sumOf(due.map(({ balance_due }) => balance_due));
  const amount = Math.floor(owed * part) || advance;
  await addVendorPayment(write, {
    ...shared,
    vendor_id,
    amount,
    reference_number: `NEFT ${61_204 + index * 331}`,
    allocations: allocateToBills(due, amount),
  });
}
