import { nobody } from '~/kit/server/database/context';
import type { Transaction } from '~/kit/server/database/transaction';
import { addDays, dayOf } from '~/kit/shared/time/days';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import { sumOf } from '~/modules/sales/documents/totals.rules';
import { allocateOldestFirst, sumsOf } from '../receipts.rules';
import { addReceipt, takeBack } from './receipts.steps';
import { listSamplePayers } from './samples.queries';

/** Days ago, TDS in percent, rupees beyond what is owed (by one rate alone, as vouchers are samples of their own). */
const samples = [
  [9, 0.1, 0],
  [5, 2, 2500],
  [2, 0, 0],
] as const;

const msPerDay = 86_400_000;

/** Sample receipts, each over up to two invoices of a customer; the last was a mistake. Returns how many. */
export async function fillDemoReceipts(trx: Transaction, now: Date): Promise<number> {
  const { time_zone, tax_mode } = await getSettings(trx);
  const payers = await listSamplePayers(trx, samples.length);
  for (const [index, { customer_id, invoices }] of payers.entries()) {
    const [ago, tdsRate, more] = samples[index] ?? samples[0];
    const write = {
      trx,
      context: { person: nobody, now: new Date(now.getTime() - ago * msPerDay) },
    };
    const owed = invoices.slice(0, 2);
    const all = sumOf(owed.map(({ balance_due }) => balance_due));
    const allocations = allocateOldestFirst(owed, { amount: all, tdsRate });
    const rest = tax_mode === 'gst' ? 0 : more;
    const { id } = await addReceipt(write, {
      customer_id,
      amount: sumOf([sumsOf(allocations).amount, rest]),
      receipt_date: addDays(dayOf(now, time_zone), -ago),
      payment_method: 'bank_transfer',
      reference_number: `NEFT ${83_110 + index * 271}`,
      notes: 'Paid together as agreed (invented sample record)',
      allocations,
    });
    if (index === samples.length - 1) await takeBack(write, id);
  }
  return payers.length;
}
