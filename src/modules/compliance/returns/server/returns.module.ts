import type { Module } from '~/kit/server/http/module';
import { returnErrors } from '../returns.errors';
import { provideReturns } from './extensions.queries';
import { returnRoutes } from './returns.routes';

export const returnsModule: Module = {
  name: 'returns',
  tables: ['filed_documents', 'filed_returns'],
  errors: returnErrors,
  routes: [returnRoutes],
  extend: provideReturns,
};
