import type { Write } from '~/kit/server/database/context';
import { type Locked, lockRecord } from '~/kit/server/database/entity';
import { updateRecord } from '~/kit/server/database/write';
import { AppError, type Detail, enforce } from '~/kit/server/errors';
import { billingIdentity } from '~/modules/organization/company/server/identity.service';
import { companyToday } from '~/modules/organization/company/server/settings.service';
import { mayHere } from '~/modules/organization/users/rights.rules';
import { purchaseSupplyOf } from '~/modules/sales/documents/taxes/purchase-supply.rules';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import type { Vendor } from '~/modules/buying/vendors/vendors.fields';
import { statusAfter } from '../bill-amounts.rules';
import type { Bill, WholeBill } from '../bills.fields';
import { canCancel } from '../bills.rules';
import { type Difference, differencesOf, splitOf } from '../differences.rules';
import type { OrderedItem } from '../ordered-items.rules';
import { bills, getBill, listCredits } from './bills.queries';
import { followBilled, valueBilled } from './billed.internal';
import { settleBill } from './bills.service';
import { listOrdered } from './ordered.queries';

export interface Booking {
  vendor: Vendor;
  /** Whether differences are accepted. */
  accept: boolean;
  /** Ordered lines that were created along with the bill, which has nothing to differ from. */
  created: ReadonlySet<number>;
}

/**
 * Books a draft: compares it, writes what it owes, and follows its orders and the value of their goods
 * (docs/product/bills.md#booking). 409 with each difference that is not accepted.
 */
export async function bookBill(
  write: Write,
  bill: Locked<WholeBill>,
  booking: Booking,
): Promise<WholeBill> {
  const { trx } = write;
  const ids = bill.items.flatMap(({ purchase_line_id }) => purchase_line_id ?? []);
  const ordered = await listOrdered(trx, ids);
  refuseClosedOrders(ordered);
  refuseUnrated(bill);
  const differences = await findDifferences(write, bill, { ...booking, ordered });
  if (differences.length > 0) enforceAccepted(write, differences, { ...booking, ordered });
  const { items: _items, charges: _charges, differences: _before, ...row } = bill;
  const today = await companyToday(write);
  const status = statusAfter({ ...bill, status: 'open' }, today);
  const stored = differences.map(({ field, message }) => ({ field, message }));
  await updateRecord(write, bills, {
    row,
    action: 'booked',
    values: { status, ...(stored.length > 0 && { differences: JSON.stringify(stored) }) },
  });
  await followBilled(write, bill, 1);
  return getBill(trx, bill.id);
}

/** 409 for an order that was not sent to the vendor, or was cancelled. */
function refuseClosedOrders(ordered: readonly OrderedItem[]): void {
  const closed = ordered.find(({ status }) => status === 'draft' || status === 'cancelled');
  if (!closed) return;
  const { purchase_number: label, purchase_order_id: id, status } = closed;
  const message = `The purchase order ${label} is ${status === 'draft' ? 'a draft' : 'cancelled'}`;
  throw new AppError('bill.order_not_open', message, {
    details: [{ message, record: { type: 'purchase_order', id, label } }],
  });
}

/** 409 for lines and charges whose tax class has no rate on the day of the bill, as for invoices. */
function refuseUnrated({ tax_mode, items, charges }: WholeBill): void {
  if (tax_mode !== 'gst') return;
  const named = [
    ...items.map((line, index) => ({ line, field: 'items', noun: 'Item', index })),
    ...charges.map((line, index) => ({ line, field: 'charges', noun: 'Charge', index })),
  ];
  const details = named.flatMap(({ line, field, noun, index }) =>
    line.tax_treatment === 'taxable' && line.tax_rate === null
      ? [
          {
            field: `${field}.${index}.tax_class_id`,
            message: `${noun} ${index + 1}: its tax class has no rate on this date`,
          },
        ]
      : [],
  );
  const [first] = details;
  if (first) throw new AppError('bill.rate_missing', first.message, { details });
}

