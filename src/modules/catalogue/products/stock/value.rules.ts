/** A product as its history values it; the same rule in SQL is `stock_after` in migrations/0263-bought-stock.sql. */
export interface StockState {
  quantity: number;
  /** In rupees. */
  value: number;
  /** What a unit was worth after the last goods in, as a fraction; null before any. */
  cost: { value: number; quantity: number } | null;
}

export interface ValuedMove {
  type: string;
  /** Signed; 0 for a revaluation. */
  quantity: number;
  /**
   * In rupees, what its document gives, signed; null for the average. Of a return to a vendor, what that owes for it; of a
   * revaluation, the new cost of one unit.
   */
  worth: number | null;
  /** In rupees, the cost price at the time: what a unit is worth before goods have come in. */
  costPrice: number;
}

export interface ValuedState extends StockState {
  /** What the movement changed the value by, in rupees. */
  moved: number;
  /** What it is worth by its document, but not in the stock. */
  difference: number;
}

/** A product after one more movement; what was cancelled is none (docs/product/stock.md#value-rules). */
export function stockAfter(state: StockState, move: ValuedMove): ValuedState {
  const { value } = state;
  const [quantity, change] = [thousandths(state.quantity), thousandths(move.quantity)];
  const after = (quantity + change) / parts;
  const cost = state.cost ?? { value: move.costPrice, quantity: 1 };
  if (move.type === 'transfer') return { ...state, quantity: after, moved: 0, difference: 0 };
  // What a bill changes in closed days.
  if (move.type === 'purchase' && change === 0)
    return { ...state, moved: 0, difference: move.worth ?? 0 };
  if (move.type === 'revalue') {
    const unit = move.worth ?? 0;
    const moved = quantity > 0 ? less(exactShare(unit, state.quantity, 1), value) : 0;
    const changed = {
      quantity: after,
      value: sum(value, moved),
      cost: { value: unit, quantity: 1 },
    };
    return { ...changed, moved, difference: less(0, moved) };
  }
  if (change < 0) {
    const moved = takenOut({ ...state, cost }, { ...move, after });
    const isReturn = move.type === 'vendor_return' && move.worth !== null;
    const difference = isReturn ? less(move.worth ?? 0, moved) : 0;
    return { quantity: after, value: sum(value, moved), cost: state.cost, moved, difference };
  }
  const average = quantity > 0 ? { value, quantity: state.quantity } : cost;
  const given = move.worth ?? exactShare(average.value, move.quantity, average.quantity);
  const isShort = quantity < 0 && change !== 0;
  const moved = isShort ? less(exactShare(given, after, move.quantity), value) : given;
  const becomes = sum(value, moved);
  const bought = change > 0 ? { value: given, quantity: move.quantity } : state.cost;
  return {
    quantity: after,
    value: becomes,
    cost: after > 0 ? { value: becomes, quantity: after } : bought,
    moved,
    difference: less(given, moved),
  };
}

function takenOut(
  { quantity, value, cost }: StockState & { cost: { value: number; quantity: number } },
  { type, quantity: change, worth, after }: ValuedMove & { after: number },
): number {
  if (after === 0) return less(0, value);
  if (worth !== null && type !== 'vendor_return') return worth;
  if (after > 0) return less(0, exactShare(value, -change, quantity));
  const missing = (thousandths(-change) - thousandths(Math.max(quantity, 0))) / parts;
  const short = exactShare(cost.value, missing, cost.quantity);
  return less(0, sum(Math.max(quantity, 0) > 0 ? value : 0, short));
}

/** What so many units at this cost are worth, in rupees with two decimals. */
export function worthOf(quantity: number, unitCost: number): number {
  return exactShare(unitCost, quantity, 1);
}

/** An amount in rupees by shares, to the paisa: together they are the amount. */
export function sharesOf(amount: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((total, weight) => total + weight, 0);
  let [weight, until] = [0, 0];
  return weights.map((each) => {
    weight = (thousandths(weight) + thousandths(each)) / parts;
    const before = until;
    until = exactShare(amount, weight, whole);
    return less(until, before);
  });
}

const parts = 1000;
// Costs have four decimals, all else fewer.
const scale = 10_000;

/** `value * part / whole` to the paisa, half away from zero, without rounding in between; `whole` is above 0. */
function exactShare(value: number, part: number, whole: number): number {
  const product = scaled(value) * scaled(part) * 100n;
  const divisor = scaled(whole) * BigInt(scale);
  const size = product < 0n ? -product : product;
  const paise = Number((size * 2n + divisor) / (divisor * 2n));
  return (product < 0n ? -paise : paise) / 100;
}

function scaled(number: number): bigint {
  return BigInt(Math.round(number * scale));
}

function thousandths(quantity: number): number {
  return Math.round(quantity * parts);
}

function sum(one: number, other: number): number {
  return (Math.round(one * 100) + Math.round(other * 100)) / 100;
}

/** The difference of two amounts in rupees, to the paisa. */
export function less(one: number, other: number): number {
  return sum(one, -other);
}
