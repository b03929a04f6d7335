import type { Write } from '~/kit/server/database/context';
import type { Db } from '~/kit/server/database/db';
import { AppError, invalid } from '~/kit/server/errors';
import { picked } from '~/kit/shared/fields/picked';
import type { Day } from '~/kit/shared/time/days';
import { financialYearOf } from '~/modules/organization/company/number-series.rules';
import type { Settings } from '~/modules/organization/company/settings.fields';
import { legalYearStart } from '~/modules/organization/company/settings.rules';
import { tdsCodeOn } from '~/modules/organization/company/tds-codes.fields';
import { amountProblems, isTooMuch } from '~/modules/sales/documents/lines/amounts.rules';
import type { Vendor } from '~/modules/buying/vendors/vendors.fields';
import { owedOf, payableOf } from '../bill-amounts.rules';
import { billKeyOf } from '../bill-numbers.rules';
import type { Bill, WholeBill } from '../bills.fields';
import { billDateProblem, dueDateProblem, typedTdsProblem } from '../bills.rules';
import { msmeLimitOf, suggestedDueDate } from '../msme.rules';
import type { OrderedItem } from '../ordered-items.rules';
import type { BillPatch, NewBill, SentItem } from '../requests.schema';
import { type Tds, tdsOf, typedTds } from '../tds.rules';
import { findByNumber, type NewBillLine, type NewCharge } from './bills.queries';
import { planCharges, planItems } from './lines.internal';
import { findAccepted } from './billed-goods.queries';
import { findVendorOfOrder } from './ordered.queries';
import { taxBill } from './taxing.internal';
import { readTdsYear } from './tds.queries';

export interface Composing {
  before: WholeBill | null;
  sent: Omit<NewBill, 'vendor_id' | 'bill_number'> | BillPatch;
  vendor: Vendor;
  settings: Settings;
  today: Day;
}

export interface ComposedBill {
  values: { [K in keyof Bill]?: Bill[K] | undefined } & {
    bill_key: string;
    bill_year: string;
    tds_met: number;
  };
  items: NewBillLine[];
  charges: NewCharge[];
  ordered: OrderedItem[];
}

/** A draft as it was sent, over what it was: its lines with their taxes, its days, TDS and amounts. 400 for what cannot be. */
export async function composeBill(write: Write, composing: Composing): Promise<ComposedBill> {
  const { before, sent, vendor, today } = composing;
  const days = daysOf(composing);
  const number = await numberOf(write, composing, days.bill_date);
  const content = await contentOf(write, composing, days.bill_date);
  const { taxed, ordered } = content;
  const { amounts } = taxed;
  refuseWrongAmounts(sent, { amounts, lines: [...taxed.items, ...taxed.charges] });
  const sums = {
    ...amounts,
    reverse_charge: sent.reverse_charge ?? before?.reverse_charge ?? false,
  };
  const tds = await tdsFor(write, composing, { ...number, ...days, sums });
  const except = before?.id ?? null;
  const accepted = await findAccepted(write.trx, taxed.items, { ...days, except });
  const limit = msmeLimitOf(vendor, accepted ?? days.bill_date);
  const due_date =
    sent.due_date ?? before?.due_date ?? suggestedDueDate(vendor, { ...days, limit });
  const problem = dueDateProblem({ ...days, due_date }) ?? billDateProblem(days.bill_date, today);
  if (problem) throw invalid(due_date < days.bill_date ? 'due_date' : 'bill_date', problem);
  const {
    billing_address_id: _b,
    shipping_address_id: _s,
    place_chosen: _p,
    ...supply
  } = taxed.values;
  return {
    values: {
      ...picked(sent, ['vendor_total', 'terms_conditions', 'notes']),
      vendor_id: vendor.id,
      ...number,
      ...days,
      due_date,
      purchase_order_id: await purchaseOrderOf(write, composing, ordered),
      ...amounts,
      ...supply,
      ...sums,
      ...tds,
      payable_amount: payableOf({ ...sums, tds_amount: tds.tds_amount }),
      msme_limit: limit,
      is_due_late: limit !== null && due_date > limit,
      item_count: taxed.items.length,
    },
    items: taxed.items,
    charges: taxed.charges.map(({ quantity: _q, unit_price: _u, ...charge }) => charge),
    ordered,
  };
}

