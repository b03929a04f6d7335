import type { Module } from '~/kit/server/http/module';
import { duplicateRoutes } from './duplicates.routes';

export const duplicatesModule: Module = {
  name: 'duplicates',
  routes: [duplicateRoutes],
};
