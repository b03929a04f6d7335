import { IconChartBar, IconFileInvoice, IconShoppingCart } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Right } from '~/kit/shared/access';
import { may } from '~/modules/organization/users/rights.rules';
import { useSession } from '~/modules/organization/users/sessions/screens/session.client';
import type { MenuIcon } from '~/kit/ui/elements/menu';
import { Panel } from '~/kit/ui/elements/Panel';
import classes from './DashboardPage.module.css';

interface Action {
  label: string;
  icon: MenuIcon;
  to: string;
  search: object;
  right: Right;
}

const actions: readonly Action[] = [
  { label: 'Sales Pipeline', icon: IconChartBar, to: '/pipeline', search: {}, right: 'leads.read' },
  {
    label: 'Create Order',
    icon: IconShoppingCart,
    to: '/orders',
    search: { new: 1 },
    right: 'orders.create',
  },
  {
    label: 'Create Invoice',
    icon: IconFileInvoice,
    to: '/invoices',
    search: { new: 1 },
    right: 'invoices.create',
  },
];

export function QuickActions() {
  const person = useSession();
  return (
    <Panel as="nav" title="Quick Actions">
      <ul className={classes.actions}>
        {actions
          .filter((action) => may(person, action.right).ok)
          .map(({ label, icon: Icon, to, search }) => (
            <li key={label}>
              <Link to={to} search={search} className={classes.action}>
                <Icon size={18} stroke={1.75} aria-hidden />
                {label}
              </Link>
            </li>
          ))}
      </ul>
    </Panel>
  );
}
