import { z } from 'zod';
import type { Context } from '~/kit/server/database/context';
import { type Api, route } from '~/kit/server/http/route';
import { SharedAnswers } from '~/kit/server/lists/shared-answers';
import { activitySchema } from '~/modules/collaboration/activity/activity.fields';
import {
  type Period,
  periods,
  stageCountSchema,
  statsSchema,
  topCustomerSchema,
} from '../dashboard.fields';
import { firstStepsSchema } from '../first-steps.rules';
import { getFirstSteps } from './first-steps.queries';
import { getActivities, getPipeline, getStats, getTopCustomers } from './dashboard.steps';

const query = z.object({
  period: z
    .enum(
      periods.map((each) => each.value),
      { error: 'The period must be week, month, quarter or year' },
    )
    .default('month'),
});

export function dashboardRoutes(api: Api): void {
  const answers = new SharedAnswers();
  const figures = <A>(
    name: string,
    summary: string,
    answer: z.ZodType<A>,
    get: (context: Context & { answers: SharedAnswers }, period: Period) => Promise<A>,
  ): void =>
    route(api, {
      method: 'GET',
      url: `/dashboard/${name}`,
      access: 'user',
      summary,
      tag: 'Dashboard',
      query,
      answer,
      handle: ({ context, query: asked }) => get({ ...context, answers }, asked.period),
    });
  route(api, {
    method: 'GET',
    url: '/first-steps',
    access: 'admin',
    summary: 'Get the completed setup steps of a new company and the number of sample records',
    tag: 'Dashboard',
    answer: firstStepsSchema,
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
