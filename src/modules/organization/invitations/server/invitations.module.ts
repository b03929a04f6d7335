import type { Module } from '~/kit/server/http/module';
import { invitationErrors } from '../invitations.errors';
import { invitationJobs } from './invitations.jobs';
import { invitationRoutes } from './invitations.routes';
import { invitationTraces } from './invitations.retention';
import { invitationLinks } from './invitations.mail';
import { provideInvitations } from './extensions.queries';

export const invitationsModule: Module = {
  name: 'invitations',
  tables: ['invitation_tokens', 'invitations'],
  errors: invitationErrors,
  routes: [invitationRoutes],
  jobs: invitationJobs,
  links: invitationLinks,
  extend: provideInvitations,
  traces: invitationTraces,
};
