import type { Module } from '~/kit/server/http/module';
import { customerPartRoutes } from './customer-parts.routes';
import { fillDemoCustomers } from './customers.demo';
import { customerJobs } from './customers.jobs';
import { customerRoutes } from './customers.routes';
import { provideCustomers } from './extensions.queries';

export const customersModule: Module = {
  name: 'customers',
  tables: ['customer_addresses', 'customer_contacts', 'customers'],
  routes: [customerRoutes, customerPartRoutes],
  jobs: customerJobs,
  extend: provideCustomers,
  samples: [{ what: 'customers', isRecord: true, fill: fillDemoCustomers }],
};
