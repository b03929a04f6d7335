import { count, sum } from '~/kit/shared/filters/figures';
import { choice, days, filtersOf, search } from '~/kit/shared/filters/kind-filters';
import { type PurchaseOrder, purchaseOrderFields } from './purchase-orders.fields';

const awaiting = { status: 'ordered' } as const;

/** The filters of the list of purchase orders (docs/product/purchase-orders.md#screen). */
export const purchaseOrderFilters = filtersOf<PurchaseOrder>(purchaseOrderFields, {
  search: search(['purchase_number', 'vendor_name', 'reference', 'notes', 'created_by_name']),
  status: choice(),
  receipt: choice({ column: 'receipt_state' }),
  bill: choice({ column: 'bill_state' }),
  vendor: choice({ column: 'vendor_name' }),
  dateRange: days('order_date'),
});

/** The figures above the list (docs/product/purchase-orders.md#figures). */
export const purchaseOrderFigures = {
  total: count<PurchaseOrder>(),
  awaiting: count<PurchaseOrder>(awaiting),
  late: count<PurchaseOrder>(({ today }) => ({ ...awaiting, expected_date: { below: today } })),
  open: sum<PurchaseOrder>(
    'open_amount',
    'Rupees before tax: what is still to come of ordered purchase orders',
    awaiting,
  ),
};