function daysOf({ before, sent, today }: Composing): { bill_date: Day } {
  return { bill_date: sent.bill_date ?? before?.bill_date ?? today };
}

/** The vendor's number, which no other bill of the vendor has in the financial year of its date. 409. */
async function numberOf(
  write: Write,
  { before, sent, vendor, settings }: Composing,
  bill_date: Day,
): Promise<{ bill_number: string; bill_key: string; bill_year: string }> {
  const bill_number =
    ('bill_number' in sent ? sent.bill_number : null) ?? before?.bill_number ?? '';
  const year = financialYearOf(bill_date, legalYearStart(settings));
  const number = { bill_number, bill_key: billKeyOf(bill_number), bill_year: year };
  await refuseTakenNumber(write, {
    ...number,
    vendor,
    kind: before?.kind ?? 'bill',
    except: before?.id ?? null,
  });
  return number;
}

interface TakenNumber {
  bill_number: string;
  bill_key: string;
  bill_year: string;
  kind: Bill['kind'];
  vendor: Pick<Vendor, 'id' | 'company_name'>;
  except: number | null;
}

/** 409 naming the bill that has the number (docs/product/bills.md#number). */
export async function refuseTakenNumber({ trx }: Write, number: TakenNumber): Promise<void> {
  const { vendor, bill_number } = number;
  const found = await findByNumber(trx, { ...number, vendor_id: vendor.id });
  if (!found) return;
  const message = `${vendor.company_name} has the bill ${found.bill_number} already: ${found.voucher_number}`;
  const record = { type: 'bill', id: found.id, label: found.voucher_number };
  throw new AppError('bill.number_exists', message, {
    details: [{ field: 'bill_number', message: `${bill_number}: ${message}`, record }],
  });
}

async function contentOf(write: Write, composing: Composing, day: Day) {
  const { before, sent, vendor, settings } = composing;
  const { items, ordered } = await planItems(write, sent.items ?? sentAgain(before), {
    vendorId: vendor.id,
    before: before?.items ?? [],
  });
  const charges = await planCharges(write, sent.charges ?? before?.charges ?? []);
  if (items.length === 0 && charges.length === 0)
    throw invalid('items', 'Please add at least one item');
  const taxed = await taxBill(write, {
    before,
    sent,
    items,
    charges,
    vendor,
    ordered,
    rate: ordered.find((line) => line.tax_mode === 'single')?.tax_rate ?? settings.order_tax_rate,
    settings,
    day,
  });
  return { taxed, ordered };
}

/** Stored lines as if they were sent. */
function sentAgain(before: WholeBill | null): SentItem[] {
  return (before?.items ?? []).map((line) => ({
    id: line.id,
    purchase_line_id: line.purchase_line_id,
    product_id: line.product_id,
    description: line.description,
    quantity: line.quantity,
    unit_price: line.unit_price,
    unit: line.unit,
    hsn_code: line.hsn_code,
    tax_class_id: line.tax_class_id,
    discount_percent: line.discount_percent,
    discount_amount: line.discount_amount,
    itc: line.itc,
  }));
}

type Amounts = Parameters<typeof amountProblems>[1]['amounts'];

function refuseWrongAmounts(
  sent: Composing['sent'],
  { amounts, lines }: { amounts: Amounts; lines: Parameters<typeof isTooMuch>[0] },
): void {
  if (isTooMuch(lines, amounts))
    throw invalid('total_amount', 'A bill cannot exceed ₹9,99,99,99,99,999.99');
  const { items: _items, ...sums } = sent;
  const details = amountProblems(sums, { noun: 'bill', amounts, lines: { items: [] } });
  if (details.length > 0)
    throw new AppError('input.invalid', 'Bill totals do not add up', { details });
}

