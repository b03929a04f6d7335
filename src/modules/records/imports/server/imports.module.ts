import type { Module } from '~/kit/server/http/module';
import { importJobs } from './imports.jobs';
import { importRoutes } from './imports.routes';
import { importTraces } from './imports.retention';

export const importsModule: Module = {
  name: 'imports',
  tables: ['import_jobs'],
  routes: [importRoutes],
  jobs: importJobs,
  traces: importTraces,
};
