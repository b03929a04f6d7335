import { billFields } from '~/modules/buying/bills/bills.fields';
import { billFilters } from '~/modules/buying/bills/bills.filters';
import { goodsReceiptFields } from '~/modules/buying/goods-receipts/goods-receipts.fields';
import { receiptFilters } from '~/modules/buying/goods-receipts/goods-receipts.filters';
import { purchaseOrderFields } from '~/modules/buying/purchase-orders/purchase-orders.fields';
import { purchaseOrderFilters } from '~/modules/buying/purchase-orders/purchase-orders.filters';
import { vendorPaymentFields } from '~/modules/buying/vendor-payments/vendor-payments.fields';
import { vendorPaymentFilters } from '~/modules/buying/vendor-payments/vendor-payments.filters';
import { vendorFields } from '~/modules/buying/vendors/vendors.fields';
import { vendorFilters } from '~/modules/buying/vendors/vendors.filters';
import type { LongKind } from './long-lists.builders';
import {
  createdColumns,
  days,
  longPaper,
  numbered,
  type Paper,
  parts,
} from './long-papers.builders';

const purchases: readonly Paper[] = [
  {
    name: 'vendors',
    path: '/vendors',
    fields: vendorFields,
    filters: vendorFilters,
    fill: `insert into vendors (vendor_code, company_name, contact_person, email, phone, city, state, gst_category, payment_terms,
        msme, is_active, notes, created_by, created_at, updated_at)
      select 'LONG-' || n, coalesce(w[1 + n % 6], 'Deccan') || ' ' || n % 40, w[1 + n % 5],
        case when n % 3 > 0 then 'mail' || n || '@site.example' end, case when n % 4 > 0 then '98' || n || ' 1234' end,
        w[1 + n % 4], w[1 + n % 6], (array['regular', 'unregistered', null])[1 + n % 3], (array['net_15', 'cod', null])[1 + n % 3],
        (array['none', 'micro', 'small', 'medium'])[1 + n % 4], n % 4 > 0, w[1 + n % 5], nullif(n % 3, 0),
        now() - (n % 130) * interval '24 hours' - interval '5 minutes', now() ${parts}`,
  },
  {
    name: 'purchase orders',
    path: '/purchase-orders',
    fields: purchaseOrderFields,
    filters: purchaseOrderFilters,
    fill: `insert into purchase_orders (purchase_number, vendor_id, order_date, expected_date, status, receipt_state, bill_state,
        item_count, open_amount, reference, notes, subtotal, tax_rate, tax_amount, total_amount, number_year, number_sequence,
        ${createdColumns})
      select 'PO-LONG-' || n, 1 + n % 60, current_date - n % 130, case when n % 4 > 0 then current_date - n % 21 + 10 end,
        (array['draft', 'ordered', 'received', 'cancelled'])[1 + n % 4], (array['none', 'partly', 'fully'])[1 + n % 3],
        (array['none', 'partly', 'fully'])[1 + n % 3], n % 9, a[1 + n % 7], w[1 + n % 6], w[1 + n % 5], a[1 + n % 8], 0, 0,
        a[1 + n % 8], ${numbered} ${parts}`,
  },
  {
    name: 'goods receipts',
    path: '/goods-receipts',
    fields: goodsReceiptFields,
    filters: receiptFilters,
    fill: `insert into goods_receipts (goods_receipt_number, kind, purchase_order_id, vendor_id, receipt_date, status, item_count,
        vendor_challan, vehicle_number, reason, notes, number_year, number_sequence, ${createdColumns})
      select 'GRN-LONG-' || n, (array['receipt', 'receipt', 'return'])[1 + n % 3], 1 + n % 60, 1 + n % 50,
        current_date - n % 130, (array['received', 'cancelled'])[1 + n % 2], 1 + n % 9, w[1 + n % 6], w[1 + n % 5],
        w[1 + n % 4], w[1 + n % 6], ${numbered} ${parts}`,
  },
  {
    name: 'bills',
    path: '/bills',
    fields: billFields,
    filters: billFilters,
    values: { dueRange: days },
    // A job makes those overdue whose last day is over.
    fill: `insert into bills (voucher_number, kind, vendor_id, bill_number, bill_key, bill_year, bill_date, due_date, status,
        purchase_order_id, item_count, subtotal, tax_rate, tax_amount, total_amount, tds_amount, payable_amount, notes,
        number_year, number_sequence, ${createdColumns})
      select 'PB-LONG-' || n, (array['bill', 'bill', 'credit'])[1 + n % 3], 1 + n % 60, coalesce(w[1 + n % 6], 'B') || n, n, '26-27',
        current_date - n % 130, current_date + case when n % 6 in (1, 2) then 1 + n % 11 else n % 21 - 10 end,
        (array['draft', 'open', 'partially_paid', 'paid', 'overdue', 'cancelled'])[1 + n % 6],
        case when n % 3 > 0 then 1 + n % 60 end, n % 9, a[1 + n % 8], 0, 0, a[1 + n % 8], n % 7, a[1 + n % 8], w[1 + n % 5],
        ${numbered} ${parts}`,
  },
  {
    name: 'vendor payments',
    path: '/vendor-payments',
    fields: vendorPaymentFields,
    filters: vendorPaymentFilters,
    fill: `insert into vendor_payments (payment_number, vendor_id, payment_date, payment_method, reference_number, amount,
        allocated_amount, status, notes, number_year, number_sequence, ${createdColumns})
      select 'VP-LONG-' || n, 1 + n % 60, current_date - n % 130, (array['cash', 'check', 'other'])[1 + n % 3], w[1 + n % 6],
        a[1 + n % 8], case when n % 2 = 0 then a[1 + n % 8] else 0 end, (array['completed', 'cancelled'])[1 + n % 2],
        w[1 + n % 5], ${numbered} ${parts}`,
  },
];

/** The lists of buying. */
export const longPurchases: readonly LongKind[] = purchases.map(longPaper);
