import type { Module } from '~/kit/server/http/module';
import { privacyJobs } from './privacy.jobs';
import { privacyRoutes } from './privacy.routes';

export const privacyModule: Module = {
  name: 'privacy',
  tables: ['consents', 'erasures', 'privacy_policy'],
  routes: [privacyRoutes],
  jobs: privacyJobs,
};
