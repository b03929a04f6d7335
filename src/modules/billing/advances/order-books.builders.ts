import { toPaise } from '~/kit/shared/money/money';
import { restOfQuantity, sumOfQuantities } from '~/kit/shared/money/quantities';
import { discounted, type DocumentDiscount } from '~/modules/sales/documents/lines/discounts.rules';
import { gstSumsOf, noTax, taxParts } from '~/modules/sales/documents/taxes/gst-amounts.rules';
import {
  lineTotal,
  partOf,
  sumOf,
  taxableValue,
  taxOn,
  totalsOf,
} from '~/modules/sales/documents/lines/totals.rules';
import { discountFromOrder } from '~/modules/billing/invoices/order-discounts.rules';
import {
  type ChargedOrder,
  restOfParts,
  uninvoicedOf,
} from '~/modules/billing/invoices/order-rests.rules';
import { discountShare } from '~/modules/billing/invoices/shares.rules';

export type Mode = 'single' | 'gst';

interface Line {
  id: number;
  ordered: number;
  unit_price: number;
  discount_percent: number | null;
  discount_amount: number;
  /** By GST. */
  tax_rate: number;
}

interface Typed {
  order_line_id: number | null;
  quantity: number;
  unit_price?: number;
}

/** A document line with its share of the document's discount, and its taxes. */
type Taxed = ReturnType<typeof taxed>['lines'][number];

interface Bill {
  lines: Taxed[];
  /** Of each line in paise with its tax, by exact arithmetic. */
  exact: number[];
  total: number;
  round_off: number;
  isAsOrdered: boolean;
  /** In rupees, of lines that are not on the order, with their tax. */
  freight: number;
  credited: { at: number; quantity: number; amount: number; discount: number }[];
}

const rate = 18;

function taxed<
  L extends {
    quantity: number;
    unit_price: number;
    discount_percent: number | null;
    discount_amount: number;
    tax_rate: number;
    order_line_id: number | null;
  },
>(
  { mode, rounds }: { mode: Mode; rounds: boolean },
  priced: readonly L[],
  discount: DocumentDiscount,
) {
  const { lines: shared, discount: whole } = discounted(priced, discount);
  const lines = shared.map((line) => ({
    ...line,
    ...(mode === 'gst' ? taxParts(taxableValue(line), line.tax_rate, 'within') : noTax),
  }));
  const sums = lines.map((line) => ({ ...line, taxable_value: taxableValue(line) }));
  const amounts =
    mode === 'gst' ? { ...gstSumsOf(sums, rounds) } : { ...totalsOf(lines, { rate }), ...noTax };
  return { lines, amounts, discount: whole };
}

/** The books of one order, as the server keeps them: `state` gives what its SQL reads. */
export class Books {
  readonly bills: Bill[] = [];
  readonly closed = new Map<number, number>();
  readonly order: ReturnType<typeof taxed>;
  /** In rupees: all advances, and the rest of them. */
  received = 0;
  advanced = 0;

  constructor(
    readonly mode: Mode,
    /** Whether totals are rounded to whole rupees. */
    readonly rounds: boolean,
    readonly lines: readonly Line[],
    discount: DocumentDiscount,
  ) {
    const priced = lines.map((line) => ({
      ...line,
      quantity: line.ordered,
      order_line_id: line.id,
    }));
    this.order = taxed(this, priced, discount);
  }

  charged(id: number): number {
    const parts = this.bills.flatMap(({ lines, credited }) =>
      lines.flatMap(({ order_line_id, quantity }, at) => {
        if (order_line_id !== id) return [];
        const back = credited.filter((each) => each.at === at).map((each) => -each.quantity);
        return [quantity, ...back];
      }),
    );
    return sumOfQuantities(parts);
  }

  /** Neither charged nor closed. */
  open({ id, ordered }: Line): number {
    const taken = sumOfQuantities([this.charged(id), this.closed.get(id) ?? 0]);
    return Math.max(0, restOfQuantity(ordered, taken));
  }

  state(): ChargedOrder {
    const { amounts, discount } = this.order;
    const of = (amount: (bill: Bill) => number) => sumOf(this.bills.map(amount));
    const back = (bill: Bill, name: 'amount' | 'discount') =>
      -sumOf(bill.credited.map((each) => each[name]));
    return {
      tax_mode: this.mode,
      rounds_to_rupee: this.rounds,
      tax_rate: rate,
      ...discount,
      total_amount: amounts.total_amount,
      cgst_amount: amounts.cgst_amount,
      igst_amount: 0,
      lines: this.lines.map((line) => ({
        ...line,
        closed: this.closed.get(line.id) ?? 0,
        charged: this.charged(line.id),
      })),
      invoiced_amount: of((bill) => sumOf([bill.total, -bill.freight, back(bill, 'amount')])),
      invoiced_discount: of((bill) =>
        sumOf([...bill.lines.map((line) => line.discount_share), back(bill, 'discount')]),
      ),
      line_count: this.bills.reduce((sum, bill) => sum + ownLines(bill), 0),
      is_as_ordered: this.bills.every(({ isAsOrdered }) => isAsOrdered),
    };
  }

