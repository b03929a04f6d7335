import type { Module } from '~/kit/server/http/module';
import { searchRoutes } from './search.routes';

export const searchModule: Module = {
  name: 'search',
  routes: [searchRoutes],
};
