/**
 * What goods that were bought are worth, as docs/product/goods-receipts.md#value says it, written again for tests unit by unit in whole
 * paise: it shares nothing with the product. All quantities are whole, all unit prices whole paise.
 */
export interface PurchaseEvents {
  /** Of one unit, in paise. */
  orderPrice: number;
  receipts: readonly { id: number; day: number; accepted: number }[];
  returns: readonly { id: number; day: number; of: number; quantity: number }[];
  bills: readonly { id: number; day: number; quantity: number; price: number; credit: number }[];
  charges: readonly { amount: number; receipts: readonly number[] }[];
  /** Adjustments: taken out without, found with their whole worth in paise. */
  adjustments: readonly { day: number; quantity: number; worth: number | null }[];
}

export interface BoughtStock {
  quantity: number;
  /** In paise. */
  value: number;
  /** What each receipt is worth by its documents, in paise; what the vendor owes for each return. */
  worths: ReadonlyMap<number, number>;
  owed: ReadonlyMap<number, number>;
}

/** The stock and its value after all events, each at its moment. */
export function boughtStock(events: PurchaseEvents): BoughtStock {
  const units = pricedUnits(events);
  const worths = new Map(
    events.receipts.map(({ id }) => [id, sum((units.get(id) ?? []).map(({ price }) => price))]),
  );
  const owed = new Map(
    events.returns
      .toSorted((one, other) => one.day - other.day || one.id - other.id)
      .map(({ id, of, quantity }) => {
        const left = (units.get(of) ?? []).filter(({ isBack }) => !isBack);
        const back = left.slice(left.length - quantity);
        for (const unit of back) unit.isBack = true;
        return [id, sum(back.map(({ price }) => price))];
      }),
  );
  const charged = withCharges(events, worths);
  return { ...valued(events, charged), worths: charged, owed };
}

interface Unit {
  price: number;
  isBack: boolean;
}

function pricedUnits({ orderPrice, receipts, bills }: PurchaseEvents): Map<number, Unit[]> {
  const billed = bills
    .toSorted((one, other) => one.day - other.day || one.id - other.id)
    .flatMap(({ quantity, price, credit }) =>
      Array.from({ length: quantity }, () => price - credit),
    );
  const units = new Map<number, Unit[]>();
  for (const { id, accepted } of receipts.toSorted((one, other) => one.day - other.day)) {
    const own = Array.from({ length: accepted }, () => billed.shift() ?? orderPrice);
    units.set(
      id,
      own.map((price) => ({ price, isBack: false })),
    );
  }
  return units;
}

function withCharges(
  { charges, receipts }: PurchaseEvents,
  worths: ReadonlyMap<number, number>,
): Map<number, number> {
  const charged = new Map(worths);
  for (const { amount, receipts: named } of charges) {
    const own = receipts
      .filter(({ id, accepted }) => named.includes(id) && accepted > 0)
      .toSorted((one, other) => one.day - other.day);
    const isByValue = own.some(({ id }) => (worths.get(id) ?? 0) > 0);
    const weights = own.map(({ id, accepted }) => (isByValue ? (worths.get(id) ?? 0) : accepted));
    let rest = amount;
    for (const [index, { id }] of own.entries()) {
      const share =
        index === own.length - 1
          ? rest
          : Math.round((amount * (weights[index] ?? 0)) / sum(weights));
      rest -= share;
      charged.set(id, (charged.get(id) ?? 0) + share);
    }
  }
  return charged;
}

/** Goods come in at the first moment of their day, and leave at its last. */
function valued(
  { receipts, returns, adjustments }: PurchaseEvents,
  worths: ReadonlyMap<number, number>,
): Pick<BoughtStock, 'quantity' | 'value'> {
  const moves = [
    ...receipts.map(({ id, day, accepted }) => ({
      at: 2 * day,
      change: accepted,
      worth: worths.get(id) ?? 0,
    })),
    ...returns.map(({ day, quantity }) => ({ at: 2 * day + 1, change: -quantity, worth: 0 })),
    ...adjustments.map(({ day, quantity, worth }) =>
      worth === null
        ? { at: 2 * day + 1, change: -quantity, worth: 0 }
        : { at: 2 * day, change: quantity, worth },
    ),
  ].toSorted((one, other) => one.at - other.at);
  let [quantity, value] = [0, 0];
  for (const { change, worth } of moves) {
    const taken = -change;
    if (change > 0) value += worth;
    else if (taken === quantity) value = 0;
    else if (taken > 0) value -= Math.round((value * taken) / quantity);
    quantity += change;
  }
  return { quantity, value };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