  /** The invoice that the server makes of these lines. */
  draft(typed: readonly Typed[], typedDiscount?: number): Bill {
    const state = this.state();
    const priced = typed.map(({ order_line_id, quantity, unit_price }) => {
      const own = this.lines.find(({ id }) => id === order_line_id);
      const price = unit_price ?? own?.unit_price ?? 0;
      const line = { quantity, unit_price: price, discount_percent: own?.discount_percent ?? null };
      const discount_amount = own ? discountShare(own, line) : 0;
      const terms = { ...line, discount_amount, tax_rate: own?.tax_rate ?? rate, order_line_id };
      return { ...terms, line_total: lineTotal(terms) };
    });
    const lines = state.lines.map((line) => ({
      ...line,
      remaining: restOfQuantity(line.ordered, line.charged),
    }));
    const discount =
      typedDiscount === undefined
        ? discountFromOrder({ ...state, lines }, priced)
        : { discount_percent: null, discount_amount: typedDiscount };
    const created = taxed(this, priced, discount);
    const rest = restOfParts(state, { ...created, tax_mode: this.mode });
    const total = sumOf([created.amounts.total_amount, rest]);
    const own = created.lines.filter(({ order_line_id }) => order_line_id !== null);
    const isSpread = created.lines.some(
      (line) => line.order_line_id === null && line.discount_share,
    );
    const roundOff = 'round_off' in created.amounts ? created.amounts.round_off : 0;
    const isPriced = typed.every((line) => line.unit_price === undefined || !line.order_line_id);
    return {
      lines: created.lines,
      exact: this.#exact(priced, created.discount.discount_amount),
      total,
      round_off: rest,
      isAsOrdered: isPriced && !isSpread && typedDiscount === undefined,
      freight: sumOf([total, -rest, -roundOff, -amountOf(this.mode, own)]),
      credited: [],
    };
  }

  #exact(lines: readonly Worth[], discount: number): number[] {
    const worth = lines.map((line) => worthOf(line));
    const all = worth.reduce((sum, each) => sum + each, 0);
    const keep = all === 0 ? 1 : 1 - discount / all;
    return worth.map((each, at) => {
      const percent = this.mode === 'gst' ? (lines[at]?.tax_rate ?? 0) : rate;
      return 100 * each * keep * (1 + percent / 100);
    });
  }

  /** Issues an invoice: by GST it takes the advances of its order. */
  charge(bill: Bill): void {
    this.bills.push(bill);
    if (this.mode === 'single') return;
    this.advanced = sumOf([this.advanced, -Math.min(this.advanced, bill.total)]);
  }

  /** Invoices less their credits, with the amount that is still to be invoiced, less the money received, in paise. */
  creditUsed(): number {
    const charged = this.bills.flatMap(({ total, credited }) => [
      total,
      ...credited.map(({ amount }) => -amount),
    ]);
    return toPaise(sumOf([...charged, uninvoicedOf(this.state()), -this.received]));
  }

  /** The same by exact arithmetic. */
  exactlyUsed(): number {
    const charged = this.bills.reduce(
      (sum, { lines, exact, credited }) =>
        sum +
        lines.reduce((own, { quantity }, at) => {
          const back = credited.filter((each) => each.at === at);
          const left = quantity - back.reduce((all, each) => all + each.quantity, 0);
          return own + ((exact[at] ?? 0) * left) / quantity;
        }, 0),
      0,
    );
    return charged + exactly(this) - toPaise(this.received);
  }

  /** Takes back so much of a line of an invoice; the last of all its lines takes the rest of the invoice. */
  credit(bill: Bill, at: number, some: number): void {
    const line = bill.lines[at];
    if (!line) return;
    const before = sumOfQuantities(
      bill.credited.filter((each) => each.at === at).map(({ quantity }) => quantity),
    );
    const remaining = restOfQuantity(line.quantity, before);
    const quantity = Math.min(remaining, some);
    if (quantity <= 0 || line.order_line_id === null) return;
    const isAll = ownLines(bill) === 1 && quantity === remaining;
    const taken = sumOf(bill.credited.map(({ amount }) => amount));
    const share = partOf(amountOf(this.mode, [line]), quantity, line.quantity);
    const amount = isAll ? sumOf([bill.total, -bill.freight, -taken]) : share;
    const back = (of: number) => partOf(line.discount_share, of, line.quantity);
    const discount = sumOf([back(sumOfQuantities([before, quantity])), -back(before)]);
    bill.credited.push({ at, quantity, amount, discount });
  }
}

function amountOf(mode: Mode, lines: readonly Taxed[]): number {
  const value = sumOf(lines.map(taxableValue));
  if (mode === 'single') return sumOf([value, taxOn(value, rate)]);
  return sumOf([value, ...lines.flatMap((line) => [line.cgst_amount, line.sgst_amount])]);
}

function ownLines({ lines, credited }: Bill): number {
  return lines.filter(({ order_line_id, quantity }, at) => {
    const back = credited.filter((each) => each.at === at).map((each) => each.quantity);
    return order_line_id !== null && quantity > sumOfQuantities(back);
  }).length;
}

interface Worth {
  quantity: number;
  unit_price: number;
  discount_percent: number | null;
  discount_amount: number;
  tax_rate: number;
}

function worthOf({ quantity, unit_price, discount_percent, discount_amount }: Worth): number {
  const whole = quantity * unit_price * (1 - (discount_percent ?? 0) / 100);
  return discount_percent === null ? Math.max(0, whole - discount_amount) : whole;
}

/** The open amount in paise by exact arithmetic, never rounded: quantity × price less discounts, with tax. */
export function exactly(books: Books): number {
  const { discount, lines: ordered } = books.order;
  const worth = (line: Line, quantity: number) =>
    quantity * line.unit_price * (1 - (line.discount_percent ?? 0) / 100) -
    (line.discount_percent === null ? (line.discount_amount * quantity) / line.ordered : 0);
  const all = ordered.reduce((sum, line) => sum + lineTotal(line), 0);
  const keep = all === 0 ? 1 : 1 - discount.discount_amount / all;
  return books.lines.reduce((sum, line) => {
    const tax = 1 + (books.mode === 'gst' ? line.tax_rate : rate) / 100;
    return sum + 100 * worth(line, books.open(line)) * keep * tax;
  }, 0);
}
