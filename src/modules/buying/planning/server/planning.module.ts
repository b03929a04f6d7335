import type { Module } from '~/kit/server/http/module';
import { providePlanning } from './extensions.queries';
import { planningRoutes } from './planning.routes';

export const planningModule: Module = {
  name: 'planning',
  tables: [],
  routes: [planningRoutes],
  extend: providePlanning,
};
