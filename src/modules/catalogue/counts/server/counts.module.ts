import type { Module } from '~/kit/server/http/module';
import { fillDemoCounts } from './counts.demo';
import { countChecks } from './counts.invariants';
import { countRoutes } from './counts.routes';
import { provideCounts } from './extensions.queries';

export const countsModule: Module = {
  name: 'counts',
  tables: ['count_lines', 'counts'],
  routes: [countRoutes],
  extend: provideCounts,
  checks: countChecks,
  samples: [
    // After all that moves stock at moments of the past.
    { what: 'counts', isRecord: true, fill: fillDemoCounts, before: 'IRNs and e-way bills' },
  ],
};
