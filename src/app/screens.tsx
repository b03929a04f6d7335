import type { RouteComponent } from '@tanstack/react-router';
import type { Right } from '~/kit/shared/access';
import {
  billScreen,
  deliveryScreen,
  invoiceScreen,
  leadPageScreen,
  leadScreen,
  lotScreen,
  orderScreen,
  recordScreen,
  transferScreen,
  purchaseOrderScreen,
} from './recordScreen';

export interface Screen {
  path: string;
  adminOnly?: boolean;
  /** Without it the screen says so in a sentence. */
  right?: Right;
  load: () => Promise<{ default: RouteComponent }>;
}

export const screens: readonly Screen[] = [
  { path: '/', load: () => import('~/modules/insight/dashboard/screens/DashboardPage') },
  { path: '/my-day', load: () => import('~/modules/insight/my-day/screens/MyDayPage') },
  {
    path: '/leads',
    right: 'leads.read',
    load: leadScreen(() => import('~/modules/sales/leads/screens/LeadsPage')),
  },
  {
    path: '/pipeline',
    right: 'leads.read',
    load: leadScreen(() => import('~/modules/sales/leads/screens/PipelinePage'), {
      showsQuoted: true,
    }),
  },
  { path: '/customers', right: 'customers.read', load: () => import('./composed/CustomersScreen') },
  {
    path: '/vendors',
    right: 'vendors.read',
    load: () => import('~/modules/buying/vendors/screens/VendorsPage'),
  },
  {
    path: '/vendors/$id',
    right: 'vendors.read',
    load: recordScreen(() => import('~/modules/buying/vendors/screens/VendorPage')),
  },
  {
    path: '/inventory',
    right: 'products.read',
    load: () => import('~/modules/catalogue/products/catalogue/screens/InventoryPage'),
  },
  {
    path: '/inventory/products',
    right: 'products.read',
    load: () => import('~/modules/catalogue/products/catalogue/screens/ProductsPage'),
  },
  {
    path: '/inventory/categories',
    right: 'products.read',
    load: () => import('~/modules/catalogue/products/catalogue/screens/CategoriesPage'),
  },
  {
    path: '/counts',
    right: 'stock.read',
    load: () => import('~/modules/catalogue/counts/screens/CountsPage'),
  },
  {
    path: '/counts/$id',
    right: 'stock.read',
    load: recordScreen(() => import('~/modules/catalogue/counts/screens/CountPage')),
  },
  {
    path: '/lots',
    right: 'stock.read',
    load: () => import('~/modules/catalogue/products/lots/screens/LotsPage'),
  },
  {
    path: '/lots/$id',
    right: 'stock.read',
    load: lotScreen(() => import('~/modules/catalogue/products/lots/screens/LotPage')),
  },
  {
    path: '/locations',
    adminOnly: true,
    load: () => import('./composed/LocationsScreen'),
  },
  {
    path: '/units',
    adminOnly: true,
    load: () => import('~/modules/catalogue/tax/screens/UnitsPage'),
  },
  {
    path: '/tax-classes',
    adminOnly: true,
    load: () => import('~/modules/catalogue/tax/screens/TaxClassesPage'),
  },
  {
    path: '/changing-to-gst',
    adminOnly: true,
    load: () => import('~/modules/compliance/filings/screens/ChangingOverPage'),
  },
  {
    path: '/services',
    right: 'services.read',
    load: () => import('~/modules/catalogue/services/screens/ServicesPage'),
  },
  {
    path: '/price-lists',
    right: 'price_lists.read',
    load: () => import('~/modules/sales/price-lists/screens/PriceListsPage'),
  },
  {
    path: '/price-lists/$id',
    right: 'price_lists.read',
    load: recordScreen(() => import('~/modules/sales/price-lists/screens/PriceListPage')),
  },
  {
    path: '/quotations',
    right: 'quotations.read',
    load: () => import('~/modules/sales/quotations/screens/QuotationsPage'),
  },
  {
    path: '/quotations/$id',
    right: 'quotations.read',
    load: recordScreen(() => import('~/modules/sales/quotations/screens/QuotationPage')),
  },
  {
    path: '/transfers',
    right: 'stock.read',
    load: () => import('./composed/TransfersScreen'),
  },
  {
    path: '/transfers/$id',
    right: 'stock.read',
    load: transferScreen(() => import('~/modules/catalogue/transfers/screens/TransferPage')),
  },
  {
    path: '/planning',
    right: 'purchase_orders.read',
    load: () => import('~/modules/buying/planning/screens/PlanningPage'),
  },
  { path: '/orders', right: 'orders.read', load: () => import('./composed/OrdersScreen') },
  {
    path: '/goods-receipts',
    right: 'goods_receipts.read',
    load: () => import('~/modules/buying/goods-receipts/screens/GoodsReceiptsPage'),
  },
  {
    path: '/goods-receipts/$id',
    right: 'goods_receipts.read',
    load: recordScreen(() => import('~/modules/buying/goods-receipts/screens/GoodsReceiptPage')),
  },
  {
    path: '/deliveries',
    right: 'deliveries.read',
    load: () => import('./composed/DeliveriesScreen'),
  },
  {
    path: '/deliveries/$id',
    right: 'deliveries.read',
    load: deliveryScreen(() => import('~/modules/sales/deliveries/screens/DeliveryPage')),
  },
  {
    path: '/purchase-orders',
    right: 'purchase_orders.read',
    load: () => import('./composed/PurchaseOrdersScreen'),
  },
  {
    path: '/purchase-orders/$id',
    right: 'purchase_orders.read',
    load: purchaseOrderScreen(
      () => import('~/modules/buying/purchase-orders/screens/PurchaseOrderPage'),
    ),
  },
  {
    path: '/custom-fields',
    adminOnly: true,
    load: () => import('~/modules/records/custom-fields/screens/CustomFieldsPage'),
  },
  { path: '/duplicates', load: () => import('./composed/DuplicatesScreen') },
  {
    path: '/workspaces',
    load: () => import('~/modules/organization/workspaces/screens/WorkspacesPage'),
  },
  { path: '/invoices', right: 'invoices.read', load: () => import('./composed/InvoicesScreen') },
  {
    path: '/invoices/numbers',
    adminOnly: true,
    load: () => import('~/modules/billing/invoices/screens/NumberSeriesPage'),
  },
  {
    path: '/leads/$id',
    right: 'leads.read',
    load: leadPageScreen(() => import('~/modules/sales/leads/screens/LeadPage')),
  },
  {
    path: '/customers/$id',
    right: 'customers.read',
    load: () => import('./composed/CustomerScreen'),
  },
  {
    path: '/orders/$id',
    right: 'orders.read',
    load: orderScreen(() => import('~/modules/sales/orders/screens/OrderPage')),
  },
  {
    path: '/invoices/$id',
    right: 'invoices.read',
    load: invoiceScreen(() => import('~/modules/billing/invoices/screens/InvoicePage')),
  },
  {
    path: '/inventory/products/$id',
    right: 'products.read',
    load: recordScreen(() => import('~/modules/catalogue/products/catalogue/screens/ProductPage')),
  },
  {
    path: '/gst-returns',
    right: 'invoices.export',
    load: () => import('~/modules/compliance/returns/screens/ReturnsPage'),
  },
  {
    path: '/payments',
    right: 'payments.read',
    load: () => import('~/modules/billing/payments/screens/PaymentsPage'),
  },
  {
    path: '/receivables',
    right: 'receipts.read',
    load: () => import('~/modules/billing/receivables/screens/ReceivablesPage'),
  },
  {
    path: '/receipts',
    right: 'receipts.read',
    load: () => import('~/modules/billing/receipts/screens/ReceiptsPage'),
  },
  {
    path: '/receipts/$id',
    right: 'receipts.read',
    load: recordScreen(() => import('~/modules/billing/receipts/screens/ReceiptPage')),
  },
  { path: '/bills', right: 'bills.read', load: () => import('./composed/BillsScreen') },
  {
    path: '/bills/$id',
    right: 'bills.read',
    load: billScreen(() => import('~/modules/buying/bills/screens/BillPage')),
  },
  {
    path: '/payables',
    right: 'vendor_payments.read',
    load: () => import('~/modules/buying/vendor-payments/screens/PayablesPage'),
  },
  {
    path: '/vendor-payments',
    right: 'vendor_payments.read',
    load: () => import('~/modules/buying/vendor-payments/screens/VendorPaymentsPage'),
  },
  {
    path: '/vendor-payments/$id',
    right: 'vendor_payments.read',
    load: recordScreen(() => import('~/modules/buying/vendor-payments/screens/VendorPaymentPage')),
  },
  {
    path: '/advances',
    right: 'payments.read',
    load: () => import('~/modules/billing/advances/screens/AdvancesPage'),
  },
  {
    path: '/credit-notes',
    right: 'invoices.read',
    load: () => import('./composed/CreditNotesScreen'),
  },
  {
    path: '/debit-notes',
    right: 'invoices.read',
    load: () => import('./composed/DebitNotesScreen'),
  },
  {
    path: '/reports',
    right: 'reports.read',
    load: () => import('~/modules/insight/reports/screens/ReportsPage'),
  },
  {
    path: '/reports/$name',
    right: 'reports.read',
    load: () => import('~/modules/insight/reports/screens/ReportPage'),
  },
  { path: '/billing', load: () => import('~/modules/billing/billing-page/screens/BillingPage') },
  {
    path: '/notifications',
    load: () => import('~/modules/collaboration/notifications/screens/NotificationsPage'),
  },
  {
    path: '/profile',
    load: () => import('~/modules/organization/users/account/screens/ProfilePage'),
  },
  {
    path: '/account-settings',
    load: () => import('~/modules/organization/users/account/screens/AccountPage'),
  },
  { path: '/users', adminOnly: true, load: () => import('./composed/UsersScreen') },
  {
    path: '/users/invitations',
    adminOnly: true,
    load: () => import('~/modules/organization/invitations/screens/InvitationsPage'),
  },
  {
    path: '/roles',
    adminOnly: true,
    load: () => import('~/modules/organization/users/roles/screens/RolesPage'),
  },
  {
    path: '/api-keys',
    adminOnly: true,
    load: () => import('~/modules/organization/api-keys/screens/ApiKeysPage'),
  },
  {
    path: '/backups',
    adminOnly: true,
    load: () => import('~/modules/upkeep/maintenance/screens/BackupsPage'),
  },
  {
    path: '/retention',
    adminOnly: true,
    load: () => import('~/modules/upkeep/maintenance/screens/RetentionPage'),
  },
  {
    path: '/webhooks',
    adminOnly: true,
    load: () => import('~/modules/connections/webhooks/screens/WebhooksPage'),
  },
  {
    path: '/webhooks/$id',
    adminOnly: true,
    load: () => import('~/modules/connections/webhooks/screens/WebhookPage'),
  },
  {
    path: '/lead-sources',
    adminOnly: true,
    load: () => import('~/modules/connections/lead-sources/screens/LeadSourcesPage'),
  },
  {
    path: '/lead-sources/$id',
    adminOnly: true,
    load: () => import('~/modules/connections/lead-sources/screens/LeadSourcePage'),
  },
  {
    path: '/activity',
    load: () => import('~/modules/collaboration/activity/screens/ActivityPage'),
  },
  {
    path: '/bulk-changes',
    load: () => import('~/modules/records/batches/screens/BulkChangesPage'),
  },
  { path: '/privacy', load: () => import('~/modules/upkeep/privacy/screens/PrivacyPage') },
];
