import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '~/kit/server/testing/test-database';
import type { Fields } from '~/kit/shared/fields/fields';
import { advanceFields } from '~/modules/billing/advances/advances.fields';
import { noteFields, noteLineFields } from '~/modules/billing/credit-notes/credit-notes.fields';
import { receiptFields } from '~/modules/billing/receipts/receipts.fields';
import { addressFields } from '~/modules/sales/customers/addresses.fields';
import { contactFields } from '~/modules/sales/customers/contacts.fields';
import { customerFields } from '~/modules/sales/customers/customers.fields';
import { invoiceFields, invoiceLineFields } from '~/modules/billing/invoices/invoices.fields';
import { invitationFields } from '~/modules/organization/invitations/invitations.fields';
import { countFields, countLineFields } from '~/modules/catalogue/counts/counts.fields';
import { locationFields } from '~/modules/catalogue/products/locations/locations.fields';
import { lotFields } from '~/modules/catalogue/products/lots/lots.fields';
import { transferFields, transferItemFields } from '~/modules/catalogue/transfers/transfers.fields';
import { deliveryFields, deliveryItemFields } from '~/modules/sales/deliveries/deliveries.fields';
import { leadFields } from '~/modules/sales/leads/leads.fields';
import { stageFields } from '~/modules/sales/leads/stages.fields';
import { orderFields } from '~/modules/sales/orders/orders.fields';
import { paymentFields } from '~/modules/billing/payments/payments.fields';
import {
  limitFields,
  priceFields,
  priceListFields,
} from '~/modules/sales/price-lists/price-lists.fields';
import { billChargeFields, billFields, billLineFields } from '~/modules/buying/bills/bills.fields';
import {
  goodsReceiptFields,
  receiptItemFields,
} from '~/modules/buying/goods-receipts/goods-receipts.fields';
import {
  purchaseLineFields,
  purchaseOrderFields,
} from '~/modules/buying/purchase-orders/purchase-orders.fields';
import { termFields } from '~/modules/buying/vendors/terms.fields';
import { vendorPaymentFields } from '~/modules/buying/vendor-payments/vendor-payments.fields';
import { vendorFields } from '~/modules/buying/vendors/vendors.fields';
import { brandFields } from '~/modules/catalogue/products/catalogue/brands.fields';
import { categoryFields } from '~/modules/catalogue/products/catalogue/categories.fields';
import { movementFields } from '~/modules/catalogue/products/stock/movements.fields';
import { productFields } from '~/modules/catalogue/products/catalogue/products.fields';
import { subcategoryFields } from '~/modules/catalogue/products/catalogue/subcategories.fields';
import { serviceFields } from '~/modules/catalogue/services/services.fields';
import { taxClassFields } from '~/modules/catalogue/tax/tax-classes.fields';
import { unitFields } from '~/modules/catalogue/tax/units.fields';
import { paymentMethodFields } from '~/modules/organization/company/accounts.fields';
import { apiKeyFields } from '~/modules/organization/api-keys/api-keys.fields';
import { billingProfileFields } from '~/modules/organization/company/identity.fields';
import { roleFields } from '~/modules/organization/users/roles.fields';
import { viewFields } from '~/modules/records/views/views.fields';
import { webhookFields } from '~/modules/connections/webhooks/webhooks.fields';
import { userFields } from '~/modules/organization/users/users.fields';
import { memberFields, workspaceFields } from '~/modules/organization/workspaces/workspaces.fields';

/** Since when a document counts in its customer's account, and since when no longer. */
const counted = ['counted_at', 'reversed_at'];

