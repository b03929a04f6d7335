import { sql } from 'kysely';
import type { SqlPart } from '~/kit/server/database/db';
import { registerDependents } from '~/kit/server/database/dependents';
import { formatMoney } from '~/kit/shared/money/money';
import { registerStockUse } from '~/modules/organization/company/server/stock-uses.service';
import { readable } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { registerBulk } from '~/modules/records/batches/server/batches.service';
import {
  registerMove,
  registerPart,
  registerUndo,
} from '~/modules/records/batches/server/registry.service';
import { registerRecords } from '~/modules/records/records/server/records.service';
import { numbered, registerSearch } from '~/modules/records/records/server/search-sources.service';
import { registerEvents } from '~/modules/records/records/server/timeline-sources.service';
import { registerScanned } from '~/modules/catalogue/products/stock/server/scanning.service';
import { type PurchaseOrder, purchaseOrderStatuses } from '../purchase-orders.fields';
import { purchaseOrderBulk, purchaseOrderOneByOne } from './bulk.internal';
import {
  purchaseLines,
  purchaseOrderLinks,
  purchaseOrders,
  vendorOf,
} from './purchase-orders.queries';

const number = sql`t.purchase_number`;
const isOpen = sql`t.status in ('draft', 'ordered')`;
const ofVendor = (id: number | SqlPart) => sql`t.vendor_id = ${id}`;
const ofProduct = (id: number | SqlPart) =>
  sql`t.id in (select purchase_order_id from purchase_order_lines where product_id = ${id})`;

export function providePurchaseOrders(): void {
  registerSearch({
    type: 'purchase_order',
    kind: 'purchase_orders',
    from: sql`purchase_orders`,
    follows: vendorOf,
    detail: sql`v.company_name`,
    ...numbered(number),
    isWhole: (whole) => sql`${number} = upper(${whole})`,
  });
  registerRecords('purchase_orders', {
    entity: purchaseOrders,
    links: purchaseOrderLinks,
    lines: [purchaseLines],
  });
  registerDependents({
    table: 'purchase_orders',
    type: 'purchase_order',
    label: number,
    join: sql``,
    readableBy: (person) => readable(person, 'purchase_orders'),
    of: {
      vendors: ofVendor,
      products: ofProduct,
      locations: (id) => sql`${isOpen} and t.location_id = ${id}`,
    },
    keeps: { products: 'tracking' },
    keepsWhile: isOpen,
  });
  provideChanges();
  registerEvents<EventData>({
    from: sql`purchase_orders t`,
    rightsOf: 'purchase_orders',
    name: 'purchase_order',
    kind: 'document',
    details: sql`t.id, t.purchase_number, t.status, t.total_amount`,
    describe,
    of: { vendors: ofVendor, products: ofProduct },
  });
  registerStockUse('purchase_orders', sql`exists (select from purchase_orders)`);
  registerBulk(purchaseOrderBulk);
  registerScanned({
    type: 'purchase_order',
    from: sql`purchase_orders`,
    number,
    readableBy: (person) => readable(person, 'purchase_orders'),
  });
}

function provideChanges(): void {
  registerUndo({
    table: 'purchase_orders',
    noun: 'Purchase order',
    label: number,
    each: purchaseOrderOneByOne,
  });
  registerPart({
    of: 'purchase_orders',
    table: 'purchase_order_lines',
    owner: sql`t.purchase_order_id`,
    label: sql`t.description`,
    noun: null,
  });
  registerMove({
    of: 'vendors',
    table: 'purchase_orders',
    column: 'vendor_id',
    kind: 'purchase_orders',
  });
  registerMove({ of: 'products', table: 'purchase_order_lines', column: 'product_id' });
}

type EventData = Pick<PurchaseOrder, 'id' | 'purchase_number' | 'status' | 'total_amount'>;

function describe({ id, purchase_number, status, total_amount }: EventData) {
  const word = purchaseOrderStatuses.find(({ value }) => value === status)?.label ?? status;
  return {
    title: `Purchase Order ${purchase_number}`,
    text: `${word}, ${formatMoney(total_amount, 'INR')}`,
    link: { type: 'purchase_order', id },
  };
}
