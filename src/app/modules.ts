import type { Job } from '~/kit/server/jobs';
import type { Api } from '~/kit/server/route';
import { leadRoutes } from '~/modules/leads/server/leads.routes';
import { stageRoutes } from '~/modules/leads/server/stages.routes';
import { settingsRoutes } from '~/modules/settings/server/settings.routes';
import { sessionJobs } from '~/modules/users/server/sessions.jobs';
import { sessionRoutes } from '~/modules/users/server/sessions.routes';
import { userRoutes } from '~/modules/users/server/users.routes';

interface Module {
  name: string;
  routes: (api: Api) => void;
  jobs?: readonly Job[];
}

/** Every module, each after those that it builds on. */
export const modules: readonly Module[] = [
  { name: 'settings', routes: settingsRoutes },
  {
    name: 'users',
    routes: (api) => {
      sessionRoutes(api);
      userRoutes(api);
    },
    jobs: sessionJobs,
  },
  {
    name: 'leads',
    routes: (api) => {
      stageRoutes(api);
      leadRoutes(api);
    },
  },
];
