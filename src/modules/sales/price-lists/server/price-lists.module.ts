import type { Module } from '~/kit/server/http/module';
import { fillDemoPriceLists } from './price-lists.demo';
import { priceListRoutes } from './price-lists.routes';
import { providePriceLists } from './extensions.queries';

export const priceListsModule: Module = {
  name: 'price-lists',
  tables: ['price_lists', 'price_list_items', 'price_list_limits'],
  routes: [priceListRoutes],
  extend: providePriceLists,
  samples: [{ what: 'price lists', isRecord: false, fill: fillDemoPriceLists }],
};
