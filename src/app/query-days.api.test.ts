import { expect, it } from 'vitest';
import { makeCustomer } from '~/modules/sales/customers/server/customers.builders';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import { fileServer } from './testing/test-file-server';

const test = fileServer();

it.each(['0000-01-01', '0001-01-01', '1899-12-31', '10000-01-01', '+012026-11-28', '2026-02-30'])(
  'refuses the day %s in every address',
  async (day) => {
    const { id } = await makeCustomer(test.admin);
    const product = (await makeProduct(test.admin)).id;
    const encoded = encodeURIComponent(day);
    const paths = [
      `/receivables?as_of=${encoded}`,
      `/customers/${id}/statement?from=${encoded}`,
      `/customers/${id}/statement?to=${encoded}`,
      `/price-lists/prices?product_id=${product}&date=${encoded}`,
      `/reports/sales?from=${encoded}&to=9999-12-31`,
      `/reports/stock-value?as_of=${encoded}`,
      `/billing/invoices.zip?from=${encoded}`,
      `/invoices/date-check?date=${encoded}`,
      `/tax/e-invoices?from=${encoded}&to=${encoded}`,
      `/tax/tally?from=${encoded}&to=${encoded}`,
    ];
    const statuses: Record<string, number> = {};
    for (const path of paths) statuses[path] = (await test.admin.get(path)).status;
    expect(statuses).toEqual(Object.fromEntries(paths.map((path) => [path, 400])));
  },
);
