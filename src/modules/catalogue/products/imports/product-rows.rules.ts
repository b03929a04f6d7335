import { formatNumber } from '~/kit/shared/money/numbers';
import { decimalsOf, sumOfQuantities } from '~/kit/shared/money/quantities';
import { type Day, formatDay } from '~/kit/shared/time/days';
import type { FieldProblem } from '~/kit/shared/verdict';
import { type PriceDecimals, priceProblem } from '~/modules/organization/company/prices.rules';
import type { Unit } from '~/modules/catalogue/tax/units.fields';
import { type UnitDecimals, unitOf } from '~/modules/catalogue/tax/units.rules';
import { defaultUnit, maxStock, type Product, productFields } from '../catalogue/products.fields';
import {
  canChangeUnit,
  isQuantity,
  quantityProblems,
  trackedStockProblems,
} from '../catalogue/products.rules';
import type { Location } from '../locations/locations.fields';
import { costDecimals } from '../stock/movements.fields';
import { worthOf } from '../stock/value.rules';
import type { Heading } from '~/modules/records/imports/heading.rules';
import type { Meaning, Values } from '~/modules/records/imports/rows.rules';

/** The code of the unit that a cell names, regardless of its case; other programs write its name or its UQC. */
export function unitMeaning(units: readonly Pick<Unit, 'code' | 'name' | 'uqc'>[]): Meaning {
  const meant = unitOf(units.map(({ code }) => code));
  const others = new Map<string, string>();
  for (const { code, name, uqc } of units) {
    for (const other of [name, uqc, `${code}s`, `${code}.`]) {
      const key = other?.toLowerCase() ?? '';
      // OTH is the UQC of many units.
      if (key !== 'oth' && !others.has(key)) others.set(key, code);
    }
  }
  return (name, value) => {
    if (name !== 'unit_of_measure') return null;
    const text = String(value);
    const unit = meant(text) ?? others.get(text.toLowerCase());
    return { value: unit, message: unit === undefined ? `There is no unit "${text}"` : null };
  };
}

/** What is wrong with a row that is finer than unit or setting allow; `existing` is the product that is there. */
export type DecimalsCheck = (
  row: Values,
  existing: Counted | null,
) => (FieldProblem & { value?: string })[];

type Counted = Pick<Product, 'unit_of_measure' | PriceName | keyof typeof countedAtFirst>;
type PriceName = 'unit_price' | 'cost_price';

const countedAtFirst = {
  stock_quantity: 0,
  reserved_quantity: 0,
  reorder_level: 0,
  min_order_quantity: 0,
};

export function decimalsCheck(
  heading: Heading,
  units: readonly UnitDecimals[],
  decimals: PriceDecimals,
): DecimalsCheck {
  const ofQuantities = quantityCheck(heading, units);
  const ofPrices = priceCheck(heading, decimals);
  return (row, existing) => [...ofPrices(row, existing), ...ofQuantities(row, existing)];
}

/** A price that the product has already stays. */
function priceCheck({ names }: Heading, decimals: PriceDecimals): DecimalsCheck {
  const priced = (['unit_price', 'cost_price'] as const).filter((price) => names.has(price));
  return (values, existing) =>
    priced.flatMap((name) => {
      const price = values[name];
      if (typeof price !== 'number' || price === existing?.[name]) return [];
      const message = priceProblem(productFields[name].label, price, decimals);
      return message === null ? [] : [{ field: name, message }];
    });
}

/** What is wrong with the unit cost of a row. */
export function unitCostErrors(row: Values): FieldProblem[] {
  const cost = row['unit_cost'];
  if (typeof cost !== 'number' || decimalsOf(cost) <= costDecimals) return [];
  return [{ field: 'unit_cost', message: 'Unit Cost cannot have more than four decimals' }];
}

/** Where the opening stock of a new product lies, and that it is tracked where it has a lot. */
export function openingLocation(
  row: Values,
  locations: readonly Pick<Location, 'id' | 'name'>[],
): { values: Values; errors: FieldProblem[] } {
  const { location: name, lot_number, expires_on } = row;
  const tracking = lot_number ? 'lot' : 'none';
  const errors: FieldProblem[] = [];
  if (expires_on && !lot_number)
    errors.push({ field: 'expires_on', message: 'Only lots expire: a lot number is missing' });
  if (!name) return { values: { tracking }, errors };
  const text = String(name);
  const found = locations.find((each) => each.name.toLowerCase() === text.toLowerCase());
  if (!found) errors.push({ field: 'location', message: `There is no location "${text}"` });
  return { values: { tracking, location_id: found?.id }, errors };
}

