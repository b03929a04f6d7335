import type { Module } from '~/kit/server/http/module';
import { privacyErrors } from '../privacy.errors';
import { privacyJobs } from './privacy.jobs';
import { privacyRoutes } from './privacy.routes';

export const privacyModule: Module = {
  name: 'privacy',
  tables: ['consents', 'erasures', 'privacy_policy'],
  errors: privacyErrors,
  routes: [privacyRoutes],
  jobs: privacyJobs,
};
