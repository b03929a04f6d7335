import { registerDependents } from '~/kit/server/database/dependents';
import type { Module } from '~/kit/server/http/module';
import { fillDemoKeys } from './api-keys.demo';
import { apiKeyJobs } from './api-keys.jobs';
import { keysOfRoles } from './api-keys.queries';
import { apiKeyRoutes } from './api-keys.routes';

export const apiKeysModule: Module = {
  name: 'api-keys',
  tables: ['api_key_tokens', 'api_key_uses', 'api_keys'],
  routes: [apiKeyRoutes],
  jobs: apiKeyJobs,
  extend: () => registerDependents(keysOfRoles),
  samples: [{ what: 'API keys', isRecord: false, fill: fillDemoKeys }],
};
