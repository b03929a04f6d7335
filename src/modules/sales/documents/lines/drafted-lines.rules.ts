import { maxAmount } from '~/kit/shared/money/money';
import { decimalsOf } from '~/kit/shared/money/quantities';
import type { FieldProblem } from '~/kit/shared/verdict';
import { lineQuantityProblem } from '~/modules/catalogue/products/catalogue/products.rules';
import { mostDecimals } from '~/modules/catalogue/tax/units.fields';
import type { UnitDecimals } from '~/modules/catalogue/tax/units.rules';
import { newPriceProblem, type PriceLimit } from '~/modules/organization/company/prices.rules';
import { maxQuantity } from '../documents.fields';

/** A line as the checks see it; a value not chosen or typed yet is null, missing or NaN. */
interface DraftLine {
  quantity?: number | null | undefined;
  unit_price?: number | null | undefined;
}

interface DraftItem extends DraftLine {
  product_id?: number | null | undefined;
  /** Its product and unit, where they are known; the server checks them separately (`refuseFiner`). */
  product?: UnitDecimals & { name: string };
}

/** The lines of a document as the checks see them; `Own` is what a kind of document asks of each besides. */
export interface LinesDraft<Own = object> {
  items?: readonly (DraftItem & Own)[] | undefined;
  services?: readonly (DraftLine & { service_id?: number | null | undefined } & Own)[] | undefined;
  /** Set where the form knows the setting and the stored prices; the server checks separately (`refuseFinePrices`). */
  prices?: PriceLimit;
}

/** The problems of the lines of an order or a quotation. */
export function lineProblems({ items = [], services = [], prices }: LinesDraft): FieldProblem[] {
  const problems: FieldProblem[] = [];
  items.forEach((item, index) => {
    const line = { kind: 'items', noun: 'Item', index } as const;
    if (!isId(item.product_id)) {
      problems.push(problemOf(line, 'product_id', 'Please select a product'));
    }
    problems.push(...amountProblems(line, item, { finer: itemDecimalsProblem(item), prices }));
  });
  services.forEach((service, index) => {
    const line = { kind: 'services', noun: 'Service', index } as const;
    if (!isId(service.service_id)) {
      problems.push(problemOf(line, 'service_id', 'Please select a service'));
    }
    problems.push(
      ...amountProblems(line, service, { finer: serviceDecimalsProblem(service), prices }),
    );
  });
  return problems;
}

/** A line that names a product or has a description alone. */
interface DescribedLine extends DraftLine {
  product_id?: number | null | undefined;
  description?: string | null | undefined;
}

/** The problems of lines of which each may have a description in place of a product. */
export function describedProblems(
  items: readonly DescribedLine[],
  prices?: PriceLimit,
): FieldProblem[] {
  return items.flatMap((item, index) => {
    const line = { kind: 'items', noun: 'Item', index } as const;
    const isNamed = isId(item.product_id) || (item.description ?? '').trim() !== '';
    return [
      ...(isNamed ? [] : [problemOf(line, 'description', 'Description is required')]),
      ...amountProblems(line, item, {
        finer: serviceDecimalsProblem(item),
        prices,
        noNumber: 'Unit price must be a number',
      }),
    ];
  });
}

interface LinePosition {
  kind: 'items' | 'services';
  noun: 'Item' | 'Service';
  index: number;
}

interface AmountChecks {
  finer: string | null;
  prices: LinesDraft['prices'];
  /** Of a price that is NaN: as that is typed, not left out. */
  noNumber?: string | null;
}

function amountProblems(
  line: LinePosition,
  { quantity, unit_price }: DraftLine,
  { finer, prices, noNumber = null }: AmountChecks,
): FieldProblem[] {
  const wrongQuantity = quantityProblem(quantity) ?? finer;
  const wrongPrice =
    (Number.isNaN(unit_price) ? noNumber : null) ??
    priceProblem(unit_price) ??
    newPriceProblem('Unit price', unit_price, prices);
  return [
    ...(wrongQuantity ? [problemOf(line, 'quantity', wrongQuantity)] : []),
    ...(wrongPrice ? [problemOf(line, 'unit_price', wrongPrice)] : []),
  ];
}

function quantityProblem(quantity: number | null | undefined): string | null {
  if (!quantity || !(quantity > 0)) return 'Quantity must be greater than 0';
  return quantity > maxQuantity ? 'Quantity cannot exceed 999,999,999' : null;
}

function itemDecimalsProblem({ quantity, product }: DraftItem): string | null {
  return product ? lineQuantityProblem(product.name, quantity ?? 0, product) : null;
}

function serviceDecimalsProblem({ quantity }: DraftLine): string | null {
  if (decimalsOf(quantity ?? 0) <= mostDecimals) return null;
  return 'Quantity cannot have more than three decimals';
}

function priceProblem(price: number | null | undefined): string | null {
  if (price === null || price === undefined || !(price >= 0)) {
    return 'Unit price must be 0 or greater';
  }
  return price > maxAmount ? 'Unit price cannot exceed 999,999,999,999.99' : null;
}

function problemOf({ kind, noun, index }: LinePosition, name: string, text: string): FieldProblem {
  return { field: `${kind}.${index}.${name}`, message: `${noun} ${index + 1}: ${text}` };
}

/** Whether a record is chosen. */
export function isId(id: number | null | undefined): boolean {
  return typeof id === 'number' && Number.isInteger(id) && id > 0;
}
