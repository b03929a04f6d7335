import { IconFileDescription, IconPackage } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Right } from '~/kit/shared/access';
import { formatMoney } from '~/kit/shared/money/money';
import { counted, formatNumber } from '~/kit/shared/money/numbers';
import { FailedState } from '~/kit/ui/messages/ListStates';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { type StatCard, StatCards } from '~/kit/ui/elements/StatCards';
import { outstandingStatuses } from '~/modules/billing/invoices/invoices.fields';
import { receivedFilters } from '~/modules/billing/payments/payments.fields';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import type { Period, Stats } from '../dashboard.fields';
import { useStats } from './dashboard.client';
import { FigureLink } from './FigureLink';
import { PanelLink } from './PanelLink';
import { Panel } from '~/kit/ui/elements/Panel';
import classes from './DashboardPage.module.css';

export function DashboardFigures({ period }: { period: Period }) {
  const { data, state, isEarlier, retry } = useStats(period);
  const cards = useShownCards(data ?? nothing, period);
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
      <Now
        right="products.read"
        icon={<IconPackage size={16} aria-hidden />}
        count={data?.lowStockProducts ?? null}
        text={lowStockText}
        to="/inventory/products"
        search={{ stock_status: 'low' }}
        label="Review stock"
      />
      <Now
        right="quotations.read"
        icon={<IconFileDescription size={16} aria-hidden />}
        count={data?.waitingQuotations ?? null}
        text={waitingText}
        to="/quotations"
        search={{ status: 'sent' }}
        label="Review quotations"
      />
    </section>
  );
}

interface NowProps {
  right: Right;
  icon: ReactNode;
  /** Null while it is counted. */
  count: number | null;
  text: (count: number) => string;
  to: string;
  search: Record<string, string>;
  label: string;
}

/** A count of now, with the way to what it counts. */
function Now({ right, icon, count, text, to, search, label }: NowProps) {
  if (!useMay(right).ok) return null;
  return (
    <Panel className={classes.lowStock} as="p">
      {icon}
      <span>
        <span>{count === null ? 'Counting...' : text(count)}</span>{' '}
        <SoftText as="span" small>
          As of now
        </SoftText>
      </span>
      {count === 0 ? null : (
        <PanelLink to={to} search={search}>
          {label}
        </PanelLink>
      )}
    </Panel>
  );
}

function waitingText(count: number): string {
  if (count === 0) return 'No quotation is waiting for an answer.';
  return `${formatNumber(count)} ${count === 1 ? 'quotation is' : 'quotations are'} waiting for an answer.`;
}

function lowStockText(count: number): string {
  if (count === 0) return 'No product is low on stock.';
  return `${formatNumber(count)} ${count === 1 ? 'product is' : 'products are'} low on stock.`;
}

function useShownCards(stats: Stats, period: Period): StatCard[] {
  const [leads, invoices, payments] = [
    useMay('leads.read').ok,
    useMay('invoices.read').ok,
    useMay('payments.read').ok,
  ];
  const isShown = [leads, leads, invoices, payments];
  return cardsOf(stats, period).filter((_card, index) => isShown[index]);
}

function cardsOf(stats: Stats, period: Period): StatCard[] {
  const goal = stats.revenueGoal;
  return [
    {
      label: 'Total Leads',
      value: (
        <FigureLink to="/leads" search={{ date_range: period }}>
          {formatNumber(stats.totalLeads)}
        </FigureLink>
      ),
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
      value: (
        <FigureLink to="/invoices" search={{ status: outstandingStatuses.join(',') }}>
          {formatNumber(stats.outstandingInvoices)}
        </FigureLink>
      ),
      note: `Pending Collection (${stats.outstandingPercentage}%)`,
      progress: stats.outstandingPercentage,
      tooltip: 'Issued invoices with an open balance now, regardless of the period.',
      hint: 'As of now',
    },
    {
      label: 'Total Revenue',
      value: (
        <FigureLink to="/payments" search={{ ...receivedFilters, dateRange: period }}>
          {formatMoney(stats.totalRevenue, 'INR')}
        </FigureLink>
      ),
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
  waitingQuotations: 0,
};
