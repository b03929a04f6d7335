import type { Module } from '~/kit/server/http/module';
import { timelineRoutes } from './timeline.routes';

export const timelineModule: Module = {
  name: 'timeline',
  routes: [timelineRoutes],
};
