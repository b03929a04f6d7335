import { anonymous } from '~/kit/server/database/context';
import type { Write } from '~/kit/server/database/context';
import type { Transaction } from '~/kit/server/database/transaction';
import { addDays, type Day, daysBetween, dayOf } from '~/kit/shared/time/days';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import type { Allocation } from '../receipts.fields';
import { allocateOldestFirst, allocateRounded, sumsOf } from '../receipts.rules';
import { addCreditRefund, addSetOff } from './credits.actions';
import { addReceipt, takeBack } from './receipts.actions';
import { listSampleCredits, listSamplePayers, type SamplePayer } from './samples.queries';

/** TDS in percent, rupees beyond the balances (by one rate alone, as vouchers are separate samples). */
const ways = [
  [0.1, 0],
  [0, 0],
  [2, 0],
  [0.1, 2500],
] as const;

const most = 4;
const stillUnpaid = 2;
const paidAfter = 38;
const msPerDay = 86_400_000;

interface Planned {
  customer_id: number;
  day: Day;
  invoices: SamplePayer['invoices'];
}

/** Sample receipts, each over up to four invoices of a customer; the last was a mistake. Returns how many. */
export async function fillDemoReceipts(trx: Transaction, now: Date): Promise<number> {
  const { time_zone, tax_mode } = await getSettings(trx);
  const today = dayOf(now, time_zone);
  const planned = (await listSamplePayers(trx))
    .flatMap((payer, index) => planOf(payer, addDays(today, -2 - 3 * index)))
    .filter(({ day }) => day < today)
    .toSorted((one, other) => one.day.localeCompare(other.day));
  for (const [index, { customer_id, day, invoices }] of planned.entries()) {
    const daysAgo = daysBetween(day, today);
    const context = { person: anonymous, now: new Date(now.getTime() - daysAgo * msPerDay) };
    const write = { trx, context };
    const [tdsRate, more] = ways[index % ways.length] ?? ways[0];
    const allocations = paidInRupees(invoices, tdsRate);
    const rest = tax_mode === 'gst' ? 0 : more;
    const { id } = await addReceipt(write, {
      customer_id,
      amount: sumOf([sumsOf(allocations).amount, rest]),
      receipt_date: day,
      payment_method: 'bank_transfer',
      reference_number: `NEFT ${83_110 + index * 271}`,
      notes: 'Paid together as agreed (invented sample record)',
      allocations,
    });
    if (index === planned.length - 1) await takeBack(write, id);
  }
  await useCredits({ trx, context: { person: anonymous, now } });
  return planned.length;
}

/** The credit of one sample invoice pays another, and the next goes back to its customer. */
async function useCredits(write: Write): Promise<void> {
  const [first, second] = await listSampleCredits(write.trx);
  if (first?.other) {
    const { customer_credit, other } = first;
    const amount = Math.min(customer_credit, other.balance_due);
    await addSetOff(write, first.id, { allocations: [{ invoice_id: other.id, amount }] });
  }
  if (second)
    await addCreditRefund(write, second.id, {
      payment_method: 'bank_transfer',
      notes: 'As the customer asked (invented sample record)',
    });
}

/** Each some weeks after its last invoice, the last one lately; the newest invoices are still unpaid. */
function planOf({ customer_id, invoices }: SamplePayer, lately: Day): Planned[] {
  const paid = invoices.slice(0, -stillUnpaid);
  const planned: Planned[] = [];
  for (let at = 0; at < paid.length; at += most) {
    const together = paid.slice(at, at + most);
    const last = together.at(-1)?.invoice_date;
    if (last === undefined) continue;
    const day = at + most < paid.length ? addDays(last, paidAfter) : lately;
    planned.push({ customer_id, day, invoices: together });
  }
  return planned;
}

/** The balances less TDS, without the paise, which are rounded off. */
function paidInRupees(invoices: SamplePayer['invoices'], tdsRate: number): Allocation[] {
  const owed = sumOf(invoices.map(({ balance_due }) => balance_due));
  const full = allocateOldestFirst(invoices, { amount: owed, tdsRate });
  const amount = Math.floor(sumsOf(full).amount);
  return allocateRounded(invoices, { amount, tdsRate }) ?? full;
}
