import type { Module } from '~/kit/server/http/module';
import { provideReturns } from './extensions.queries';
import { returnRoutes } from './returns.routes';

export const returnsModule: Module = {
  name: 'returns',
  tables: ['filed_documents', 'filed_returns'],
  routes: [returnRoutes],
  extend: provideReturns,
};
