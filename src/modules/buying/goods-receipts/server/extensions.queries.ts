import { sql } from 'kysely';
import type { Context } from '~/kit/server/database/context';
import { registerDependents } from '~/kit/server/database/dependents';
import { counted } from '~/kit/shared/money/numbers';
import { registerStockUse } from '~/modules/organization/company/server/stock-uses.service';
import { readable } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { registerBulk } from '~/modules/records/batches/server/batches.service';
import {
  registerMove,
  registerPart,
  registerUndo,
} from '~/modules/records/batches/server/registry.service';
import { registerRecords } from '~/modules/records/records/server/records.service';
import { registerEvents } from '~/modules/records/records/server/timeline-sources.service';
import { numbered, registerSearch } from '~/modules/records/records/server/search-sources.service';
import { lotsAt } from '~/modules/catalogue/products/lots/server/lots.service';
import { registerTrace } from '~/modules/catalogue/products/lots/server/tracing.service';
import { registerScanned } from '~/modules/catalogue/products/stock/server/scanning.service';
import type { TraceStep } from '~/modules/catalogue/products/lots/trace.rules';
import { receivedGoods } from '~/modules/buying/purchase-orders/server/received-goods.service';
import { type GoodsReceipt, statusesOf } from '../goods-receipts.fields';
import { receiptBulk, receiptOneByOne } from './bulk.internal';
import {
  goodsReceipts,
  listLotReceipts,
  listNaming,
  receiptLines,
  receiptLinks,
  receiptsWith,
} from './goods-receipts.queries';
import { valuePurchases } from './goods-receipts.service';

export function provideGoodsReceipts(): void {
  receivedGoods.provide({
    list: listNaming,
    value: (write, { id, purchase_number: label }, lines) =>
      valuePurchases(write, lines, { type: 'purchase_order', id, label }),
  });
  registerStockUse('goods_receipts', sql`exists (select from goods_receipts)`);
  registerSearch({
    type: 'goods_receipt',
    kind: 'goods_receipts',
    from: sql`goods_receipts`,
    follows: sql`join vendors v on v.id = t.vendor_id`,
    detail: sql`v.company_name`,
    ...numbered(sql`t.goods_receipt_number`),
    isWhole: (whole) => sql`t.goods_receipt_number = upper(${whole})`,
  });
  registerRecords('goods_receipts', {
    entity: goodsReceipts,
    links: receiptLinks,
    lines: [receiptLines],
  });
  registerDependents({
    table: 'goods_receipts',
    type: 'goods_receipt',
    label: sql`t.goods_receipt_number`,
    join: sql``,
    readableBy: (person) => readable(person, 'goods_receipts'),
    of: {
      vendors: (id) => sql`t.vendor_id = ${id}`,
      purchase_orders: (id) => sql`t.purchase_order_id = ${id}`,
      locations: (id) => sql`t.location_id = ${id} and t.status = 'draft'`,
      products: (id) => sql`t.id in ${receiptsWith(id)}`,
    },
    keeps: { products: 'tracking' },
    keepsWhile: sql`t.status = 'draft'`,
  });
  provideChanges();
  provideEvents();
  registerScanned({
    type: goodsReceipts.type,
    from: sql`goods_receipts`,
    number: sql`t.goods_receipt_number`,
    readableBy: (person) => readable(person, 'goods_receipts'),
  });
  registerTrace('goods_receipts', { back: stepsOf('receipt'), forward: stepsOf('return') });
}

function provideChanges(): void {
  registerUndo({
    table: 'goods_receipts',
    noun: 'Goods receipt',
    label: sql`t.goods_receipt_number`,
    each: receiptOneByOne,
  });
  registerBulk(receiptBulk);
  registerPart({
    of: 'goods_receipts',
    table: 'goods_receipt_lines',
    owner: sql`t.goods_receipt_id`,
    label: sql`t.description`,
    noun: null,
  });
  registerMove({
    of: 'products',
    table: 'goods_receipt_lines',
    column: 'product_id',
    beside: lotsAt,
  });
  registerMove({
    of: 'vendors',
    table: 'goods_receipts',
    column: 'vendor_id',
    kind: 'goods_receipts',
  });
  registerMove({ of: 'vendors', table: 'lots', column: 'vendor_id' });
}

/** The receipts that lots came with, or the returns that they went back with (docs/product/lots.md#trace). */
function stepsOf(kind: 'receipt' | 'return') {
  return async (
    { db, person }: Pick<Context, 'db' | 'person'>,
    lots: readonly number[],
  ): Promise<TraceStep[]> => {
    const found = await listLotReceipts(db, kind, { lots, person });
    return found.map((each) => ({
      from: each.lot_id,
      to: each.lot_id,
      kind: goodsReceipts.type,
      id: each.id,
      number: each.number,
      date: each.date,
      quantity: each.quantity,
      party: { type: 'vendor', id: each.vendor_id, name: each.vendor_name },
      isRead: each.is_read,
    }));
  };
}

type EventData = Pick<
  GoodsReceipt,
  'id' | 'goods_receipt_number' | 'kind' | 'status' | 'item_count'
>;

function provideEvents(): void {
  registerEvents<EventData>({
    name: goodsReceipts.type,
    kind: 'document',
    from: sql`goods_receipts t`,
    rightsOf: 'goods_receipts',
    details: sql`t.id, t.goods_receipt_number, t.kind, t.status, t.item_count`,
    describe: ({ id, goods_receipt_number, kind, status, item_count }) => {
      const word = statusesOf({ kind }).find(({ value }) => value === status)?.label ?? status;
      const noun = kind === 'return' ? 'Return to vendor' : 'Goods receipt';
      return {
        title: `${noun} ${goods_receipt_number}`,
        text: `${word}, ${counted(item_count, 'item')}`,
        link: { type: goodsReceipts.type, id },
      };
    },
    of: {
      vendors: (id) => sql`t.vendor_id = ${id}`,
      purchase_orders: (id) => sql`t.purchase_order_id = ${id}`,
      products: (id) => sql`t.id in ${receiptsWith(id)}`,
    },
  });
}