/** By id, what the database is to know of the opening stock of new products: its worth in rupees, location and lot. */
export function openingMoves(rows: readonly Values[]): OpeningMoves {
  const moves: Required<OpeningMoves> = { worth: {}, locations: {}, lots: {} };
  for (const row of rows) {
    const { id, stock_quantity: stock, unit_cost, location_id, lot_number, expires_on } = row;
    if (typeof stock !== 'number' || stock <= 0) continue;
    const key = Number(id);
    if (typeof unit_cost === 'number') moves.worth[key] = worthOf(stock, unit_cost);
    if (typeof location_id === 'number') moves.locations[key] = location_id;
    if (typeof lot_number === 'string')
      moves.lots[key] = {
        lot_number,
        expires_on: typeof expires_on === 'string' ? expires_on : null,
      };
  }
  const { lots, ...others } = moves;
  return Object.keys(lots).length > 0 ? moves : others;
}

/** Facts about opening stock, by product id. */
export interface OpeningMoves {
  worth?: Record<number, number>;
  locations?: Record<number, number>;
  lots?: Record<number, { lot_number: string; expires_on: string | null }>;
}

/** How a product moved after the past day that a file counts as of. */
export interface LaterMoves {
  moved_later: number;
  /** The lowest sum on the way, at most 0, and its day. */
  lowest_later: number;
  lowest_later_on: Day | null;
}

type PastStock = Pick<Product, 'stock_quantity'> & LaterMoves;

/** A row and its product as they are today: the stock of the past day, and what moved later. */
export function atPresent<Existing extends PastStock>(
  row: Values,
  existing: Existing,
): [Values, Existing] {
  const { moved_later: later } = existing;
  const stock = row['stock_quantity'];
  const withLater = (quantity: number) => ({ stock_quantity: sumOfQuantities([quantity, later]) });
  return [
    typeof stock === 'number' ? { ...row, ...withLater(stock) } : row,
    { ...existing, ...withLater(existing.stock_quantity) },
  ];
}

/**
 * What is wrong with the stock that a row gives a product as of a past day
 * (docs/product/imports.md#stock-as-of-a-day): lowered, it falls below zero at no later day.
 */
export function pastStockErrors(row: Values, existing: PastStock, asOf: Day): FieldProblem[] {
  const stock = row['stock_quantity'];
  if (typeof stock !== 'number') return [];
  const { stock_quantity: before, moved_later, lowest_later, lowest_later_on: day } = existing;
  const problem = (message: string) => [{ field: 'stock_quantity', message }];
  if (stock < before && sumOfQuantities([stock, lowest_later]) < 0) {
    const least = `${formatNumber(-lowest_later)} as of ${formatDay(asOf)}`;
    return problem(
      `The stock would fall below zero on ${formatDay(day ?? asOf)}. It must be at least ${least}.`,
    );
  }
  if (sumOfQuantities([stock, moved_later]) > maxStock)
    return problem(`With later movements the stock would exceed ${formatNumber(maxStock)}`);
  return [];
}

/** Another unit of a product that others count in its present one. */
export function heldUnitErrors(
  values: Values,
  existing: (Pick<Product, 'product_name' | 'unit_of_measure'> & { id: number }) | null,
  heldIds: ReadonlySet<number>,
): FieldProblem[] {
  const unit = values['unit_of_measure'];
  if (!existing || typeof unit !== 'string') return [];
  const verdict = canChangeUnit(existing, unit, heldIds.has(existing.id));
  return verdict.ok ? [] : [{ field: 'unit_of_measure', message: verdict.message }];
}

/** A product that is tracked by lots takes no stock from a file (docs/product/lots.md#tracking). */
export function lotErrors(
  row: Values,
  existing: Pick<Product, 'product_name' | 'tracking' | 'stock_quantity'> | null,
): FieldProblem[] {
  const stock = row['stock_quantity'];
  if (!existing || typeof stock !== 'number' || stock === existing.stock_quantity) return [];
  return trackedStockProblems(existing);
}

function isWhole(value: unknown): boolean {
  return typeof value !== 'number' || Number.isInteger(value);
}

function quantityCheck({ names }: Heading, units: readonly UnitDecimals[]): DecimalsCheck {
  const byCode = new Map(units.map((unit) => [unit.code, unit]));
  const named = [...names].filter(isQuantity);
  return (values, existing) => {
    const unit = byCode.get(
      String(values['unit_of_measure'] ?? existing?.unit_of_measure ?? defaultUnit),
    );
    if (!unit) return [];
    if (!existing && named.every((name) => isWhole(values[name]))) return [];
    const counted = { ...countedAtFirst, ...existing };
    for (const name of named) {
      const value = values[name];
      if (typeof value === 'number') counted[name] = value;
    }
    return quantityProblems(counted, unit).map(({ field, message }) => {
      const isInFile = named.some((name) => name === field);
      const value = String(counted[field]);
      return { field: isInFile ? field : 'unit_of_measure', value, message };
    });
  };
}