/** Each table with its fields, and the columns that no call shows. */
const entities: [table: string, fields: Fields, hidden?: string[]][] = [
  ['leads', leadFields, ['created_by']],
  ['api_keys', apiKeyFields, ['created_by', 'networks']],
  ['pipeline_stages', stageFields],
  ['customers', customerFields, ['created_by']],
  ['customer_addresses', addressFields, ['customer_id']],
  ['customer_contacts', contactFields, ['customer_id']],
  ['price_lists', priceListFields],
  ['price_list_items', priceFields, ['id', 'price_list_id', 'position', 'description']],
  ['price_list_limits', limitFields, ['id', 'price_list_id', 'position', 'description']],
  ['vendors', vendorFields, ['created_by']],
  ['vendor_products', termFields, ['id', 'vendor_id', 'position', 'description']],
  ['purchase_orders', purchaseOrderFields, ['number_year', 'number_sequence', 'mail_id']],
  ['purchase_order_lines', purchaseLineFields, ['purchase_order_id', 'position']],
  ['orders', orderFields],
  ['deliveries', deliveryFields, ['number_year', 'number_sequence', 'printed_own']],
  ['delivery_lines', deliveryItemFields, ['delivery_id', 'position', 'lots']],
  [
    'invoices',
    invoiceFields,
    ['number_year', 'number_sequence', 'mail_id', 'earlier_due_dates', 'printed_own', ...counted],
  ],
  ['invoice_lines', invoiceLineFields, ['invoice_id', 'position']],
  ['payments', paymentFields, ['set_off_id', 'refund_id', ...counted]],
  ['receipts', receiptFields, ['number_year', 'number_sequence', ...counted]],
  [
    'bills',
    billFields,
    [
      'number_year',
      'number_sequence',
      'bill_key',
      'bill_year',
      'differences',
      'tds_met',
      'earlier_due_dates',
      ...counted,
    ],
  ],
  ['bill_lines', billLineFields, ['bill_id', 'position']],
  ['bill_charges', billChargeFields, ['bill_id', 'position', 'goods_receipt_ids']],
  ['vendor_payments', vendorPaymentFields, ['number_year', 'number_sequence', ...counted]],
  [
    'advances',
    advanceFields,
    ['number_year', 'number_sequence', 'voucher', 'logo_digest', ...counted],
  ],
  [
    'credit_notes',
    noteFields,
    ['number_year', 'number_sequence', 'mail_id', 'follows_order', ...counted],
  ],
  ['credit_note_lines', noteLineFields, ['credit_note_id', 'position']],
  ['products', productFields, ['cost_value', 'cost_quantity']],
  ['categories', categoryFields],
  ['subcategories', subcategoryFields],
  ['brands', brandFields],
  [
    'stock_movements',
    movementFields,
    ['worth', 'cost', 'entered_at', 'source_type', 'source_id', 'source_line_id', 'is_void'],
  ],
  ['goods_receipts', goodsReceiptFields, ['counts_at', 'number_year', 'number_sequence']],
  ['goods_receipt_lines', receiptItemFields, ['goods_receipt_id', 'position', 'lots']],
  ['locations', locationFields],
  ['lots', lotFields],
  [
    'transfers',
    transferFields,
    ['number_year', 'number_sequence', 'challan_year', 'challan_sequence'],
  ],
  ['transfer_lines', transferItemFields, ['transfer_id', 'position', 'lots', 'value']],
  ['counts', countFields, ['moment']],
  ['count_lines', countLineFields, ['count_id', 'book_quantity', 'is_merged']],
  ['units', unitFields],
  ['tax_classes', taxClassFields, ['rates']],
  ['services', serviceFields],
  ['billing_profile', billingProfileFields],
  ['payment_methods', paymentMethodFields],
  ['invitations', invitationFields, ['invited_by']],
  ['views', viewFields, ['state', 'owner_id']],
  [
    'webhooks',
    webhookFields,
    ['events', 'fields', 'key_id', 'secret', 'former_secret', 'warned_at'],
  ],
  ['workspaces', workspaceFields],
  ['workspace_members', memberFields],
  ['roles', roleFields, ['rights']],
  // Only calls about the signed-in person show that person's own choices.
  [
    'users',
    userFields,
    [
      'password_hash',
      'current_workspace',
      'anonymized_at',
      'session_timeout_minutes',
      'must_change_password',
      'must_change_password',
    ],
  ],
];

let opened: TestDatabase;
beforeAll(async () => {
  opened = await createTestDatabase();
});
afterAll(() => opened.drop());

it.each(entities)(
  'the fields of %s are the columns of its table',
  async (table, fields, hidden = []) => {
    const columns = await opened.database.pool.query<{ line: string }>(
      `select attname || ' ' || format_type(atttypid, atttypmod) || case when attnotnull then ' not null' else '' end as line
     from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attname <> all ($2)`,
      [table, hidden],
    );
    const declared = Object.entries(fields)
      .filter(([, field]) => !field.derived)
      .map(([name, field]) => `${name} ${field.column}${field.required ? ' not null' : ''}`);
    expect(columns.rows.map((row) => row.line).sort()).toEqual(declared.sort());
  },
);
