import type { Module } from '~/kit/server/http/module';

export const goodsReceiptsModule: Module = {
  name: 'goods-receipts',
  tables: ['goods_receipt_lines', 'goods_receipts'],
};
