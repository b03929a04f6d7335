import type { Day } from '~/kit/shared/time/days';
import { mostDecimals } from '~/modules/catalogue/tax/units.fields';
import type { PriceLimit } from '~/modules/organization/company/prices.rules';
import { lineProblems } from '~/modules/sales/documents/lines/drafted-lines.rules';
import {
  emptyLine,
  type LineList,
  readNumber,
  type TypedDocumentLine,
} from '~/modules/sales/documents/lines/typed-lines.rules';
import { readGoods, type TypedLine } from './typed-receipts.rules';

/** A line of goods without an order, as the form holds it. */
export interface TypedGoods
  extends TypedDocumentLine,
    Pick<TypedLine, 'rejected' | 'reason' | 'lots'> {
  unit: string;
}

/** Goods of a vendor, whose order is made along. */
export interface TypedUnordered {
  vendor_id: number | null;
  vendor_name: string;
  items: readonly TypedGoods[];
}

export const goodsList: LineList = { noun: 'Item', decimals: mostDecimals, least: 0 };

export function emptyGoods(key: number): TypedGoods {
  return { ...emptyLine(key), unit: '', rejected: '', reason: '', lots: '' };
}

export const emptyUnordered: TypedUnordered = {
  vendor_id: null,
  vendor_name: '',
  items: [emptyGoods(-1)],
};

/** The lines to send, and the first problem in a sentence. */
export function readUnordered(
  { vendor_id, items: lines }: TypedUnordered,
  { today, ...prices }: PriceLimit & { today: Day },
) {
  const goods = lines.map((line) => ({ ...line, goods: readGoods(line, today) }));
  const items = goods.flatMap(({ product_id, unit, unit_price, goods: each }) =>
    'read' in each
      ? { product_id, ...each.read, unit: unit.trim() || null, unit_price: readNumber(unit_price) }
      : [],
  );
  return { items, wrong: vendor_id === null ? 'Please select a vendor' : problemIn(goods, prices) };
}

function problemIn(
  goods: readonly (TypedGoods & { goods: ReturnType<typeof readGoods> })[],
  prices: PriceLimit,
): string | null {
  if (goods.length === 0) return 'Please add at least one item';
  const items = goods.map(({ product_id, quantity, unit_price }) => ({
    product_id,
    quantity: readNumber(quantity),
    unit_price: readNumber(unit_price),
  }));
  const [first] = lineProblems({ items, prices });
  if (first) return first.message;
  const wrong = goods.map(({ goods: each }, index) =>
    'wrong' in each ? `Item ${index + 1}: ${each.wrong}` : null,
  );
  return wrong.find((each) => each !== null) ?? null;
}
