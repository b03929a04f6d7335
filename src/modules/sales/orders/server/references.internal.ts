import type { Person, Write } from '~/kit/server/database/context';
import { listDependents } from '~/kit/server/database/dependents';
import { AppError, type Detail } from '~/kit/server/errors';
import {
  amountProblems,
  type AmountRules,
  type Amounts,
  isTooMuch,
  type SentSums,
} from '~/modules/sales/documents/amounts.rules';
import { may } from '~/modules/organization/users/rights.rules';
import type { Spread } from '~/modules/sales/documents/discounts.rules';
import { taxableValue } from '~/modules/sales/documents/totals.rules';
import type { LineTaxes } from '~/modules/sales/documents/taxation.rules';
import type { PlannedOrderLine } from '../lines.rules';
import type { OrderWithLines } from '../orders.fields';
import { delivering } from './delivering.service';
import type { LockedReferences, Named, NamedLine, NewLine } from './lines.queries';
import { openOf } from '../orders.rules';
import { origins } from './origins.service';

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
  if (first) throw new AppError('order.invalid_reference', 400, first.message, { details });
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
  stored: ReadonlyMap<number, string>,
): Named<Line>[] {
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
      400,
      `The ${noun} total cannot exceed ₹9,99,99,99,99,999.99`,
    );
  }
  const items = lines.filter((line) => line.product_id !== null);
  const services = lines.filter((line) => line.product_id === null);
  const details = amountProblems(sent, { noun, amounts, lines: { items, services } });
  if (details.length > 0)
    throw new AppError('order.totals_mismatch', 400, wrongTotals, { details });
}

type Lines = Pick<OrderWithLines, 'items' | 'services'>;

/**
 * The lines just written, as `getOrder` would read them: `newLines` are the new ones, `before` the previous ones. Invoiced
 * lines cannot change, so their invoiced quantity is the previous one.
 */
export function writtenLines(
  lines: readonly NamedLine[],
  newLines: readonly NewLine[],
  { products, services }: LockedReferences,
  before: Lines = { items: [], services: [] },
): Lines {
  const result: Lines = { items: [], services: [] };
  const ids = new Map(newLines.map(({ id, position }) => [position, id]));
  for (const [index, { product_id, service_id, line_total, ...line }] of lines.entries()) {
    const id = line.id ?? ids.get(index + 1) ?? 0;
    const stored = { ...line, id, taxable_value: taxableValue(line) };
    const common = { ...stored, invoiced_quantity: 0 };
    const item = before.items.find((each) => each.id === id);
    const service = before.services.find((each) => each.id === id);
    const newItem = products.find((each) => each.id === product_id);
    const newService = services.find((each) => each.id === service_id);
    if (item) {
      const changed = { ...item, ...stored, line_total };
      result.items.push({ ...changed, open_quantity: openOf(changed) });
    } else if (service) result.services.push({ ...service, ...stored, total_price: line_total });
    else if (newItem) {
      const { product_name, sku_code, unit_of_measure, unit_decimals } = newItem;
      const product = { product_name, sku_code, unit_of_measure, unit_decimals };
      result.items.push({
        ...common,
        product_id: newItem.id,
        ...product,
        line_total,
        returned_quantity: 0,
        delivered_quantity: 0,
        closed_quantity: 0,
        open_quantity: line.quantity,
      });
    } else if (newService) {
      const { id: existing, service_name } = newService;
      result.services.push({
        ...common,
        service_id: existing,
        service_name,
        total_price: line_total,
      });
    }
  }
  return result;
}

/** 409 for a locked order that its customer has paid in advance. */
export async function refusePaidInAdvance(write: Write, id: number): Promise<void> {
  const details = await listDependents(write, { table: 'orders', id }, 'Paid in advance by');
  if (details.length === 0) return;
  const message = 'An order that was paid in advance cannot be deleted';
  throw new AppError('order.paid_in_advance', 409, message, { details });
}

/** 409 naming what binds a locked order to its customer: its deliveries, else the quotation that it was made from. */
export async function refuseBound(write: Write, id: number): Promise<void> {
  const deliveries = await delivering.get().list(write, id);
  if (deliveries.length > 0) {
    const message = 'This order has deliveries: its customer cannot be changed';
    throw new AppError('order.has_deliveries', 409, message, { details: deliveries });
  }
  const details = await origins.get().list(write, id);
  if (details.length === 0) return;
  const message = 'This order was made from a quotation: its customer cannot be changed';
  throw new AppError('order.from_quotation', 409, message, { details });
}
