import type { Module } from '~/kit/server/http/module';

/** Its routes and jobs depend on the configuration, so `src/app/server.ts` starts them. */
export const maintenanceModule: Module = {
  name: 'maintenance',
  tables: ['maintenance_runs', 'retention_days', 'retention_runs', 'sample_records'],
};
