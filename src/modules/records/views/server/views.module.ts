import type { Module } from '~/kit/server/http/module';
import { fillDemoViews } from './views.demo';
import { viewRoutes } from './views.routes';

export const viewsModule: Module = {
  name: 'views',
  tables: ['view_defaults', 'views'],
  routes: [viewRoutes],
  samples: [{ what: 'views', isRecord: false, fill: fillDemoViews }],
};
