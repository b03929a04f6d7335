import type { Module } from '~/kit/server/http/module';
import { activityRoutes } from './activity.routes';

export const activityModule: Module = {
  name: 'activity',
  routes: [activityRoutes],
};