interface TdsOf {
  bill_year: string;
  bill_date: Day;
  sums: Parameters<typeof owedOf>[0] & { subtotal: number };
}

type StoredTds = Pick<Bill, 'tds_code' | 'tds_rate' | 'tds_base' | 'tds_amount' | 'tds_is_typed'>;

/** TDS of a bill as it is stored: computed, or as a person typed it (docs/product/bills.md#tds). */
async function tdsFor(
  write: Write,
  { before, sent, vendor, settings }: Composing,
  { bill_year, bill_date, sums }: TdsOf,
): Promise<StoredTds & { tds_met: number }> {
  const codes = settings.tds_codes;
  const isListed = (code: string | null) => codes.some((each) => each.code === code);
  const own = before ? before.tds_code : isListed(vendor.tds_code) ? vendor.tds_code : null;
  const tds_code = sent.tds_code === undefined ? own : sent.tds_code;
  if (tds_code !== null && tds_code !== own && !isListed(tds_code))
    throw invalid('tds_code', 'TDS code not found');
  const typed = typedOf(before, sent);
  const computed = await tdsOn(write.trx, {
    tds_code,
    vendor,
    settings,
    bill_year,
    bill_date,
    base: sums.subtotal,
    payable: owedOf(sums),
    except: before?.id ?? null,
  });
  if (typed === null) return { tds_code, ...columnsOf(computed), tds_is_typed: false };
  const most = Math.min(sums.subtotal, owedOf(sums));
  const problem = typedTdsProblem(typed, most);
  if (problem) throw invalid('tds_amount', problem);
  const amount = typedTds(computed, sums.subtotal, typed);
  return { tds_code, ...columnsOf(amount), tds_is_typed: true };
}

function columnsOf({ rate, base, tds_amount, met }: Tds) {
  return { tds_rate: rate, tds_base: base, tds_amount, tds_met: met };
}

/** What a person typed as TDS; an amount that is sent back as it was computed is not typed. */
function typedOf(before: WholeBill | null, { tds_amount: sent }: Composing['sent']): number | null {
  const isReadBack = before !== null && sent === before.tds_amount;
  if (sent === undefined || isReadBack) return before?.tds_is_typed ? before.tds_amount : null;
  return sent;
}

export interface ComputingTds {
  tds_code: string | null;
  vendor: Pick<Vendor, 'id' | 'pan'>;
  settings: Settings;
  bill_year: string;
  bill_date: Day;
  base: number;
  payable: number;
  except: number | null;
}

/** TDS on a base by the vendor's year; none without a code, and where no figures of it hold on the day. */
export async function tdsOn(db: Db, computing: ComputingTds): Promise<Tds> {
  const { tds_code, vendor, settings, bill_year, bill_date, base, payable, except } = computing;
  const none = { rate: 0, base: 0, tds_amount: 0, met: 0 };
  if (tds_code === null) return { ...none, why: 'No TDS code is chosen' };
  const code = tdsCodeOn(settings.tds_codes, tds_code, bill_date);
  if (code === null) return { ...none, why: `No figures of ${tds_code} hold on this day` };
  const year = await readTdsYear(db, { vendor_id: vendor.id, tds_code, bill_year, except });
  return tdsOf(code, { pan: vendor.pan, base, payable }, year);
}

/** The order that it was sent with, or that of its lines where they are all from one. 400 for one of another vendor. */
async function purchaseOrderOf(
  { trx }: Write,
  { before, sent, vendor }: Composing,
  ordered: readonly OrderedItem[],
): Promise<number | null> {
  const { purchase_order_id: id } = sent;
  const orders = [...new Set(ordered.map(({ purchase_order_id }) => purchase_order_id))];
  if (id === undefined) {
    const own = before?.purchase_order_id ?? null;
    return orders.length === 1 ? (orders[0] ?? own) : own;
  }
  if (id !== null && (await findVendorOfOrder(trx, id)) !== vendor.id)
    throw invalid('purchase_order_id', 'Purchase order of this vendor not found');
  return id;
}
