import type { Module } from '~/kit/server/http/module';
import { categoryRoutes } from '../catalogue/server/categories.routes';
import { fillDemoProducts } from '../catalogue/server/products.demo';
import { productRoutes } from '../catalogue/server/products.routes';
import { provideProducts } from '../catalogue/server/provided.queries';
import { importJobs } from '../imports/server/imports.jobs';
import { importRoutes } from '../imports/server/imports.routes';
import { importTraces } from '../imports/server/imports.traces';
import { productErrors } from '../products.errors';
import { stockValueReport } from '../stock/server/stock-value.queries';
import { stockChecks } from '../stock/server/stock.checks';

export const productsModule: Module = {
  name: 'products',
  tables: [
    'brands',
    'categories',
    'import_jobs',
    'product_counts',
    'products',
    'stock_movements',
    'subcategories',
  ],
  errors: productErrors,
  routes: [categoryRoutes, productRoutes, importRoutes],
  jobs: importJobs,
  extend: provideProducts,
  checks: stockChecks,
  reports: [stockValueReport],
  traces: importTraces,
  samples: [{ what: 'products', isRecord: true, fill: fillDemoProducts }],
};