type Compared = Booking & { ordered: readonly OrderedItem[] };

async function findDifferences(
  { trx }: Write,
  bill: WholeBill,
  { vendor, created, ordered }: Compared,
): Promise<Difference[]> {
  const { state_code } = await billingIdentity(trx);
  const { reverse_charge } = bill;
  const { split: expected } = purchaseSupplyOf(vendor, { state_code, reverse_charge });
  const isGst = bill.tax_mode === 'gst';
  const split = isGst ? splitOf(bill, [...bill.items, ...bill.charges]) : null;
  return differencesOf({
    lines: bill.items.map((line) => ({
      ...line,
      quantity: line.quantity ?? 0,
      tax_rate: isGst ? line.tax_rate : bill.tax_rate,
    })),
    ordered: ordered
      .filter(({ id }) => !created.has(id))
      .map((line) => ({ ...line, tax_rate: taxedAlike(line, bill) ? (line.tax_rate ?? 0) : null })),
    total_amount: bill.total_amount,
    vendor_total: bill.vendor_total,
    split: split ?? expected,
    expected,
  });
}

/** Rates of a document and rates of lines are not comparable. */
function taxedAlike(line: OrderedItem, bill: Pick<Bill, 'tax_mode'>): boolean {
  return line.tax_mode === bill.tax_mode;
}

function enforceAccepted(
  { context: { person } }: Write,
  differences: readonly Difference[],
  { accept, ordered }: Compared,
): void {
  if (accept) return enforce(mayHere(person, 'bills.approve'));
  const orders = new Map(ordered.map((line) => [line.id, line]));
  const details = differences.map(({ field, message, purchase_line_id }): Detail => {
    const order = orders.get(purchase_line_id ?? 0);
    if (!order) return { field, message };
    const { purchase_order_id: id, purchase_number: label } = order;
    return { field, message, record: { type: 'purchase_order', id, label } };
  });
  const [first] = details;
  throw new AppError('bill.differs', `The bill differs. ${first?.message ?? ''}`, { details });
}

/** Cancels a booked bill or credit and takes back what it did (docs/product/bills.md#cancelling). */
export async function cancelBill(write: Write, bill: Locked<WholeBill>): Promise<WholeBill> {
  const { trx } = write;
  const credits = await listCredits(trx, bill.id);
  if (credits.length > 0) refuseCredited(credits);
  enforce(canCancel(bill));
  const { items: _items, charges: _charges, differences: _list, ...row } = bill;
  const values = { status: 'cancelled' };
  await updateRecord(write, bills, { row, action: 'cancelled', values });
  if (bill.kind === 'bill') await followBilled(write, bill, -1);
  else await releaseCredit(write, bill);
  return getBill(trx, bill.id);
}

function refuseCredited(credits: readonly Pick<Bill, 'id' | 'voucher_number'>[]): never {
  const message = 'Credits of the vendor correct this bill. Cancel them first.';
  throw new AppError('bill.has_credits', message, {
    details: credits.map(({ id, voucher_number: label }) => ({
      message: `Credited with ${label}`,
      record: { type: 'bill', id, label },
    })),
  });
}

/** What a credit took off its bill is owed again, and its goods cost what they did. */
async function releaseCredit(write: Write, credit: WholeBill): Promise<void> {
  const corrected = await lockRecord(write.trx, bills, credit.corrects_id ?? 0);
  const credited_amount = sumOf([corrected.credited_amount, -credit.credited_amount]);
  await settleBill(write, corrected, { credited_amount });
  await valueBilled(write, { ...credit, charges: [] }, loweredLines(credit));
}

/** The ordered lines whose price a credit lowers. */
export function loweredLines({ items }: Pick<WholeBill, 'items'>): number[] {
  return items.flatMap(({ purchase_line_id, credit_reason }) =>
    credit_reason === 'price' ? (purchase_line_id ?? []) : [],
  );
}
