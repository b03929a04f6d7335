import { z } from 'zod';
import type { Context } from '~/kit/server/database/context';
import { type Api, route } from '~/kit/server/http/route';
import { SharedResults } from '~/kit/server/lists/shared-results';
import { activitySchema } from '~/modules/collaboration/activity/activity.fields';
import {
  type Period,
  periods,
  stageCountSchema,
  statsSchema,
  topCustomerSchema,
} from '../dashboard.fields';
import { firstStepsSchema } from '../first-steps.rules';
import { getFirstSteps } from './dashboard.queries';
import { getActivities, getPipeline, getStats, getTopCustomers } from './dashboard.actions';

const query = z.object({
  period: z
    .enum(
      periods.map((each) => each.value),
      { error: 'The period must be week, month, quarter or year' },
    )
    .default('month'),
});

export function dashboardRoutes(api: Api): void {
  const sharedResults = new SharedResults();
  const figures = <A>(
    name: string,
    summary: string,
    response: z.ZodType<A>,
    get: (context: Context & { sharedResults: SharedResults }, period: Period) => Promise<A>,
  ): void =>
    route(api, {
      method: 'GET',
      url: `/dashboard/${name}`,
      access: 'user',
      summary,
      tag: 'Dashboard',
      query,
      response,
      handle: ({ context, query: question }) => get({ ...context, sharedResults }, question.period),
    });
  route(api, {
    method: 'GET',
    url: '/first-steps',
    access: 'admin',
    summary: 'Get the completed setup steps of a new company and the number of sample records',
    tag: 'Dashboard',
    response: firstStepsSchema,
    handle: ({ context }) => getFirstSteps(context.db),
  });
  figures(
    'stats',
    'Get leads, conversions, invoices and revenue of a period',
    statsSchema,
    getStats,
  );
  figures('pipeline', 'Get the leads of a period by stage', z.array(stageCountSchema), getPipeline);
  figures(
    'activities',
    'List the newest activities of each card',
    z.array(activitySchema),
    getActivities,
  );
  figures(
    'top-customers',
    'List the customers with the highest payments',
    z.array(topCustomerSchema),
    getTopCustomers,
  );
}
