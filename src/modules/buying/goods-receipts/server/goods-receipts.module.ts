import type { Module } from '~/kit/server/http/module';
import { provideGoodsReceipts } from './extensions.queries';
import { fillDemoReceipts } from './goods-receipts.demo';
import { goodsReceiptChecks } from './goods-receipts.invariants';
import { goodsReceiptRoutes } from './goods-receipts.routes';

export const goodsReceiptsModule: Module = {
  name: 'goods-receipts',
  tables: ['goods_receipt_lines', 'goods_receipts'],
  routes: [goodsReceiptRoutes],
  extend: provideGoodsReceipts,
  checks: goodsReceiptChecks,
  samples: [{ what: 'goods receipts', isRecord: true, fill: fillDemoReceipts }],
};
