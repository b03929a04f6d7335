import type { Module } from '~/kit/server/http/module';
import { customerFiguresRoutes } from './customer-figures.routes';

export const customerFiguresModule: Module = {
  name: 'customer-figures',
  routes: [customerFiguresRoutes],
};
