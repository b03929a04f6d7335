import type { Person, Write } from '~/kit/server/database/context';
import type { SqlPart } from '~/kit/server/database/db';
import type { Beside } from '~/kit/server/database/write';
import { AppError, type Detail } from '~/kit/server/errors';
import {
  amountProblems,
  type AmountRules,
  type Amounts,
  isTooMuch,
  type SentSums,
} from '../amounts.rules';
import { may } from '~/modules/organization/users/rights.rules';
import type { Spread } from '../discounts.rules';
import type { LineTaxes } from '../../taxes/taxation.rules';
import { refuseFiner } from '~/modules/catalogue/products/stock/server/stock.service';
import { refuseFinePrices } from '~/modules/organization/company/server/prices.service';
import { orderLists } from '../lines-form.rules';
import { type PlannedOrderLine, shortLine, type StoredOrderLine } from '../order-lines.rules';
import type { LockedReferences, Named } from './lines.queries';

/** The new references of an order: its customer, and the lines that continue no stored line. */
interface NewReferences {
  customer_id: number | null;
  lines: readonly PlannedOrderLine[];
}

/**
 * 400 naming every unknown or inactive customer, product and service, the first in the message; unknown is also what the
 * person may not read (docs/product/orders.md#references).
 */
export function refuseUnusable(
  person: Person,
  { customer, products, services: existing }: LockedReferences,
  { customer_id, lines }: NewReferences,
): void {
  const pointed = {
    customer,
    products: may(person, 'products.read').ok ? products : [],
    services: may(person, 'services.read').ok ? existing : [],
  };
  const details: Detail[] = [];
  if (customer_id !== null) details.push(...customerDetails(pointed));
  const items = lines.filter((line) => line.product_id !== null);
  const services = lines.filter((line) => line.service_id !== null);
  details.push(...items.flatMap((line, index) => itemDetails(pointed, line, index)));
  details.push(...services.flatMap((line, index) => serviceDetails(pointed, line, index)));
  const [first] = details;
  if (first) throw new AppError('order.invalid_reference', first.message, { details });
}

function customerDetails({ customer }: LockedReferences): Detail[] {
  const field = 'customer_id';
  if (!customer) return [{ field, message: 'Customer not found' }];
  if (customer.is_active) return [];
  const { id, company_name: label } = customer;
  const message = `The customer ${label} is inactive. Choose an active one.`;
  return [{ field, message, record: { type: 'customer', id, label } }];
}

function itemDetails(pointed: LockedReferences, line: PlannedOrderLine, index: number): Detail[] {
  if (line.id !== null) return [];
  const field = `items.${index}.product_id`;
  const product = pointed.products.find(({ id }) => id === line.product_id);
  if (!product) return [{ field, message: `Item ${index + 1}: Product not found` }];
  if (product.is_active) return [];
  const { id, product_name: label } = product;
  const message = `Item ${index + 1}: "${label}" is inactive and cannot be ordered`;
  return [{ field, message, record: { type: 'product', id, label } }];
}

function serviceDetails(
  pointed: LockedReferences,
  line: PlannedOrderLine,
  index: number,
): Detail[] {
  if (line.id !== null) return [];
  const field = `services.${index}.service_id`;
  const service = pointed.services.find(({ id }) => id === line.service_id);
  if (!service) return [{ field, message: `Service ${index + 1}: Service not found` }];
  if (service.is_active) return [];
  const { id, service_name: label } = service;
  const message = `Service ${index + 1}: "${label}" is inactive and cannot be ordered`;
  return [{ field, message, record: { type: 'service', id, label } }];
}

export function nameLines<Line extends PlannedOrderLine>(
  lines: readonly (Spread<Line> & LineTaxes)[],
  { products, services }: LockedReferences,
  before: readonly { id: number; description: string }[],
): Named<Line>[] {
  const stored = new Map(before.map(({ id, description }) => [id, description]));
  const names = {
    product: new Map(products.map(({ id, product_name }) => [id, product_name])),
    service: new Map(services.map(({ id, service_name }) => [id, service_name])),
  };
  return lines.map((line) => ({
    ...line,
    description:
      stored.get(line.id ?? 0) ??
      names.product.get(line.product_id ?? 0) ??
      names.service.get(line.service_id ?? 0) ??
      '',
  }));
}

/** 400 for an amount that cannot be stored, and for sent amounts that differ from the server's. */
export function refuseWrongAmounts(
  sent: SentSums,
  {
    rules: { noun, wrongTotals },
    lines,
    amounts,
  }: { rules: AmountRules; lines: readonly PlannedOrderLine[]; amounts: Amounts },
): void {
  if (isTooMuch(lines, amounts)) {
    throw new AppError(
      'order.total_too_large',
      `The ${noun} total cannot exceed ₹9,99,99,99,99,999.99`,
    );
  }
  const items = lines.filter((line) => line.product_id !== null);
  const services = lines.filter((line) => line.product_id === null);
  const details = amountProblems(sent, { noun, amounts, lines: { items, services } });
  if (details.length > 0) throw new AppError('order.totals_mismatch', wrongTotals, { details });
}

/** 400 naming each new or changed quantity that is finer than its product's unit, then prices finer than the setting. */
export async function refuseFinerLines(
  { trx }: Write,
  lines: readonly PlannedOrderLine[],
  stored: readonly StoredOrderLine[],
): Promise<void> {
  const before = new Map(stored.map(({ id, quantity }) => [id, quantity]));
  const items = lines.filter(({ product_id }) => product_id !== null);
  const requested = items.map((line) => {
    const isUnchanged = before.get(line.id ?? 0) === line.quantity;
    return { product_id: isUnchanged ? null : line.product_id, quantity: line.quantity };
  });
  await refuseFiner(trx, requested);
  const prices = new Set(stored.map(({ unit_price }) => unit_price));
  const services = lines.filter(({ product_id }) => product_id === null);
  const priced = [
    ...items.map((line, index) => priceAt(line, 'items', index)),
    ...services.map((line, index) => priceAt(line, 'services', index)),
  ];
  await refuseFinePrices(
    trx,
    priced.filter(({ price }) => !prices.has(price)),
  );
}

function priceAt({ unit_price }: PlannedOrderLine, list: 'items' | 'services', index: number) {
  const label = `${orderLists[list].noun} ${index + 1}: Unit price`;
  return { field: `${list}.${index}.unit_price`, label, price: unit_price };
}

/** The lines of a changed document, for `updateWhole`; `parts` writes them. */
export function changedLines(
  parts: SqlPart,
  stored: readonly Parameters<typeof shortLine>[0][],
  lines: typeof stored,
): Beside {
  return {
    parts,
    before: { lines: stored.map(shortLine) },
    after: { lines: lines.map(shortLine) },
  };
}
