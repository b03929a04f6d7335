import { IconPackage } from '@tabler/icons-react';
import { formatMoney } from '~/kit/shared/money/money';
import { counted, formatNumber } from '~/kit/shared/money/numbers';
import { FailedState } from '~/kit/ui/elements/ListStates';
import { SoftText } from '~/kit/ui/elements/SoftText';
import { type StatCard, StatCards } from '~/kit/ui/elements/StatCards';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import type { Period, Stats } from '../dashboard.fields';
import { useStats } from './dashboard.client';
import { LandedLink } from './LandedLink';
import { Panel } from '~/kit/ui/elements/Panel';
import classes from './DashboardPage.module.css';

export function DashboardFigures({ period }: { period: Period }) {
  const { data, state, isEarlier, retry } = useStats(period);
  const cards = useShownCards(data ?? nothing);
  if (state === 'failed') {
    return (
      <Panel className={classes.failed} as="div">
        <FailedState text="The figures could not be loaded" onRetry={retry} />
      </Panel>
    );
  }
  return (
    <section aria-label="Figures" data-earlier={isEarlier || undefined} className={classes.figures}>
      <StatCards cards={cards} state={data === null ? 'loading' : 'ready'} />
      <LowStock count={data?.lowStockProducts ?? null} />
    </section>
  );
}

function LowStock({ count }: { count: number | null }) {
  if (!useMay('products.read').ok) return null;
  return (
    <Panel className={classes.lowStock} as="p">
      <IconPackage size={16} aria-hidden />
      <span>
        <span>{count === null ? 'Counting stock...' : lowStockText(count)}</span>{' '}
        <SoftText as="span" small>
          As of now
        </SoftText>
      </span>
      {count === 0 ? null : <LandedLink to="/inventory/products">Review stock</LandedLink>}
    </Panel>
  );
}

function lowStockText(count: number): string {
  if (count === 0) return 'No product is low on stock.';
  return `${formatNumber(count)} ${count === 1 ? 'product is' : 'products are'} low on stock.`;
}

function useShownCards(stats: Stats): StatCard[] {
  const [leads, invoices, payments] = [
    useMay('leads.read').ok,
    useMay('invoices.read').ok,
    useMay('payments.read').ok,
  ];
  const isShown = [leads, leads, invoices, payments];
  return cardsOf(stats).filter((_card, index) => isShown[index]);
}

function cardsOf(stats: Stats): StatCard[] {
  const goal = stats.revenueGoal;
  return [
    {
      label: 'Total Leads',
      value: formatNumber(stats.totalLeads),
      note: `${formatNumber(stats.activeLeads)} active (${stats.activePercentage}%)`,
      progress: stats.activePercentage,
      tooltip:
        'Leads created in this period, and how many of them are active, contacted or qualified.',
    },
    {
      label: 'Converted Customers',
      value: formatNumber(stats.convertedLeads),
      note: `${counted(stats.convertedLeads, 'conversion')} (${stats.conversionPercentage}%)`,
      progress: stats.conversionPercentage,
      tooltip:
        'Leads that became customers in this period, of all leads created or converted in it.',
    },
    {
      label: 'Outstanding Invoices',
      value: formatNumber(stats.outstandingInvoices),
      note: `Pending Collection (${stats.outstandingPercentage}%)`,
      progress: stats.outstandingPercentage,
      tooltip: 'Issued invoices with an open balance now, regardless of the period.',
      hint: 'As of now',
    },
    {
      label: 'Total Revenue',
      value: formatMoney(stats.totalRevenue, 'INR'),
      note: `YTD Goal (${stats.goalPercentage}%)`,
      progress: stats.goalPercentage,
      tooltip:
        goal === null
          ? 'Payments completed in this period. No yearly goal is set, so the bar shows 78%.'
          : `Payments completed in this period. The bar shows those of the financial year against its goal of ${formatMoney(goal, 'INR', 0)}.`,
    },
  ];
}

const nothing: Stats = {
  totalCustomers: 0,
  totalLeads: 0,
  activeLeads: 0,
  activePercentage: 0,
  convertedLeads: 0,
  conversionPercentage: 0,
  outstandingInvoices: 0,
  outstandingPercentage: 0,
  totalRevenue: 0,
  revenueGoal: null,
  goalPercentage: 0,
  lowStockProducts: 0,
};
