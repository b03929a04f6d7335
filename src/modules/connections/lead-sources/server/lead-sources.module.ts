import type { Module } from '~/kit/server/http/module';
import { rowsTrace } from '~/kit/server/retention/traces';
import { fillDemoSources } from './lead-sources.demo';
import { leadSourceRoutes } from './lead-sources.routes';
import { publicSourceRoutes } from './public.routes';
import { pullJob } from './pulls.internal';

export const leadSourcesModule: Module = {
  name: 'lead-sources',
  tables: ['lead_arrival_ids', 'lead_arrivals', 'lead_sources', 'used_challenges'],
  routes: [leadSourceRoutes, publicSourceRoutes],
  jobs: (api) => [pullJob(api)],
  traces: [
    rowsTrace('lead_arrivals', { table: 'lead_arrivals', at: 'at' }),
    rowsTrace('links', { table: 'used_challenges', at: 'expires_at' }),
  ],
  samples: [{ what: 'lead sources', isRecord: false, fill: fillDemoSources }],
};
