import {
  IconBuilding,
  IconLayoutDashboard,
  IconLayoutKanban,
  IconPackage,
  IconTargetArrow,
  IconTool,
  IconUsers,
} from '@tabler/icons-react';
import type { MenuEntry } from '~/kit/ui/menu';
import type { ProfileEntry } from '~/kit/ui/ProfileMenu';

/** The sidebar in the order of spec 1 §2.3; an entry appears when its screen lands. */
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
    ...(role === 'admin' ? [userManagement] : []),
  ];
}

const userManagement: MenuEntry = {
  label: 'User Management',
  icon: IconUsers,
  children: [
    { label: 'Manage Users', to: '/users' },
    { label: 'User Invitations', to: '/users/invitations' },
  ],
};

/** The profile menu in the order of spec 1 §2.3. */
export const profileEntries: readonly ProfileEntry[] = [];
