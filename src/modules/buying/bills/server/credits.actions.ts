import type { Revalued } from '~/modules/catalogue/products/stock/revalued.fields';
import { withRevalued } from '~/modules/catalogue/products/stock/server/revalued.service';
import { type Context, createdBy, type Write } from '~/kit/server/database/context';
import { asLocked, type Locked } from '~/kit/server/database/entity';
import { insertWhole } from '~/kit/server/database/write';
import { AppError, enforce, invalid } from '~/kit/server/errors';
import { type Day, dayOf } from '~/kit/shared/time/days';
import { financialYearOf } from '~/modules/organization/company/number-series.rules';
import { takeLegalNumber } from '~/modules/organization/company/server/number-series.service';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import type { Settings } from '~/modules/organization/company/settings.fields';
import { legalYearStart } from '~/modules/organization/company/settings.rules';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import { getVendor } from '~/modules/buying/vendors/server/vendors.service';
import { owedOf, statusAfter } from '../bill-amounts.rules';
import { billKeyOf } from '../bill-numbers.rules';
import type { Bill, WholeBill } from '../bills.fields';
import { billDateProblem, canCredit } from '../bills.rules';
import { type CreditedBill, creditOf, creditProblems } from '../credits.rules';
import type { NewCredit } from '../requests.schema';
import { lockOrders, valueBilled } from './billed.internal';
import {
  billLines,
  bills,
  getBill,
  listCredited,
  listPurchaseLines,
  lockVendorBills,
  openBill,
} from './bills.queries';
import { settleBill } from './bills.service';
import { loweredLines } from './booking.internal';
import { refuseTakenNumber } from './composing.internal';

/** Books a credit of the vendor for lines of a bill; it takes effect at once (docs/product/bills.md#credits). */
export async function creditBill(
  context: Context,
  id: number,
  sent: NewCredit,
): Promise<WholeBill & Revalued> {
  return context.write(async (write) => withRevalued(write, await addCredit(write, id, sent)));
}

export async function addCredit(write: Write, id: number, sent: NewCredit): Promise<WholeBill> {
  const { trx, context } = write;
  await lockOrders(write, await listPurchaseLines(trx, id));
  const bill = await openBill(write, id);
  enforce(canCredit(bill));
  await lockVendorBills(trx, bill.vendor_id);
  const settings = await getSettings(trx);
  const today = dayOf(context.now, settings.time_zone);
  const bill_date = creditDate(bill, sent, today);
  const credited: CreditedBill = { ...bill, credited: await listCredited(trx, id) };
  refuseWrongItems(credited, sent);
  const { lines, amounts } = creditOf(credited, sent.items);
  const numbers = await takeNumbers(write, bill, { sent, bill_date, settings });
  const payable_amount = owedOf({ ...amounts, reverse_charge: bill.reverse_charge });
  const credited_amount = Math.max(0, Math.min(payable_amount, bill.balance_due));
  const values = {
    ...numbers,
    ...copiedOf(bill),
    bill_date,
    due_date: bill_date,
    notes: sent.notes ?? null,
    ...amounts,
    payable_amount,
    credited_amount,
    item_count: lines.length,
    status: statusAfter(
      {
        kind: 'credit',
        status: 'open',
        due_date: bill_date,
        payable_amount,
        paid_amount: 0,
        credited_amount,
      },
      today,
    ),
    ...createdBy(context),
  };
  const { record } = await insertWhole<typeof bills.fields, never>(
    write,
    bills,
    values,
    billLines.insert(lines),
  );
  await lowerBill(write, bill, credited_amount);
  const credit = await getBill(trx, record.id);
  await valueBilled(write, { ...credit, charges: [] }, loweredLines(credit));
  return credit;
}

function creditDate(bill: WholeBill, { bill_date }: NewCredit, today: Day): Day {
  const day = bill_date ?? (bill.bill_date > today ? bill.bill_date : today);
  const problem =
    billDateProblem(day, today) ??
    (day < bill.bill_date ? 'The credit cannot be before its bill' : null);
  if (problem) throw invalid('bill_date', problem);
  return day;
}

function refuseWrongItems(credited: CreditedBill, { items }: NewCredit): void {
  const [problem] = creditProblems(credited, items);
  if (!problem) return;
  const { field, message, isTaken } = problem;
  if (isTaken)
    throw new AppError('bill.already_credited', message, { details: [{ field, message }] });
  throw invalid(field, message);
}

/** The number of a credit in its series, and the vendor's number, which is the same where none was sent. */
async function takeNumbers(
  write: Write,
  bill: WholeBill,
  { sent, bill_date, settings }: { sent: NewCredit; bill_date: Day; settings: Settings },
) {
  const taken = await takeLegalNumber(write.trx, 'bill', { day: bill_date, settings });
  const bill_number = sent.bill_number ?? taken.number;
  const number = {
    bill_number,
    bill_key: billKeyOf(bill_number),
    bill_year: financialYearOf(bill_date, legalYearStart(settings)),
  };
  const vendor = await getVendor(write.trx, bill.vendor_id);
  await refuseTakenNumber(write, { ...number, vendor, kind: 'credit', except: null });
  return {
    voucher_number: taken.number,
    number_year: taken.year,
    number_sequence: taken.sequence,
    ...number,
  };
}

/** What a credit has as its bill does. */
function copiedOf(bill: WholeBill) {
  const { vendor_id, purchase_order_id, tax_mode, supply_type, place_of_supply, reverse_charge } =
    bill;
  const supply = { tax_mode, supply_type, place_of_supply, reverse_charge };
  return {
    kind: 'credit',
    vendor_id,
    purchase_order_id,
    corrects_id: bill.id,
    ...supply,
    tds_code: bill.tds_code,
  };
}

async function lowerBill(write: Write, bill: Locked<WholeBill>, amount: number): Promise<void> {
  if (amount === 0) return;
  const { items: _items, charges: _charges, differences: _none, ...row } = bill;
  const credited_amount = sumOf([bill.credited_amount, amount]);
  await settleBill(write, asLocked<Bill>(row), { credited_amount });
}
