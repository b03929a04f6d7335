import { fromPaise, toPaise } from '~/kit/shared/money/money';

/** Goods that a receipt took of a purchase line, in the unit of that line: without what was rejected. */
export interface AcceptedGoods {
  /** The line of the receipt. */
  id: number;
  quantity: number;
  /** What entered stock of it, in the product's unit. */
  stock_quantity: number | null;
  /** What a person typed as the cost of one of these, which counts until a bill has another; else the order's price. */
  unit_cost: number | null;
}

/** A booked bill line of a purchase line. */
export interface BilledGoods {
  quantity: number;
  /** In rupees: net, without the credits on its price, with tax that is not credited. */
  value: number;
}

/** Goods that went back of those that a receipt's line took. */
export interface ReturnedGoods {
  /** The line of the return. */
  id: number;
  of_line_id: number;
  quantity: number;
}

/** All that happened to a purchase line, each in its order (docs/product/goods-receipts.md#value). */
export interface PurchasedLine {
  /** Its net value in rupees for so many units. */
  ordered: { quantity: number; value: number };
  accepted: readonly AcceptedGoods[];
  billed: readonly BilledGoods[];
  returned: readonly ReturnedGoods[];
}

export interface MatchedGoods {
  id: number;
  /** In rupees: what accepted goods cost, or what the vendor owes for those that went back. */
  value: number;
}

/**
 * What the goods of a purchase line are worth: what was accepted and what was billed meet first to first, and goods that
 * no bill has met yet are worth what was ordered. Goods that go back are the last ones of their receipt.
 */
export function matchGoods(line: PurchasedLine): {
  accepted: MatchedGoods[];
  returned: MatchedGoods[];
} {
  const slices = slicesOf(line);
  const bounds = boundsOf(line.accepted);
  const between = (from: bigint, to: bigint) =>
    fromPaise(Number(costUntil(slices, to) - costUntil(slices, from)));
  const accepted = line.accepted.map(({ id }, index) => {
    const [from = 0n, to = 0n] = bounds[index] ?? [];
    return { id, value: between(from, to) };
  });
  const ends = new Map(line.accepted.map(({ id }, index) => [id, bounds[index]?.[1] ?? 0n]));
  const returned = line.returned.map(({ id, of_line_id, quantity }) => {
    const end = ends.get(of_line_id) ?? 0n;
    const from = end - thousandths(quantity);
    ends.set(of_line_id, from);
    return { id, value: between(from, end) };
  });
  return { accepted, returned };
}

/** How much of a purchase line met a bill, of each receipt's line. */
export function billedOf(
  accepted: readonly Pick<AcceptedGoods, 'id' | 'quantity'>[],
  billed: readonly Pick<BilledGoods, 'quantity'>[],
): ReadonlyMap<number, number> {
  const bounds = boundsOf(accepted);
  const whole = billed.reduce((sum, { quantity }) => sum + thousandths(quantity), 0n);
  return new Map(
    accepted.map(({ id }, index) => {
      const [from = 0n, to = 0n] = bounds[index] ?? [];
      const met = least(whole, to) - from;
      return [id, met > 0n ? Number(met) / 1000 : 0];
    }),
  );
}

export interface ChargedLine {
  id: number;
  value: number;
  quantity: number;
}

/**
 * A charge in rupees on the lines that it was for: by their value, or by quantity where all are worth 0, to the paisa; the
 * last line takes the rest.
 */
export function spreadCharge(amount: number, lines: readonly ChargedLine[]): Map<number, number> {
  const isByValue = lines.some(({ value }) => value !== 0);
  const weights = lines.map(({ value, quantity }) =>
    isByValue ? BigInt(toPaise(value)) : thousandths(quantity),
  );
  const whole = weights.reduce((sum, weight) => sum + weight, 0n);
  let rest = BigInt(toPaise(amount));
  const paise = rest;
  const last = lines.length - 1;
  return new Map(
    lines.map(({ id }, index) => {
      const exact = whole === 0n ? 0n : rounded([paise * (weights[index] ?? 0n), whole]);
      const share = index === last ? rest : least(exact, rest);
      rest -= share;
      return [id, fromPaise(Number(share))];
    }),
  );
}

type Fraction = readonly [numerator: bigint, denominator: bigint];

/** Goods at one price, in paise for a thousandth of a unit. */
interface Slice {
  quantity: bigint;
  price: Fraction;
}

function slicesOf({ ordered, accepted, billed }: PurchasedLine): Slice[] {
  const bills = billed.map(({ quantity, value }) => ({
    left: thousandths(quantity),
    price: priceOf(value, thousandths(quantity)),
  }));
  const atOrder = priceOf(ordered.value, thousandths(ordered.quantity));
  const slices: Slice[] = [];
  for (const goods of accepted) {
    let missing = thousandths(goods.quantity);
    for (const bill of bills) {
      const met = least(bill.left, missing);
      if (met <= 0n) continue;
      slices.push({ quantity: met, price: bill.price });
      bill.left -= met;
      missing -= met;
    }
    if (missing > 0n) slices.push({ quantity: missing, price: typedPrice(goods) ?? atOrder });
  }
  return slices;
}

/** What the first goods of all cost together, in whole paise: so parts of a bill add up to it. */
function costUntil(slices: readonly Slice[], until: bigint): bigint {
  let [from, sum]: [bigint, Fraction] = [0n, [0n, 1n]];
  for (const { quantity, price } of slices) {
    const taken = least(quantity, until - from);
    if (taken <= 0n) break;
    sum = plus(sum, [price[0] * taken, price[1]]);
    from += quantity;
  }
  return rounded(sum);
}

function boundsOf(accepted: readonly Pick<AcceptedGoods, 'quantity'>[]): [bigint, bigint][] {
  let end = 0n;
  return accepted.map(({ quantity }) => {
    const from = end;
    end += thousandths(quantity);
    return [from, end];
  });
}

function priceOf(value: number, quantity: bigint): Fraction {
  return [BigInt(toPaise(value)), quantity > 0n ? quantity : 1n];
}

/** A cost has four decimals. */
function typedPrice({ quantity, stock_quantity, unit_cost }: AcceptedGoods): Fraction | null {
  if (unit_cost === null || stock_quantity === null) return null;
  const cost = BigInt(Math.round(unit_cost * 10_000));
  return [cost * thousandths(stock_quantity), 100_000n * thousandths(quantity)];
}

function thousandths(quantity: number): bigint {
  return BigInt(Math.round(quantity * 1000));
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

function plus([a, b]: Fraction, [c, d]: Fraction): Fraction {
  const [top, bottom] = [a * d + c * b, b * d];
  const common = commonDivisor(top, bottom);
  return [top / common, bottom / common];
}

function commonDivisor(one: bigint, other: bigint): bigint {
  let [a, b] = [one, other];
  while (b !== 0n) [a, b] = [b, a % b];
  return a === 0n ? 1n : a;
}

/** Half away from zero; nothing here is below it. */
function rounded([top, bottom]: Fraction): bigint {
  return (top * 2n + bottom) / (bottom * 2n);
}
