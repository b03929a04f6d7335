import {
  IconActivity,
  IconArrowBackUp,
  IconBell,
  IconBuilding,
  IconBuildingFactory2,
  IconBuildingWarehouse,
  IconCalendarCheck,
  IconCalendarDollar,
  IconCashMove,
  IconCashRegister,
  IconChartBar,
  IconClockDollar,
  IconCreditCard,
  IconDatabaseExport,
  IconFileDescription,
  IconFileInvoice,
  IconFileMinus,
  IconFilePlus,
  IconForms,
  IconHourglass,
  IconInbox,
  IconKey,
  IconLayoutDashboard,
  IconLayoutKanban,
  IconPackage,
  IconPackageImport,
  IconReceipt,
  IconReceipt2,
  IconReportMoney,
  IconSettings,
  IconShieldLock,
  IconShoppingBag,
  IconShoppingCart,
  IconTags,
  IconTargetArrow,
  IconTool,
  IconTruckDelivery,
  IconUser,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';
import type { Right } from '~/kit/shared/access';
import type { Settings } from '~/modules/organization/company/settings.fields';
import type { StockUse } from '~/modules/organization/company/stock-uses.rules';
import { type Holder, may } from '~/modules/organization/users/rights.rules';
import type { MenuEntry, MenuSection } from '~/kit/ui/elements/menu';
import type { ProfileLink } from '~/kit/ui/shell/ProfileMenu';

/** One with a `use` shows from the first use on. */
type Entry = MenuEntry & { right?: Right; use?: StockUse };

/** The sidebar in the order of docs/product/screens.md#menu, without what its person does not read. */
export function menuSections(
  person: Holder,
  taxMode: Settings['tax_mode'],
  inUse: readonly StockUse[],
): readonly MenuSection[] {
  const isGst = taxMode === 'gst';
  const all: readonly { caption: string | null; entries: readonly Entry[] }[] = [
    { caption: null, entries: daily },
    { caption: 'Sales', entries: sales },
    {
      caption: 'Catalogue',
      entries: [
        { label: 'Services', to: '/services', icon: IconTool, right: 'services.read' },
        { ...inventoryOf(person, taxMode, inUse), right: 'products.read' },
        { label: 'Price Lists', to: '/price-lists', icon: IconTags, right: 'price_lists.read' },
      ],
    },
    { caption: 'Orders', entries: orders },
    { caption: 'Billing', entries: [...billing, ...(isGst ? billingByGst : [])] },
    {
      caption: 'Insights',
      entries: [{ label: 'Reports', to: '/reports', icon: IconChartBar, right: 'reports.read' }],
    },
    { caption: 'Administration', entries: person.role === 'admin' ? administration : [] },
  ];
  return all
    .map(({ caption, entries }) => ({
      caption,
      entries: entries
        .filter(({ use }) => !use || inUse.includes(use))
        .filter(({ right }) => !right || may(person, right).ok)
        .map(({ right: _right, use: _use, ...entry }) => entry),
    }))
    .filter(({ entries }) => entries.length > 0);
}

const daily: readonly Entry[] = [
  { label: 'Dashboard', to: '/', icon: IconLayoutDashboard },
  { label: 'My Day', to: '/my-day', icon: IconCalendarCheck },
];

const sales: readonly Entry[] = [
  { label: 'Leads', to: '/leads', icon: IconTargetArrow, right: 'leads.read' },
  { label: 'Sales Pipeline', to: '/pipeline', icon: IconLayoutKanban, right: 'leads.read' },
  { label: 'Customers', to: '/customers', icon: IconBuilding, right: 'customers.read' },
  {
    label: 'Vendors',
    to: '/vendors',
    icon: IconBuildingFactory2,
    right: 'vendors.read',
    use: 'vendors',
  },
];

const orders: readonly Entry[] = [
  { label: 'Quotations', to: '/quotations', icon: IconFileDescription, right: 'quotations.read' },
  { label: 'Orders', to: '/orders', icon: IconShoppingCart, right: 'orders.read' },
  { label: 'Deliveries', to: '/deliveries', icon: IconTruckDelivery, right: 'deliveries.read' },
  {
    label: 'Purchase Orders',
    to: '/purchase-orders',
    icon: IconShoppingBag,
    right: 'purchase_orders.read',
    use: 'purchase_orders',
  },
  {
    label: 'Goods Receipts',
    to: '/goods-receipts',
    icon: IconPackageImport,
    right: 'goods_receipts.read',
    use: 'goods_receipts',
  },
];

const billing: readonly Entry[] = [
  { label: 'Invoices', to: '/invoices', icon: IconFileInvoice, right: 'invoices.read' },
  { label: 'Payments', to: '/payments', icon: IconCreditCard, right: 'payments.read' },
  { label: 'Receivables', to: '/receivables', icon: IconClockDollar, right: 'receipts.read' },
  { label: 'Receipts', to: '/receipts', icon: IconCashRegister, right: 'receipts.read' },
  {
    label: 'Payables',
    to: '/payables',
    icon: IconCalendarDollar,
    right: 'vendor_payments.read',
    use: 'bills',
  },
  {
    label: 'Vendor Payments',
    to: '/vendor-payments',
    icon: IconCashMove,
    right: 'vendor_payments.read',
    use: 'vendor_payments',
  },
];

const billingByGst: readonly Entry[] = [
  { label: 'Advances', to: '/advances', icon: IconReceipt2, right: 'payments.read' },
  { label: 'Credit Notes', to: '/credit-notes', icon: IconFileMinus, right: 'invoices.read' },
  { label: 'Debit Notes', to: '/debit-notes', icon: IconFilePlus, right: 'invoices.read' },
  { label: 'GST Returns', to: '/gst-returns', icon: IconReportMoney, right: 'invoices.export' },
];

function inventoryOf(
  person: Holder,
  taxMode: Settings['tax_mode'],
  inUse: readonly StockUse[],
): MenuEntry {
  const isAdmin = person.role === 'admin';
  return {
    label: 'Inventory',
    icon: IconPackage,
    children: [
      { label: 'Overview', to: '/inventory' },
      { label: 'Products', to: '/inventory/products' },
      { label: 'Categories', to: '/inventory/categories' },
      ...ofStock.filter(
        ({ to, use }) =>
          inUse.includes(use) && (isAdmin || (to !== '/locations' && may(person, 'stock.read').ok)),
      ),
      ...(isAdmin && taxMode === 'gst' ? ofTax : []),
    ],
  };
}

const ofStock: readonly { label: string; to: string; use: StockUse }[] = [
  { label: 'Transfers', to: '/transfers', use: 'locations' },
  { label: 'Stock Counts', to: '/counts', use: 'counts' },
  { label: 'Lots', to: '/lots', use: 'lots' },
  { label: 'Locations', to: '/locations', use: 'locations' },
];

const ofTax = [
  { label: 'Units', to: '/units' },
  { label: 'Tax Classes', to: '/tax-classes' },
  { label: 'Switch to GST', to: '/changing-to-gst' },
];

const userManagement: MenuEntry = {
  label: 'User Management',
  icon: IconUsers,
  children: [
    { label: 'Manage Users', to: '/users' },
    { label: 'User Invitations', to: '/users/invitations' },
    { label: 'Roles', to: '/roles' },
    { label: 'Workspaces', to: '/workspaces' },
  ],
};

const administration: readonly Entry[] = [
  userManagement,
  { label: 'Custom Fields', to: '/custom-fields', icon: IconForms },
  { label: 'Lead Sources', to: '/lead-sources', icon: IconInbox },
  { label: 'API Keys', to: '/api-keys', icon: IconKey },
  { label: 'Webhooks', to: '/webhooks', icon: IconWebhook },
];

/** The profile menu in the order of docs/product/screens.md#profile-menu. */
const profileEntries: readonly ProfileLink[] = [
  { label: 'Profile Details', to: '/profile', icon: IconUser },
  { label: 'Activity Feed', to: '/activity', icon: IconActivity },
  { label: 'Bulk Changes', to: '/bulk-changes', icon: IconArrowBackUp },
  { label: 'Billing Details', to: '/billing', icon: IconReceipt },
  { label: 'Notifications', to: '/notifications', icon: IconBell },
  { label: 'Account Settings', to: '/account-settings', icon: IconSettings },
  { label: 'Privacy Settings', to: '/privacy', icon: IconShieldLock },
];

export function profileEntriesOf(role: 'admin' | 'user'): readonly ProfileLink[] {
  if (role === 'admin') {
    return [
      ...profileEntries,
      { label: 'Backups', to: '/backups', icon: IconDatabaseExport },
      { label: 'Retention', to: '/retention', icon: IconHourglass },
    ];
  }
  return [
    ...profileEntries,
    { label: 'Workspaces', to: '/workspaces', icon: IconBuildingWarehouse },
  ];
}
