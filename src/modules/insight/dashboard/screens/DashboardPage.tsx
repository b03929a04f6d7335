import { Suspense, useEffect } from 'react';
import { lazyPart } from '~/kit/ui/hooks/lazyPart';
import { Page } from '~/kit/ui/shell/Page';
import { useStored } from '~/kit/ui/hooks/useStored';
import { ViewToggle } from '~/kit/ui/inputs/ViewToggle';
import { preloadInvoices } from '~/modules/billing/invoices/screens/invoices.client';
import { useSavedReports } from '~/modules/insight/reports/screens/saved-reports.client';
import { useSession } from '~/modules/organization/users/sessions/screens/session.client';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { periods } from '../dashboard.fields';
import { ActivityPanels } from './ActivityPanels';
import { DashboardFigures } from './DashboardFigures';
import { FirstSteps } from './FirstSteps';
import { PipelinePanel } from './PipelinePanel';
import { QuickActions } from './QuickActions';
import { TopCustomersPanel } from './TopCustomersPanel';
import classes from './DashboardPage.module.css';

// Only where there are some: the cards have menus and the chart library behind them.
const SavedReports = lazyPart(() => import('~/modules/insight/reports/screens/SavedReports'));

/**
 * "CRM Dashboard" (docs/product/dashboard.md#figures); each part loads its own figures, so that a failure affects only
 * that part.
 */
export default function DashboardPage() {
  const isAdmin = useSession().role === 'admin';
  const mayLeads = useMay('leads.read').ok;
  const mayCustomers = useMay('customers.read').ok;
  const mayPayments = useMay('payments.read').ok;
  const names = periods.map((each) => each.value);
  const [period, setPeriod] = useStored('dashboard-period', names, 'month');
  const saved = useSavedReports();
  const hasSaved = saved.failed || saved.rows.length > 0;
  useEffect(() => void preloadInvoices(), []);
  return (
    <Page
      title="CRM Dashboard"
      subtitle="Manufacturing Lead-to-Customer Conversion Overview"
      actions={
        <div className={classes.period}>
          <ViewToggle label="Time period" views={periods} value={period} onChange={setPeriod} />
        </div>
      }
    >
      <div className={classes.dash}>
        {isAdmin ? <FirstSteps /> : null}
        <DashboardFigures period={period} />
        <div className={classes.row} data-kind="main">
          {mayLeads ? <PipelinePanel period={period} /> : null}
          <div className={classes.side}>
            <QuickActions />
            {mayCustomers && mayPayments ? <TopCustomersPanel period={period} /> : null}
          </div>
        </div>
        <ActivityPanels period={period} />
        {hasSaved ? (
          <Suspense fallback={null}>
            <SavedReports saved={saved} />
          </Suspense>
        ) : null}
      </div>
    </Page>
  );
}
