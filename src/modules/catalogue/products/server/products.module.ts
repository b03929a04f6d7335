import type { Module } from '~/kit/server/http/module';
import { categoryRoutes } from '../catalogue/server/categories.routes';
import { productJobs } from '../catalogue/server/products.jobs';
import { fillDemoProducts } from '../catalogue/server/products.demo';
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
    'product_counts',
    'products',
    'stock_movements',
    'stock_valuation',
    'subcategories',
  ],
  routes: [categoryRoutes, productRoutes],
  jobs: productJobs,
  extend: provideProducts,
  checks: stockChecks,
  reports: [stockValueReport, stockMovesReport],
  samples: [{ what: 'products', isRecord: true, fill: fillDemoProducts }],
};
