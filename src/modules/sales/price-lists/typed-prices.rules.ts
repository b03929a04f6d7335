import { readNumber } from '~/modules/sales/documents/lines/typed-lines.rules';
import type { FieldProblem } from '~/kit/shared/verdict';
import { formatPrice } from '~/kit/shared/money/money';
import { formatNumber } from '~/kit/shared/money/numbers';
import { readTyped } from '~/kit/shared/fields/typed-values';
import type { PriceDecimals } from '~/modules/organization/company/prices.rules';
import {
  type DiscountLimit,
  limitFields,
  type ListedPrice,
  priceFields,
  type WholePriceList,
} from './price-lists.fields';
import { finerPrice, itemProblems, limitProblems } from './price-lists.rules';

/** A price as the form holds it: numbers as typed text. */
export interface TypedPrice {
  key: number;
  product_id: number | null;
  product_name: string;
  from_quantity: string;
  unit_price: string;
}

export interface TypedLimit {
  key: number;
  role_id: number | null;
  percent: string;
}

export interface TypedParts {
  items: readonly TypedPrice[];
  limits: readonly TypedLimit[];
}

const nextKey = (lines: readonly { key: number }[]) =>
  Math.max(0, ...lines.map(({ key }) => key)) + 1;

export function emptyPrice(items: readonly TypedPrice[]): TypedPrice {
  const key = nextKey(items);
  return { key, product_id: null, product_name: '', from_quantity: '1', unit_price: '' };
}

export function emptyLimit(limits: readonly TypedLimit[]): TypedLimit {
  return { key: nextKey(limits), role_id: null, percent: '' };
}

export function typedParts(list: WholePriceList | null): TypedParts {
  if (!list) return { items: [emptyPrice([])], limits: [] };
  return {
    items: list.items.map((item, key) => ({
      key,
      product_id: item.product_id,
      product_name: item.product_name,
      from_quantity: String(item.from_quantity),
      unit_price: String(item.unit_price),
    })),
    limits: list.discount_limits.map(({ role_id, percent }, key) => ({
      key,
      role_id,
      percent: String(percent),
    })),
  };
}

interface ReadParts {
  items: Pick<ListedPrice, 'product_id' | 'from_quantity' | 'unit_price'>[];
  discount_limits: Pick<DiscountLimit, 'role_id' | 'percent'>[];
  /** The first thing that is wrong; null where the form may be sent. */
  wrong: string | null;
}

/** The typed prices and limits as they are sent, without rows that nothing was typed into. */
export function readParts({ items, limits }: TypedParts, decimals: PriceDecimals): ReadParts {
  const touched = items.filter((item) => item.product_id !== null || item.unit_price.trim() !== '');
  const problems: FieldProblem[] = [];
  const addProblem = (field: string, message: string | null) => {
    if (message !== null) problems.push({ field, message });
  };
  const prices = touched.map(({ product_id, ...typed }, index) => {
    const prefix = `Item ${index + 1}: `;
    const quantity = readTyped(priceFields.from_quantity, typed.from_quantity, 'form');
    const price = readTyped(priceFields.unit_price, typed.unit_price, 'form');
    const unit_price = readNumber(typed.unit_price);
    if (product_id === null)
      addProblem(`items.${index}.product_id`, `${prefix}Please select a product`);
    addProblem(`items.${index}.from_quantity`, quantity.ok ? null : prefix + quantity.message);
    const finer = price.ok ? finerPrice(unit_price, decimals) : price.message;
    addProblem(`items.${index}.unit_price`, finer === null ? null : prefix + finer);
    const from_quantity = readNumber(typed.from_quantity);
    return { product_id: product_id ?? 0, from_quantity, unit_price };
  });
  const discount_limits = limits.map(({ role_id, percent }, index) => {
    const read = readTyped(limitFields.percent, percent, 'form');
    if (role_id === null) addProblem(`limits.${index}.role_id`, 'Please select a role');
    addProblem(`limits.${index}.percent`, read.ok ? null : read.message);
    return { role_id: role_id ?? 0, percent: readNumber(percent) };
  });
  const [first] = [...problems, ...itemProblems(prices), ...limitProblems(discount_limits)];
  return { items: prices, discount_limits, wrong: first?.message ?? null };
}

/** Prices and limits in words, one below the other, as a person compares them with another user's. */
export function partText(
  part: string,
  value: unknown,
  nameOf: { product: (id: number) => string; role: (id: number) => string },
): string | undefined {
  if (part === 'items') {
    return (value as ReadParts['items'])
      .map(
        ({ product_id, from_quantity, unit_price }) =>
          `${nameOf.product(product_id)} from ${formatNumber(from_quantity)} at ${formatPrice(unit_price)}`,
      )
      .join('\n');
  }
  if (part !== 'discount_limits') return undefined;
  return (value as ReadParts['discount_limits'])
    .map(({ role_id, percent }) => `${nameOf.role(role_id)}: ${percent} %`)
    .join('\n');
}
