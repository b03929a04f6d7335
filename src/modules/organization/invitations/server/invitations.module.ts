import type { Module } from '~/kit/server/http/module';
import { invitationJobs } from './invitations.jobs';
import { invitationRoutes } from './invitations.routes';
import { invitationTraces } from './invitations.retention';
import { invitationLinks } from './invitations.mail';
import { provideInvitations } from './extensions.queries';

export const invitationsModule: Module = {
  name: 'invitations',
  tables: ['invitation_tokens', 'invitations'],
  routes: [invitationRoutes],
  jobs: invitationJobs,
  links: invitationLinks,
  extend: provideInvitations,
  traces: invitationTraces,
};
