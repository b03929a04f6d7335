import {
  IconActivity,
  IconBell,
  IconBuilding,
  IconBuildingWarehouse,
  IconCreditCard,
  IconFileInvoice,
  IconLayoutDashboard,
  IconLayoutKanban,
  IconPackage,
  IconReceipt,
  IconSettings,
  IconShieldLock,
  IconShoppingCart,
  IconTargetArrow,
  IconTool,
  IconUser,
  IconUsers,
} from '@tabler/icons-react';
import type { MenuEntry } from '~/kit/ui/elements/menu';
import type { ProfileEntry } from '~/kit/ui/shell/ProfileMenu';

/** The sidebar in the order of docs/product/screens.md#menu. */
export function menuEntries(role: 'admin' | 'user'): readonly MenuEntry[] {
  return [
    { label: 'Dashboard', to: '/', icon: IconLayoutDashboard },
    { label: 'Leads', to: '/leads', icon: IconTargetArrow },
    { label: 'Sales Pipeline', to: '/pipeline', icon: IconLayoutKanban },
    { label: 'Customers', to: '/customers', icon: IconBuilding },
    { label: 'Services', to: '/services', icon: IconTool },
    {
      label: 'Inventory',
      icon: IconPackage,
      children: [
        { label: 'Overview', to: '/inventory' },
        { label: 'Products', to: '/inventory/products' },
        { label: 'Categories', to: '/inventory/categories' },
      ],
    },
    { label: 'Orders', to: '/orders', icon: IconShoppingCart },
    { label: 'Invoices', to: '/invoices', icon: IconFileInvoice },
    { label: 'Payments', to: '/payments', icon: IconCreditCard },
    ...(role === 'admin' ? [userManagement] : []),
  ];
}

const userManagement: MenuEntry = {
  label: 'User Management',
  icon: IconUsers,
  children: [
    { label: 'Manage Users', to: '/users' },
    { label: 'User Invitations', to: '/users/invitations' },
    { label: 'Workspaces', to: '/workspaces' },
  ],
};

/** The profile menu in the order of docs/product/screens.md#profile-menu. */
const profileEntries: readonly ProfileEntry[] = [
  { label: 'Profile Details', to: '/profile', icon: IconUser },
  { label: 'Activity Feed', to: '/activity', icon: IconActivity },
  { label: 'Billing Details', to: '/billing', icon: IconReceipt },
  { label: 'Notifications', to: '/notifications', icon: IconBell },
  { label: 'Account Settings', to: '/account-settings', icon: IconSettings },
  { label: 'Privacy Settings', to: '/privacy', icon: IconShieldLock },
];

export function profileEntriesOf(role: 'admin' | 'user'): readonly ProfileEntry[] {
  if (role === 'admin') return profileEntries;
  return [
    ...profileEntries,
    { label: 'Workspaces', to: '/workspaces', icon: IconBuildingWarehouse },
  ];
}
