import { IconChartBar, IconFileInvoice, IconShoppingCart } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Right } from '~/kit/shared/access';
import { mayHereAll } from '~/modules/organization/users/rights.rules';
import { useSession } from '~/modules/organization/users/sessions/screens/session.client';
import type { MenuIcon } from '~/kit/ui/elements/menu';
import { Panel } from '~/kit/ui/elements/Panel';
import classes from './DashboardPage.module.css';

interface Action {
  label: string;
  icon: MenuIcon;
  to: string;
  search: object;
  rights: readonly Right[];
}

// A form opens on its list.
const actions: readonly Action[] = [
  {
    label: 'Sales Pipeline',
    icon: IconChartBar,
    to: '/pipeline',
    search: {},
    rights: ['leads.read'],
  },
  {
    label: 'Create Order',
    icon: IconShoppingCart,
    to: '/orders',
    search: { new: 1 },
    rights: ['orders.read', 'orders.create'],
  },
  {
    label: 'Create Invoice',
    icon: IconFileInvoice,
    to: '/invoices',
    search: { new: 1 },
    rights: ['invoices.read', 'invoices.create'],
  },
];

export function QuickActions() {
  const person = useSession();
  const permitted = actions.filter((action) => mayHereAll(person, action.rights).ok);
  if (permitted.length === 0) return null;
  return (
    <Panel as="nav" title="Quick Actions">
      <ul className={classes.actions}>
        {permitted.map(({ label, icon: Icon, to, search }) => (
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
