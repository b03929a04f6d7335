import type { Module } from '~/kit/server/http/module';
import { customFieldChecks } from './custom-fields.invariants';
import { fillDemoCustomFields } from './custom-fields.demo';
import { customFieldJobs } from './custom-fields.jobs';
import { customFieldRoutes } from './custom-fields.routes';
import { provideOwnFields } from './own-fields.actions';

export const customFieldsModule: Module = {
  name: 'custom-fields',
  tables: ['custom_conversions', 'custom_fields'],
  routes: [customFieldRoutes],
  jobs: customFieldJobs,
  extend: provideOwnFields,
  checks: customFieldChecks,
  samples: [{ what: 'custom fields', isRecord: false, fill: fillDemoCustomFields }],
};
