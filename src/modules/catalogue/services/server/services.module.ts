import type { Module } from '~/kit/server/http/module';
import { provideServices } from './extensions.queries';
import { fillDemoServices } from './services.demo';
import { serviceRoutes } from './services.routes';

export const servicesModule: Module = {
  name: 'services',
  tables: ['services'],
  routes: [serviceRoutes],
  extend: provideServices,
  samples: [{ what: 'services', isRecord: true, fill: fillDemoServices }],
};
