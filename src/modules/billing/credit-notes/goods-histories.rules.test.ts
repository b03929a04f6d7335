import fc from 'fast-check';
import { expect, it } from 'vitest';
import { restOfQuantity, sumOfQuantities } from '~/kit/shared/money/quantities';
import { lineTotal, restOf, sumOf } from '~/modules/sales/documents/lines/totals.rules';
import { canInvoiceOrder } from '~/modules/billing/invoices/invoices.rules';
import { matchShares } from '~/modules/billing/invoices/shares.rules';
import type { Order } from '~/modules/sales/orders/orders.fields';
import { holdingOf } from '~/modules/sales/orders/orders.rules';
import { type StockChange, stockChanges } from '~/modules/sales/orders/stock.rules';
import { canReturn } from './credit-notes.rules';
import { type CreditItem, notableLine } from './notable-lines.rules';
import { itemProblem, pricedItem, returnProblem } from './note-amounts.rules';
import { type ReturnedGoods, stockOfReturn } from './returned-goods.rules';

const onHandAtFirst = 12;
/** Prices of which also half pieces come to whole paise: parts of a line come to no more than the line. */
const ordered = [
  { id: 1, product_id: 7, quantity: 5, unit_price: 9.98 },
  { id: 2, product_id: 7, quantity: 3, unit_price: 33.34 },
  { id: 3, product_id: null, quantity: 2.5, unit_price: 100 },
];
type Ordered = (typeof ordered)[number];

interface Billed extends Pick<Ordered, 'product_id' | 'quantity' | 'unit_price'> {
  of: Ordered;
  line_total: number;
  isCancelled: boolean;
}

interface Credited extends CreditItem {
  of: Billed;
  status: 'draft' | 'issued' | 'cancelled';
}

/** One order with its invoices of a line each and their credit notes: what the server does, by its rules alone. */
class Ledger {
  status: Order['status'] = 'pending';
  onHand = onHandAtFirst;
  reserved = 0;
  movements: number[] = [];
  bills: Billed[] = [];
  notes: Credited[] = [];

  returnedOf(line: Ordered, isCounted: (note: Credited) => boolean): number {
    const back = this.notes.filter((note) => note.goods_return && note.of.of === line);
    return sumOfQuantities(back.filter(isCounted).map(({ quantity }) => quantity));
  }

  /** As its status says: a shipped order is delivered whole. */
  private order(to = this.status) {
    const lines = ordered.map((line) => ({
      ...line,
      description: 'Pump',
      delivered_quantity: holdingOf(to) === 'taken' ? line.quantity : 0,
      closed_quantity: 0,
      returned_quantity: this.returnedOf(line, ({ status }) => status === 'issued'),
    }));
    return { status: to, order_number: 'ORD', lines };
  }

  private notable(of: Billed, isCounted: (note: Credited) => boolean) {
    const back = this.returnedOf(of.of, isCounted);
    return notableLine({
      id: 1,
      order_line_id: of.of.id,
      product_id: of.product_id,
      description: 'Pump',
      quantity: of.quantity,
      unit_price: of.unit_price,
      line_total: of.line_total,
      cgst_amount: 0,
      igst_amount: 0,
      hsn_code: null,
      unit: null,
      tax_treatment: null,
      tax_rate: null,
      credits: this.notes.filter((note) => note.of === of && isCounted(note)),
      order_returnable: restOfQuantity(of.of.quantity, back),
    });
  }

  /** How much of an invoice's line is charged for still. */
  private charged(of: Billed): number {
    const { left_amount, left_quantity } = this.notable(of, ({ status }) => status === 'issued');
    return left_amount === 0 ? 0 : left_quantity;
  }

  invoiced(line: Ordered): number {
    const own = this.bills.filter(({ of, isCancelled }) => of === line && !isCancelled);
    return sumOfQuantities(own.map((of) => this.charged(of)));
  }

