import type { Module } from '~/kit/server/http/module';
import { leadsReport } from './conversion-rates.queries';
import { leadCountChecks } from './lead-counts.invariants';
import { fillDemoLeads } from './leads.demo';
import { leadJobs } from './leads.jobs';
import { leadRoutes } from './leads.routes';
import { provideLeads } from './extensions.queries';
import { stageRoutes } from './stages.routes';

export const leadsModule: Module = {
  name: 'leads',
  tables: ['lead_counts', 'leads', 'pipeline_stages'],
  routes: [stageRoutes, leadRoutes],
  jobs: leadJobs,
  extend: provideLeads,
  checks: leadCountChecks,
  reports: [leadsReport],
  samples: [{ what: 'leads', isRecord: true, fill: fillDemoLeads }],
};
