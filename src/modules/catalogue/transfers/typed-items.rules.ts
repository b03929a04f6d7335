import { readTyped } from '~/kit/shared/fields/typed-values';
import { formatNumber } from '~/kit/shared/money/numbers';
import type { Level } from '~/modules/catalogue/products/stock/positions.rules';
import { type TransferItem, transferItemFields } from './transfers.fields';

/** A line as the form holds it: its quantity and its lot as typed text. */
export interface TypedItem {
  key: number;
  product_id: number | null;
  product_name: string;
  quantity: string;
  /** The number of a lot, or a range of serial numbers; empty where lots are picked. */
  lot: string;
}

export function emptyItem(items: readonly TypedItem[]): TypedItem {
  const key = Math.max(0, ...items.map((item) => item.key)) + 1;
  return { key, product_id: null, product_name: '', quantity: '', lot: '' };
}

/** The lines of a transfer, one for each lot. */
export function typedItems(
  items: readonly Pick<TransferItem, 'product_id' | 'product_name' | 'quantity' | 'lots'>[],
): TypedItem[] {
  const lines = items.flatMap(({ product_id, product_name, quantity, lots }) =>
    (lots ?? [{ lot_number: '', quantity }]).map((lot) => ({
      product_id,
      product_name,
      quantity: String(lot.quantity),
      lot: lot.lot_number,
    })),
  );
  return lines.map((line, key) => ({ key, ...line }));
}

interface ReadItem {
  product_id: number;
  quantity: number;
  lots: { lot_number: string }[] | null;
}

/** The typed lines as they are sent, without those that nothing was typed into, and the first problem in a sentence. */
export function readItems(typed: readonly TypedItem[]): {
  items: ReadItem[];
  wrong: string | null;
} {
  const touched = typed.filter(
    ({ product_id, quantity }) => product_id !== null || quantity.trim() !== '',
  );
  if (touched.length === 0) return { items: [], wrong: 'Please add at least one item' };
  const items: ReadItem[] = [];
  for (const [index, { product_id, quantity, lot }] of touched.entries()) {
    const prefix = `Item ${index + 1}: `;
    if (product_id === null) return { items, wrong: `${prefix}Please select a product` };
    const read = readTyped(transferItemFields.quantity, quantity, 'form');
    if (!read.ok) return { items, wrong: prefix + read.message };
    const lot_number = lot.trim();
    const lots = lot_number === '' ? null : [{ lot_number }];
    items.push({ product_id, quantity: Number(read.value), lots });
  }
  return { items, wrong: null };
}

type There = Pick<Level, 'location_id' | 'location_name' | 'lot_number' | 'quantity'>;

/** What of a product lies in a location, in words, and the numbers of its lots. */
export function thereIn(
  levels: readonly There[],
  location: { id: number; name: string },
  unit: string,
): { text: string; lots: string[] } {
  const own = levels.filter(
    ({ location_id, quantity }) => location_id === location.id && quantity > 0,
  );
  const sum = own.reduce((total, { quantity }) => total + quantity, 0);
  return {
    text: `${formatNumber(sum)} ${unit} in ${location.name}`,
    lots: own.flatMap(({ lot_number }) => lot_number ?? []),
  };
}
