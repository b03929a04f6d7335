import type { Module } from '~/kit/server/http/module';
import { companyErrors } from '../company.errors';
import { paymentMethodRoutes } from './accounts.routes';
import { fillDemoCompany } from './company.demo';
import { identityRoutes } from './identity.routes';
import { logoRoutes } from './logo.routes';
import { settingsRoutes } from './settings.routes';

export const companyModule: Module = {
  name: 'company',
  errors: companyErrors,
  routes: [settingsRoutes, identityRoutes, logoRoutes, paymentMethodRoutes],
  samples: [{ what: 'payment methods', isRecord: false, fill: fillDemoCompany }],
};
