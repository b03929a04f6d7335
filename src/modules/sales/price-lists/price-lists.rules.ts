import type { ErrorTable } from '~/kit/shared/error-codes';
import { bandFinder, type Bands, type Moment } from '~/kit/shared/filters/kind-filters';
import { counted } from '~/kit/shared/money/numbers';
import { toPaise } from '~/kit/shared/money/money';
import type { Day } from '~/kit/shared/time/days';
import { allowed, type FieldProblem, refused, type Verdict } from '~/kit/shared/verdict';
import { type PriceDecimals, priceProblem } from '~/modules/organization/company/prices.rules';
import { grossPaise } from '~/modules/sales/documents/lines/totals.rules';
import { type ListedPrice, type PriceList, priceFields } from './price-lists.fields';

export const priceListRefusals = {
  'price_list.name_taken': [409, 'Another price list has this name'],
  'price_list.limits_fixed': [403, 'Only an administrator changes discount limits'],
  'price_list.own_limit': [403, 'The price list limits the discounts of the person’s own role'],
  'price_list.limit_exceeded': [
    409,
    'A line is further below its price list than the role of the person may give',
  ],
} as const satisfies ErrorTable;

type Validity = Pick<PriceList, 'valid_from' | 'valid_until'>;

type On = Pick<Moment, 'today'>;

/** Whether a list is valid on a day: the first that holds. */
export const validities = {
  upcoming: ['Upcoming', ({ today }) => ({ valid_from: { above: today } })],
  expired: ['Expired', ({ today }) => ({ valid_until: { below: today } })],
  valid: ['Valid now'],
} as const satisfies Bands<Validity, On>;

export function validityOn(list: Validity, today: Day): keyof typeof validities {
  return bandFinder<Validity, keyof typeof validities, On>(validities, { today })(list);
}

/** What is wrong with the days of a list, or null. */
export function validityProblem({ valid_from, valid_until }: Validity): string | null {
  const isWrong = valid_until !== null && valid_until < valid_from;
  return isWrong ? 'Valid Until cannot be before Valid From' : null;
}

type Price = Pick<ListedPrice, 'product_id' | 'from_quantity' | 'unit_price'>;

/** A product is on a list once for each quantity (docs/product/price-lists.md#fields). */
export function itemProblems(
  items: readonly Pick<Price, 'product_id' | 'from_quantity'>[],
): FieldProblem[] {
  const seen = new Set<string>();
  return items.flatMap(({ product_id, from_quantity }, index) => {
    const key = `${product_id} ${from_quantity}`;
    const isSecond = seen.has(key);
    seen.add(key);
    const message = `Item ${index + 1}: The product already has a price from this quantity`;
    return isSecond ? [{ field: `items.${index}.from_quantity`, message }] : [];
  });
}

export function limitProblems(limits: readonly { role_id: number }[]): FieldProblem[] {
  const seen = new Set<number>();
  return limits.flatMap(({ role_id }, index) => {
    const isSecond = seen.has(role_id);
    seen.add(role_id);
    const message = 'A role can have one discount limit';
    return isSecond ? [{ field: `discount_limits.${index}.role_id`, message }] : [];
  });
}

/** Whether a person may set prices, customer and days of a list: not where the list limits their own role. */
export function canSetPrices(limits: readonly { role_id: number }[], role: number | null): Verdict {
  if (!limits.some(({ role_id }) => role_id === role)) return allowed;
  return refused(
    'price_list.own_limit',
    'Your role has a discount limit in this price list. Ask an administrator to change its prices, customer or days',
  );
}

/** What is wrong with a price that is finer than the setting, or null. */
export function finerPrice(price: number, decimals: PriceDecimals): string | null {
  return priceProblem(priceFields.unit_price.label, price, decimals);
}

/** A list as it decides about prices. */
export interface PricingList
  extends Validity,
    Pick<PriceList, 'id' | 'name' | 'customer_id' | 'set_by_admin'> {
  items: readonly Price[];
  limits: readonly { role_id: number; percent: number }[];
}

interface Buying {
  customer_id: number | null;
  date: Day;
}

/** The lists that hold for a customer on a day, those that come first in front (docs/product/price-lists.md#price). */
export function listsFor<L extends Validity & Pick<PriceList, 'id' | 'customer_id'>>(
  lists: readonly L[],
  { customer_id, date }: Buying,
): L[] {
  return lists
    .filter((list) => list.customer_id === null || list.customer_id === customer_id)
    .filter((list) => validityOn(list, date) === 'valid')
    .toSorted(
      (one, other) =>
        Number(one.customer_id === null) - Number(other.customer_id === null) ||
        other.valid_from.localeCompare(one.valid_from) ||
        other.id - one.id,
    );
}

export interface FoundPrice<L> {
  list: L;
  unit_price: number;
}

/**
 * The price of a product for a quantity by the first list that has one, and in it by the greatest quantity from which a
 * price holds; null where none has one, so that the product's own price is it (docs/product/price-lists.md#price).
 */
export function priceFor<L extends PricingList>(
  lists: readonly L[],
  buying: Buying & { product_id: number; quantity: number },
): FoundPrice<L> | null {
  for (const list of listsFor(lists, buying)) {
    const price = stepOf(list.items, buying);
    if (price) return { list, unit_price: price.unit_price };
  }
  return null;
}

