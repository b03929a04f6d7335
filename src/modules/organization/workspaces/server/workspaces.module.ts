import type { Module } from '~/kit/server/http/module';
import { provideWorkspaces } from './extensions.queries';
import { fillDemoWorkspaces } from './workspaces.demo';
import { workspaceRoutes } from './workspaces.routes';

export const workspacesModule: Module = {
  name: 'workspaces',
  tables: ['former_viewers', 'workspace_members', 'workspaces'],
  routes: [workspaceRoutes],
  extend: provideWorkspaces,
  samples: [{ what: 'workspaces', isRecord: false, fill: fillDemoWorkspaces }],
};
