import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromPaise, toPaise } from '~/kit/shared/money/money';
import { sumOfQuantities } from '~/kit/shared/money/quantities';
import {
  lineTotal,
  partOf,
  sumOf,
  taxableValue,
} from '~/modules/sales/documents/lines/totals.rules';
import { uninvoicedOf } from '~/modules/billing/invoices/order-rests.rules';
import { canAdvance } from './advances.rules';
import { Books, exactly, type Mode } from './order-books.builders';

const paise = (max: number, min = 0) => fc.integer({ min, max }).map(fromPaise);
const quantities = fc.oneof(
  fc.integer({ min: 1, max: 40 }),
  fc.integer({ min: 1, max: 9999 }).map((thousandths) => thousandths / 1000),
);
const orderLines = fc.array(
  fc.record({
    ordered: quantities,
    unit_price: paise(20_000),
    percent: fc.option(fc.integer({ min: 0, max: 4000 }).map((each) => each / 100)),
    tenth: fc.integer({ min: 0, max: 9 }),
    tax_rate: fc.constantFrom(0, 0.25, 5, 18, 28),
  }),
  { minLength: 1, maxLength: 4 },
);
const steps = fc.array(
  fc.record({
    what: fc.constantFrom(
      'bill',
      'bill',
      'bill',
      'freight',
      'price',
      'discount',
      'credit',
      'credit',
      'close',
      'advance',
    ),
    share: fc.integer({ min: 0, max: 4 }),
    pick: fc.nat(20),
    amount: paise(50_000, 1),
  }),
  { maxLength: 9 },
);

type Generated<A> = A extends fc.Arbitrary<(infer Value)[]> ? Value : never;
type Step = Generated<typeof steps>;

function openBooks(
  mode: Mode,
  rounds: boolean,
  given: readonly Generated<typeof orderLines>[],
  tenth: number,
): Books {
  const lines = given.map(({ percent, tenth: part, ...line }, at) => {
    const whole = lineTotal({ quantity: line.ordered, unit_price: line.unit_price });
    const discount_amount = percent === null ? partOf(whole, part, 10) : 0;
    return { ...line, id: at + 1, discount_percent: percent, discount_amount };
  });
  const value = sumOf(lines.map((line) => lineTotal({ ...line, quantity: line.ordered })));
  return new Books(mode, rounds, lines, {
    discount_percent: null,
    discount_amount: partOf(value, tenth, 20),
  });
}

/** Does a step as people do it. */
function act(books: Books, { what, share, pick, amount }: Step): void {
  const parts = books.lines.flatMap((line, at) => {
    const most = books.open(line);
    // All of it, or a part; of several lines, some are left out.
    const some =
      share === 0 ? most : Math.round((most * (((pick + at) % share) + 1) * 1000) / 5) / 1000;
    return some > 0 ? [{ order_line_id: line.id, quantity: Math.min(some, most) }] : [];
  });
  const bill = books.bills[pick % Math.max(1, books.bills.length)];
  if (what === 'credit') {
    const at = pick % Math.max(1, bill?.lines.length ?? 1);
    const most = bill?.lines[at]?.quantity ?? 0;
    if (bill) books.credit(bill, at, share < 2 ? most : Math.round(most * 400) / 1000);
    return;
  }
  if (what === 'close') {
    for (const line of books.lines) {
      const former = books.closed.get(line.id) ?? 0;
      books.closed.set(line.id, sumOfQuantities([former, books.open(line)]));
    }
    return;
  }
  if (what === 'advance') {
    const order = { order_number: 'O', status: 'confirmed', advanced: books.advanced };
    const remaining = uninvoicedOf(books.state());
    const isTaken = canAdvance({ ...order, uninvoiced: remaining }, amount).ok;
    expect(isTaken).toBe(
      toPaise(amount) <= Math.max(0, toPaise(remaining) - toPaise(books.advanced)),
    );
    if (!isTaken) return;
    books.advanced = sumOf([books.advanced, amount]);
    books.received = sumOf([books.received, amount]);
    return;
  }
  if (parts.length === 0) return;
  const freight = { order_line_id: null, quantity: 1, unit_price: amount };
  const [first, ...others] = parts;
  if (what === 'freight') books.charge(books.draft([...parts, freight]));
  else if (what === 'price' && first)
    books.charge(books.draft([{ ...first, unit_price: amount }, ...others]));
  else if (what === 'discount') {
    const value = sumOf(books.draft(parts, 0).lines.map(taxableValue));
    books.charge(books.draft(parts, Math.min(amount, value)));
  } else books.charge(books.draft(parts));
}

function hasTyped(history: readonly Step[], ...kinds: Step['what'][]): boolean {
  return history.some(({ what }) => kinds.includes(what));
}

it('what an order still charges, its advances and its invoices agree with the books in 1,000 histories', () => {
  fc.assert(
    fc.property(
      fc.constantFrom<[Mode, boolean]>(['single', false], ['gst', false], ['gst', true]),
      orderLines,
      fc.integer({ min: 0, max: 9 }),
      steps,
      ([mode, rounds], given, tenth, history) => {
        const books = openBooks(mode, rounds, given, tenth);
        for (const step of history) {
          act(books, step);
          const remaining = uninvoicedOf(books.state());
          const open = books.lines.flatMap((line) => {
            const quantity = books.open(line);
            return quantity > 0 ? [{ order_line_id: line.id, quantity }] : [];
          });
          // The invoice of all that is open charges exactly that, and leaves nothing.
          if (open.length === 0) expect(remaining).toBe(0);
          else {
            const isTouched = books.bills.length > 0 || books.closed.size > 0;
            if (isTouched) expect(books.draft(open).total).toBe(remaining);
          }
          const { is_as_ordered, invoiced_amount } = books.state();
          const { total_amount } = books.order.amounts;
          const isWhole = is_as_ordered && [...books.closed.values()].every((each) => each === 0);
          // With the order's own prices, what is charged and what is still to charge come to its total, freight apart.
          if (isWhole && !rounds) expect(sumOf([invoiced_amount, remaining])).toBe(total_amount);
          // Other prices and lines take parts of the order's discount elsewhere than the order gives them.
          const isShared =
            books.order.discount.discount_amount > 0 || hasTyped(history, 'discount');
          if (!isShared || !hasTyped(history, 'discount', 'price', 'freight')) {
            const paise = 4 * (books.lines.length + 2) * Math.max(1, books.bills.length);
            const most = paise + (rounds ? 50 * (books.bills.length + 1) : 0);
            expect(Math.abs(toPaise(remaining) - exactly(books))).toBeLessThanOrEqual(most);
            expect(Math.abs(books.creditUsed() - books.exactlyUsed())).toBeLessThanOrEqual(
              2 * most,
            );
            const left = Math.max(0, exactly(books) - toPaise(books.advanced));
            const order = { order_number: 'O', status: 'confirmed', advanced: books.advanced };
            const takes = (amount: number) =>
              canAdvance({ ...order, uninvoiced: remaining }, fromPaise(Math.floor(amount))).ok;
            expect([takes(left - most), takes(left + most + 1)]).toEqual([true, false]);
          }
        }
      },
    ),
    { numRuns: 1000 },
  );
});
