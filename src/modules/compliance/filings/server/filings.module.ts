import type { Module } from '~/kit/server/http/module';
import { fillDemoFilings } from './filings.demo';
import { filingRoutes } from './filings.routes';
import { provideFilings } from './extensions.queries';

export const filingsModule: Module = {
  name: 'filings',
  tables: ['e_invoices', 'e_way_bills', 'note_e_invoices'],
  routes: [filingRoutes],
  extend: provideFilings,
  samples: [{ what: 'IRNs and e-way bills', isRecord: false, fill: fillDemoFilings }],
};
