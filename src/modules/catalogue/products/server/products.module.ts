import type { Module } from '~/kit/server/http/module';
import { categoryRoutes } from '../catalogue/server/categories.routes';
import { productJobs } from '../catalogue/server/products.jobs';
import { fillDemoProducts } from '../catalogue/server/products.demo';
import { locationRoutes } from '../locations/server/locations.routes';
import { lotRoutes } from '../lots/server/lots.routes';
import { productRoutes } from '../catalogue/server/products.routes';
import { provideProducts } from '../catalogue/server/extensions.queries';
import { stockMovesReport } from '../stock/server/stock-moves.queries';
import { stockValueReport } from '../stock/server/stock-value.queries';
import { stockChecks } from '../stock/server/stock.invariants';

export const productsModule: Module = {
  name: 'products',
  tables: [
    'brands',
    'categories',
    'locations',
    'lots',
    'product_counts',
    'products',
    'stock_levels',
    'stock_movements',
    'stock_valuation',
    'subcategories',
  ],
  routes: [categoryRoutes, productRoutes, locationRoutes, lotRoutes],
  jobs: productJobs,
  extend: provideProducts,
  checks: stockChecks,
  reports: [stockValueReport, stockMovesReport],
  samples: [{ what: 'products', isRecord: true, fill: fillDemoProducts }],
};
