import { Link } from '@tanstack/react-router';
import { formatMoney } from '~/kit/shared/money/money';
import { counted } from '~/kit/shared/money/numbers';
import type { Period, TopCustomer } from '../dashboard.fields';
import { useTopCustomers } from './dashboard.client';
import { DashboardPanel } from './DashboardPanel';
import { PanelLink } from './PanelLink';
import classes from './DashboardPage.module.css';

export function TopCustomersPanel({ period }: { period: Period }) {
  const { data, state, isEarlier, retry } = useTopCustomers(period);
  const customers = data ?? [];
  return (
    <DashboardPanel
      title="Top Customers"
      action={<PanelLink to="/customers">See all</PanelLink>}
      state={state}
      isEarlier={isEarlier}
      isEmpty={customers.length === 0}
      emptyText="No payments in this period"
      emptyHint="The customers with the highest payments appear here."
      failedText="Top customers could not be loaded"
      onRetry={retry}
    >
      <ol className={classes.list}>
        {customers.map((customer) => (
          <li key={customer.id} className={classes.item}>
            <div className={classes.itemText}>
              <strong>
                <Link to={pageOf(customer)}>{customer.company_name}</Link>
              </strong>
              <span>{counted(customer.payment_count, 'payment')}</span>
            </div>
            <span className={classes.itemAmount}>{formatMoney(customer.total_revenue, 'INR')}</span>
          </li>
        ))}
      </ol>
    </DashboardPanel>
  );
}

function pageOf({ id }: TopCustomer): string {
  return `/customers/${id}`;
}