  private apply(changes: readonly StockChange[]): boolean {
    const [change = { onHand: 0, reserved: 0 }, ...others] = changes;
    if (others.length > 0 || this.onHand + change.onHand < 0) return false;
    this.onHand += change.onHand;
    this.reserved += change.reserved;
    this.movements.push(change.onHand);
    return true;
  }

  move(status: Order['status']): void {
    if (this.apply(stockChanges(this.order(), this.order(status)))) this.status = status;
  }

  bill(line: Ordered, quantity: number): void {
    if (!canInvoiceOrder({ status: this.status, order_number: 'ORD' }).ok) return;
    const remaining = restOfQuantity(line.quantity, this.invoiced(line));
    const share = { id: line.id, product_id: line.product_id, service_id: null, remaining };
    const claim = { order_line_id: line.id, description: 'Pump', quantity };
    const [matched] = matchShares([claim], [{ ...share, description: 'Pump' }]);
    if (!matched || 'problem' in matched) return;
    const { product_id, unit_price } = line;
    const line_total = lineTotal({ quantity, unit_price });
    this.bills.push({ of: line, product_id, quantity, unit_price, line_total, isCancelled: false });
  }

  cancelBill(of: Billed): void {
    const isIssued = this.notes.some((note) => note.of === of && note.status === 'issued');
    if (!isIssued) of.isCancelled = true;
  }

  credit(of: Billed, sent: { quantity: number; unit_price: number | null }, isBack: boolean): void {
    if (of.isCancelled) return;
    const line = this.notable(of, ({ status }) => status !== 'cancelled');
    const isGoods = isBack && of.product_id !== null;
    if (itemProblem('credit', line, sent) || (isGoods && returnProblem(line, sent))) return;
    if (isGoods && !canReturn(this.order(), goodsOf({ of, quantity: sent.quantity })).ok) return;
    const { unit_price, line_total } = pricedItem('credit', line, sent);
    if (line_total <= 0) return;
    const taxes = { cgst_amount: 0, igst_amount: 0 };
    const item = { quantity: sent.quantity, unit_price, line_total, goods_return: isGoods };
    this.notes.push({ ...item, ...taxes, of, status: 'draft' });
  }

  issue(note: Credited): void {
    if (note.status !== 'draft' || note.of.isCancelled) return;
    if (note.goods_return && !canReturn(this.order(), goodsOf(note)).ok) return;
    if (this.apply(this.stockOf(note, 'back'))) note.status = 'issued';
  }

  cancelNote(note: Credited): void {
    if (note.status !== 'issued') return;
    const changes = this.stockOf(note, 'out');
    note.status = 'cancelled';
    const isTooMuch = this.invoiced(note.of.of) > note.of.of.quantity;
    if (isTooMuch || !this.apply(changes)) note.status = 'issued';
  }

  private stockOf(note: Credited, direction: 'back' | 'out') {
    const goods = note.goods_return ? goodsOf(note) : [];
    return stockOfReturn(goods, { order: this.order(), direction });
  }
}

function goodsOf({ of, quantity }: Pick<Credited, 'of' | 'quantity'>): ReturnedGoods[] {
  const { product_id } = of;
  return product_id === null ? [] : [{ product_id, quantity, order_line_id: of.of.id }];
}

