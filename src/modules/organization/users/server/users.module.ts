import type { Module } from '~/kit/server/http/module';
import { accountRoutes } from '../account/server/account.routes';
import { userRoutes } from '../administration/server/users.routes';
import { passkeyRoutes } from '../factors/server/passkeys.routes';
import { secondFactorRoutes } from '../factors/server/second-factor.routes';
import { roleRoutes } from '../roles/server/roles.routes';
import { fillDemoUsers } from './users.demo';
import { signInLinks } from '../sessions/server/links.mail';
import { passkeySignInRoutes } from '../sessions/server/passkey-sign-ins.routes';
import { endEverySession } from '../sessions/server/sessions.queries';
import { sessionJobs } from '../sessions/server/sessions.jobs';
import { sessionRoutes } from '../sessions/server/sessions.routes';
import { sessionTraces } from '../sessions/server/sessions.retention';
import { provideUsers } from './extensions.queries';

export const usersModule: Module = {
  name: 'users',
  tables: [
    'email_changes',
    'known_devices',
    'login_failures',
    'passkey_challenges',
    'passkeys',
    'password_resets',
    'provider_accounts',
    'provider_sign_ins',
    'recovery_codes',
    'roles',
    'second_factors',
    'session_tokens',
    'sessions',
    'user_photos',
    'users',
  ],
  routes: [
    sessionRoutes,
    secondFactorRoutes,
    passkeyRoutes,
    passkeySignInRoutes,
    accountRoutes,
    roleRoutes,
    userRoutes,
  ],
  extend: provideUsers,
  jobs: sessionJobs,
  links: signInLinks,
  traces: sessionTraces,
  settle: endEverySession,
  samples: [{ what: 'users', isRecord: false, fill: fillDemoUsers }],
};
