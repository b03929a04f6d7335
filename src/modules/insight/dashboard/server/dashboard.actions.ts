import type { Context } from '~/kit/server/database/context';
import { daysOfRange, daysOfYear } from '~/kit/shared/filters/day-ranges';
import { type Day, dayOf, startOfDay } from '~/kit/shared/time/days';
import type { Activity } from '~/modules/collaboration/activity/activity.fields';
import { getNewestOfEach } from '~/modules/collaboration/activity/server/activity.service';
import type { SharedResults } from '~/kit/server/lists/shared-results';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import type { Settings } from '~/modules/organization/company/settings.fields';
import type { Period, StageCount, Stats, TopCustomer } from '../dashboard.fields';
import { goalPercentage, itemsPerCard, percentOf } from '../dashboard.rules';
import {
  getFigures,
  getRevenue,
  listStageCounts,
  listTopCustomers,
  type Span,
} from './dashboard.queries';
import { scopeOf } from '~/modules/organization/workspaces/server/workspace-scope.service';

interface DashboardRequest extends Pick<Context, 'db' | 'now' | 'person'> {
  sharedResults: SharedResults;
}

export async function getStats(context: DashboardRequest, period: Period): Promise<Stats> {
  const { span, settings, today } = await spanOf(context, period);
  const year = daysOfYear(today, settings.financial_year_start_month);
  const goal = settings.revenue_goal;
  const { db, person } = context;
  const key = `stats ${JSON.stringify([span, goal === null ? null : year])} ${scopeOf(person)}`;
  const entities = ['customers', 'leads', 'quotations', 'invoices', 'payments', 'products'];
  const [figures, yearRevenue] = await context.sharedResults.give(db, { key, entities }, () =>
    Promise.all([
      getFigures(db, { span, person }),
      goal === null ? 0 : getRevenue(db, { days: year, person }),
    ]),
  );
  return {
    totalCustomers: figures.customers,
    totalLeads: figures.leads,
    activeLeads: figures.openLeads,
    activePercentage: percentOf(figures.openLeads, figures.leads),
    convertedLeads: figures.conversions,
    conversionPercentage: percentOf(figures.conversions, figures.leads + figures.olderConversions),
    outstandingInvoices: figures.outstandingInvoices,
    outstandingPercentage: percentOf(figures.outstandingInvoices, figures.issuedInvoices),
    totalRevenue: figures.revenue,
    revenueGoal: goal,
    goalPercentage: goalPercentage(yearRevenue, goal),
    lowStockProducts: figures.lowStockProducts,
    waitingQuotations: figures.waitingQuotations,
  };
}

export async function getPipeline(
  context: DashboardRequest,
  period: Period,
): Promise<StageCount[]> {
  const { span } = await spanOf(context, period);
  const { db, person } = context;
  const key = `pipeline ${JSON.stringify(span)} ${scopeOf(person)}`;
  const entities = ['leads', 'pipeline_stages'];
  return context.sharedResults.give(db, { key, entities }, () =>
    listStageCounts(db, { span, person }),
  );
}

export async function getActivities(
  context: DashboardRequest,
  period: Period,
): Promise<Activity[]> {
  const { span } = await spanOf(context, period);
  const key = `activities ${span.since} ${scopeOf(context.person)}`;
  return context.sharedResults.give(context.db, { key, entities: [] }, () =>
    getNewestOfEach(context, span.since, itemsPerCard),
  );
}

export async function getTopCustomers(
  context: DashboardRequest,
  period: Period,
): Promise<TopCustomer[]> {
  const { span } = await spanOf(context, period);
  const { db, person } = context;
  const key = `top customers ${JSON.stringify(span)} ${scopeOf(person)}`;
  const entities = ['customers', 'invoices', 'payments'];
  return context.sharedResults.give(db, { key, entities }, () =>
    listTopCustomers(db, { span, person }, itemsPerCard),
  );
}

async function spanOf(
  { db, now }: Pick<Context, 'db' | 'now'>,
  period: Period,
): Promise<{ span: Span; settings: Settings; today: Day }> {
  const settings = await getSettings(db);
  const today = dayOf(now, settings.time_zone);
  const { from, to } = daysOfRange(period, today);
  return { span: { from, to, since: startOfDay(from, settings.time_zone) }, settings, today };
}
