/**
 * Stock and its value as docs/product/stock.md#value-rules say them, written again for tests in whole paise and thousandths:
 * it shares nothing with the product, and knows no database.
 */
export class StockModel {
  private readonly entries: Entry[] = [];
  private count = 0;

  /** The entries in the order of their moments, each with the stock and value that it leaves. */
  get valued(): ValuedEntry[] {
    let [quantity, value] = [0n, 0n];
    let last: Fraction | null = null;
    return this.inOrder().map((entry) => {
      const before = { quantity, value, last: last ?? costOf(entry.costPrice) };
      const { moved, difference, cost } = effectOf(before, entry);
      quantity += entry.change;
      value += moved;
      last = cost ?? last;
      return {
        kind: entry.kind,
        quantity: Number(entry.change) / 1000,
        after: Number(quantity) / 1000,
        value: Number(moved) / 100,
        difference: Number(difference) / 100,
      };
    });
  }

  get stock(): number {
    return Number(this.stockAt(now)) / 1000;
  }

  get value(): number {
    return (Math.round(this.valued.reduce((sum, { value }) => sum + value, 0) * 100) + 0) / 100;
  }

  /** Adds goods at a unit cost or, where it is null, at the average; counts from the first moment of a past day. */
  enter(kind: string, quantity: number, how: How & { unitCost?: number | null }): boolean {
    const change = thousandths(quantity);
    const { unitCost = null } = how;
    const worth = unitCost === null ? null : share(costOf(unitCost), change);
    return this.add(kind, change, { ...how, worth, at: how.ago === null ? now : -2 * how.ago });
  }

  /** Takes goods out; false where there are too few then or later. */
  take(kind: string, quantity: number, how: How & { mayBeNegative?: boolean }): boolean {
    return this.add(kind, -thousandths(quantity), { ...how, worth: null, at: endOf(how.ago) });
  }

  /** What is counted at the end of a day, or now. */
  recount(kind: string, quantity: number, how: How): boolean {
    const at = endOf(how.ago);
    return this.add(kind, thousandths(quantity) - this.stockAt(at), { ...how, worth: null, at });
  }

  /** Gives the stock another unit cost; false without stock. */
  revalue(unitCost: number): boolean {
    if (this.stockAt(now) <= 0n) return false;
    const entry = { kind: 'revalue', change: 0n, worth: null, at: now, costPrice: 0 };
    this.entries.push({ ...entry, unitCost, position: (this.count += 1) });
    return true;
  }

  private add(kind: string, change: bigint, { at, worth, costPrice, ...how }: Added): boolean {
    if (change === 0n) return true;
    if (change < 0n && !how.mayBeNegative && this.lowestFrom(at) + change < 0n) return false;
    const position = (this.count += 1);
    this.entries.push({ kind, change, worth, at, costPrice, unitCost: 0, position });
    return true;
  }

  private inOrder(): Entry[] {
    return this.entries.toSorted(
      (one, other) => one.at - other.at || one.position - other.position,
    );
  }

  private stockAt(at: number): bigint {
    return this.entries.reduce((sum, entry) => (entry.at <= at ? sum + entry.change : sum), 0n);
  }

  /** The lowest stock at a moment and after each later entry. */
  private lowestFrom(at: number): bigint {
    let balance = this.stockAt(at);
    let lowest = balance;
    for (const entry of this.inOrder().filter((each) => each.at > at)) {
      balance += entry.change;
      if (balance < lowest) lowest = balance;
    }
    return lowest;
  }
}

interface How {
  /** The day so many days before; null for now. */
  ago: number | null;
  /** In rupees, at the time of entry. */
  costPrice: number;
}

interface Added extends Omit<How, 'ago'> {
  at: number;
  worth: bigint | null;
  mayBeNegative?: boolean;
}

/** Money for so many thousandths of a unit, in paise. */
type Fraction = readonly [paise: bigint, quantity: bigint];

interface Entry {
  kind: string;
  /** In thousandths. */
  change: bigint;
  /** In paise; null for the average. */
  worth: bigint | null;
  /** Its moment, such that later ones are greater. */
  at: number;
  costPrice: number;
  unitCost: number;
  position: number;
}

export interface ValuedEntry {
  kind: string;
  quantity: number;
  after: number;
  value: number;
  difference: number;
}

const now = 0;

/** The last moment of a past day lies between its first one and that of the next day. */
function endOf(ago: number | null): number {
  return ago === null ? now : -2 * ago + 1;
}

interface Before {
  quantity: bigint;
  value: bigint;
  last: Fraction;
}

function effectOf({ quantity, value, last }: Before, { kind, change, worth, unitCost }: Entry) {
  if (kind === 'revalue') {
    const cost = costOf(unitCost);
    const moved = quantity > 0n ? share(cost, quantity) - value : 0n;
    return { moved, difference: -moved, cost };
  }
  if (change > 0n) {
    const given = worth ?? share(quantity > 0n ? [value, quantity] : last, change);
    const after = quantity + change;
    const becomes = quantity < 0n ? share([given, change], after) : value + given;
    const cost: Fraction = after > 0n ? [becomes, after] : [given, change];
    return { moved: becomes - value, difference: given - (becomes - value), cost };
  }
  const taken = -change;
  return { moved: -worthTaken({ quantity, value, last }, taken), difference: 0n, cost: null };
}

function worthTaken({ quantity, value, last }: Before, taken: bigint): bigint {
  if (taken === quantity) return value;
  if (taken < quantity) return share([value, quantity], taken);
  const there = quantity > 0n ? quantity : 0n;
  return (there > 0n ? value : 0n) + share(last, taken - there);
}

/** In rupees with at most four decimals. */
function costOf(rupees: number): Fraction {
  return [BigInt(Math.round(rupees * 10_000)), 100_000n];
}

function thousandths(quantity: number): bigint {
  return BigInt(Math.round(quantity * 1000));
}

/** What a quantity is worth, to the paisa, half away from zero. */
function share([paise, of]: Fraction, quantity: bigint): bigint {
  const product = paise * quantity;
  const size = product < 0n ? -product : product;
  const rounded = (2n * size + of) / (2n * of);
  return product < 0n ? -rounded : rounded;
}
