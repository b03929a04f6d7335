import { count } from '~/kit/shared/filters/figures';
import { choice, days, filtersOf, monthBounds, search } from '~/kit/shared/filters/kind-filters';
import { type GoodsReceipt, goodsReceiptFields } from './goods-receipts.fields';

/** The filters of the list of goods receipts (docs/product/goods-receipts.md#screen). */
export const receiptFilters = filtersOf<GoodsReceipt>(goodsReceiptFields, {
  search: search([
    'goods_receipt_number',
    'purchase_number',
    'vendor_name',
    'vendor_challan',
    'vehicle_number',
    'reason',
    'notes',
  ]),
  kind: choice(),
  status: choice(),
  vendor: choice({ column: 'vendor_name' }),
  dateRange: days('receipt_date'),
});

const received = { kind: 'receipt', status: 'received' } as const;

/** The figures above the list (docs/product/goods-receipts.md#figures). */
export const receiptFigures = {
  total: count<GoodsReceipt>({ kind: 'receipt' }),
  receivedToday: count<GoodsReceipt>(({ today }) => ({ ...received, receipt_date: today })),
  rejectedThisMonth: count<GoodsReceipt>((at) => ({
    ...received,
    rejected_count: { above: 0 },
    receipt_date: monthBounds(at),
  })),
  toBill: count<GoodsReceipt>({ ...received, is_billed: false }),
};