/** What is not true that always must be. */
function faultsOf(ledger: Ledger): string[] {
  const goods = ordered.filter(({ product_id }) => product_id !== null);
  const back = goods.map((line) => ledger.returnedOf(line, ({ status }) => status === 'issued'));
  const held = restOfQuantity(8, sumOfQuantities(back));
  const holding = holdingOf(ledger.status);
  const moved = sumOfQuantities([onHandAtFirst, ...ledger.movements]);
  const faults = [
    [ledger.onHand === onHandAtFirst - (holding === 'taken' ? held : 0), 'on hand'],
    [ledger.reserved === (holding === 'reserved' ? held : 0), 'reserved'],
    [ledger.onHand === moved, 'movements'],
  ];
  for (const line of ordered) {
    const returned = ledger.returnedOf(line, ({ status }) => status !== 'cancelled');
    const bills = ledger.bills.filter(({ of, isCancelled }) => of === line && !isCancelled);
    const notes = ledger.notes.filter((note) => bills.includes(note.of));
    const credited = notes.filter(({ status }) => status === 'issued');
    // What a cut of the price took that does not count (yet) stays with its own invoice.
    const cuts = notes.filter(
      ({ status, unit_price }) => status !== 'issued' && unit_price !== line.unit_price,
    );
    const net = restOf(valueOf(bills), valueOf(credited));
    faults.push(
      [returned <= line.quantity, `returned of ${line.id}`],
      [ledger.invoiced(line) <= line.quantity, `invoiced of ${line.id}`],
      [net >= 0 && net <= sumOf([lineTotal(line), valueOf(cuts)]), `amount of ${line.id}`],
    );
  }
  return faults.flatMap(([isRight, what]) => (isRight ? [] : String(what)));
}

function valueOf(lines: readonly { line_total: number }[]): number {
  return sumOf(lines.map(({ line_total }) => line_total));
}

const pick = fc.nat(11);
const steps = fc.oneof(
  fc.record({
    what: fc.constant('move' as const),
    to: fc.constantFrom<Order['status']>(
      'shipped',
      'shipped',
      'delivered',
      'confirmed',
      'pending',
      'cancelled',
    ),
  }),
  fc.record({
    what: fc.constant('bill' as const),
    pick,
    quantity: fc.constantFrom(1, 2, 3, 5, 2.5),
  }),
  fc.record({
    what: fc.constant('credit' as const),
    pick,
    quantity: fc.constantFrom(1, 2, 3, 5),
    unit_price: fc.constantFrom(null, null, 1, 9.98, 3.33),
    isBack: fc.boolean(),
    isIssued: fc.boolean(),
  }),
  fc.record({ what: fc.constantFrom('issue', 'cancel note', 'cancel bill'), pick }),
);

function act(
  ledger: Ledger,
  step: typeof steps extends fc.Arbitrary<infer Step> ? Step : never,
): void {
  if (step.what === 'move') return ledger.move(step.to);
  const note = ledger.notes[step.pick % Math.max(1, ledger.notes.length)];
  const bill = ledger.bills[step.pick % Math.max(1, ledger.bills.length)];
  const line = ordered[step.pick % ordered.length];
  if (step.what === 'bill') return line && ledger.bill(line, step.quantity);
  if (step.what === 'credit') {
    if (bill) ledger.credit(bill, step, step.isBack);
    const created = ledger.notes.at(-1);
    return step.isIssued && created ? ledger.issue(created) : undefined;
  }
  if (step.what === 'cancel bill') return bill && ledger.cancelBill(bill);
  if (!note) return undefined;
  return step.what === 'issue' ? ledger.issue(note) : ledger.cancelNote(note);
}

it('stock is the sum of its movements, nothing comes back twice, and no more is invoiced than ordered, in any history', () => {
  const seen = { shipped: 0, back: 0, billedAgain: 0, cancelled: 0 };
  fc.assert(
    fc.property(fc.array(steps, { minLength: 8, maxLength: 24 }), (history) => {
      const ledger = new Ledger();
      ledger.move('shipped');
      for (const line of ordered) ledger.bill(line, line.quantity);
      const faults = history.flatMap((step) => {
        act(ledger, step);
        return faultsOf(ledger);
      });
      expect(faults).toEqual([]);
      if (holdingOf(ledger.status) === 'taken') seen.shipped += 1;
      if (ledger.notes.some((note) => note.goods_return && note.status === 'issued'))
        seen.back += 1;
      if (ledger.notes.some(({ status }) => status === 'cancelled')) seen.cancelled += 1;
      const charged = sumOfQuantities(ledger.bills.map(({ quantity }) => quantity));
      if (charged > 10.5) seen.billedAgain += 1;
    }),
    { numRuns: 1000 },
  );
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0);
});
