import type { Write } from '~/kit/server/database/context';
import { listDependents } from '~/kit/server/database/dependents';
import { AppError } from '~/kit/server/errors';
import {
  type LockedReferences,
  type NamedLine,
  type NewLine,
  withIds,
} from '~/modules/sales/documents/lines/server/line-writing.service';
import { taxableValue } from '~/modules/sales/documents/lines/totals.rules';
import type { OrderWithLines } from '../orders.fields';
import { openOf } from '../orders.rules';
import { delivering } from './delivering.service';
import { origins } from './origins.service';

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
  for (const { product_id, service_id, line_total, ...line } of withIds(lines, newLines)) {
    const { id } = line;
    const stored = { ...line, taxable_value: taxableValue(line) };
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
  throw new AppError('order.paid_in_advance', message, { details });
}

/** 409 naming what binds a locked order to its customer: its deliveries, else the quotation that it was made from. */
export async function refuseBound(write: Write, id: number): Promise<void> {
  const deliveries = await delivering.get().list(write, id);
  if (deliveries.length > 0) {
    const message = 'This order has deliveries: its customer cannot be changed';
    throw new AppError('order.has_deliveries', message, { details: deliveries });
  }
  const details = await origins.get().list(write, id);
  if (details.length === 0) return;
  const message = 'This order was made from a quotation: its customer cannot be changed';
  throw new AppError('order.from_quotation', message, { details });
}