function stepOf(
  items: readonly Price[],
  { product_id, quantity }: { product_id: number; quantity: number },
): Price | null {
  const reached = items.filter(
    (item) => item.product_id === product_id && item.from_quantity <= quantity,
  );
  return reached.reduce<Price | null>(
    (best, item) => (best && best.from_quantity >= item.from_quantity ? best : item),
    null,
  );
}

/** The price for a quantity or more, with its list. */
export interface PriceStep {
  from_quantity: number;
  unit_price: number;
  price_list_id: number;
  price_list_name: string;
}

/** The price steps of a product by quantity, so that a form needs one request for all typed quantities. */
export function priceSteps(
  lists: readonly PricingList[],
  buying: Buying & { product_id: number },
): PriceStep[] {
  const bounds = lists
    .flatMap(({ items }) => items)
    .filter(({ product_id }) => product_id === buying.product_id)
    .map(({ from_quantity }) => from_quantity);
  return [...new Set(bounds)]
    .toSorted((one, other) => one - other)
    .flatMap((quantity) => {
      const found = priceFor(lists, { ...buying, quantity });
      if (!found) return [];
      const { id, name } = found.list;
      const { unit_price } = found;
      return [{ from_quantity: quantity, unit_price, price_list_id: id, price_list_name: name }];
    });
}

/** What a form asks of a product: its own price, and the prices of lists. */
export interface ProductPrices {
  product_id: number;
  unit_price: number;
  steps: readonly PriceStep[];
}

/** The step that a quantity reaches, or null. */
export function reachedStep(steps: readonly PriceStep[], quantity: number): PriceStep | null {
  return steps.findLast(({ from_quantity }) => from_quantity <= quantity) ?? null;
}

/** A line of a document as its discount is judged. */
export interface JudgedLine {
  product_id: number | null;
  description: string;
  quantity: number;
  /** Less its discount and its share of the document's, in rupees. */
  taxable_value: number;
}

/** A line that is further below its list's price than a role may give. */
export interface Excess {
  /** Counted from 0. */
  index: number;
  description: string;
  price_list: string;
  /** In percent, rounded up to two decimals. */
  given: number;
  limit: number;
}

interface Judging extends Pick<Buying, 'customer_id'> {
  role_id: number | null;
  /** The document's own and the present one: a person chooses only the former. */
  days: readonly Day[];
  lists: readonly PricingList[];
}

/**
 * The lines whose discount a role may not give; none for people without a role, and for roles without a limit in the lists
 * that give the line's price on these days (docs/product/price-lists.md#discount-limits).
 */
export function excessesOf(
  lines: readonly JudgedLine[],
  { role_id, days, lists, customer_id }: Judging,
): Excess[] {
  if (role_id === null) return [];
  return lines.flatMap((line, index) => {
    const [worst] = days
      .flatMap((date) => excessOn(line, { role_id, lists, customer_id, date }) ?? [])
      .toSorted((one, other) => other.given - one.given);
    return worst ? [{ index, description: line.description, ...worst }] : [];
  });
}

/**
 * By the first list that has a limit for the role. A list without one ends the search only where an administrator set it:
 * people whom a limit concerns cannot lift it by a list that they make.
 */
function excessOn(
  line: JudgedLine,
  { role_id, lists, ...buying }: Buying & Pick<Judging, 'role_id' | 'lists'>,
): Pick<Excess, 'price_list' | 'given' | 'limit'> | null {
  const { product_id, quantity } = line;
  if (product_id === null) return null;
  for (const list of listsFor(lists, buying)) {
    const price = stepOf(list.items, { product_id, quantity });
    if (!price) continue;
    const limit = list.limits.find((each) => each.role_id === role_id)?.percent;
    if (limit !== undefined) {
      const given = discountBelow(line, { quantity, unit_price: price.unit_price }, limit);
      return given === null ? null : { price_list: list.name, given, limit };
    }
    if (list.set_by_admin) return null;
  }
  return null;
}

/** How far a line is below a price, in percent; null within the limit, to the paisa. */
function discountBelow(
  { taxable_value }: Pick<JudgedLine, 'taxable_value'>,
  price: { quantity: number; unit_price: number },
  limit: number,
): number | null {
  const [full, value] = [BigInt(grossPaise(price)), BigInt(toPaise(taxable_value))];
  const least = (full * BigInt(10_000 - Math.round(limit * 100))) / 10_000n;
  if (value >= least) return null;
  const hundredths = (full - value) * 10_000n;
  return Number((hundredths + full - 1n) / full) / 100;
}

function belowText({ index, description, given }: Excess): string {
  return `Line ${index + 1} (${description}) is ${given} % below its price list`;
}

/** How far lines are below their lists, for a user who may give more. */
export function belowTexts(excesses: readonly Excess[]): string {
  return excesses.map(belowText).join('; ');
}

/** The refusal of one line: "Line 2 (Gear pump) is 15 % below its price list; your role may give 10 %". */
export function excessText(excess: Excess): string {
  return `${belowText(excess)}; your role may give ${excess.limit} %`;
}

/** The refusal of a document for its lines; `verb` ends the sentence: "confirm the order". */
export function excessesText([first, ...others]: readonly Excess[], verb: string): string {
  if (!first) return '';
  const more = others.length > 0 ? `, and ${counted(others.length, 'more line')}` : '';
  return `${excessText(first)}${more}. Ask someone with a higher limit to ${verb}.`;
}
