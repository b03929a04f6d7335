import { expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { paiseOf, readReport } from '~/kit/server/testing/test-reports';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import type { Movement } from '../movements.fields';

const test = fileServer();

it('adds up the movements of a time by product, kind and reason', async () => {
  const product = await makeProduct(test.admin, {
    product_name: 'Moved Valve',
    stock_quantity: 10,
    cost_price: 2.5,
  });
  const adjust = (values: object) =>
    test.admin.post(`/products/${product.id}/adjust-stock`, values);
  await adjust({ adjustment_type: 'out', quantity: 4, reason: 'Damaged' });
  await adjust({ adjustment_type: 'in', quantity: 7, reason: 'Found' });
  const list = (await test.admin.get<Movement[]>(`/products/${product.id}/stock-movements`)).body
    .data;
  const byProduct = await readReport(test.admin, 'stock-moves');
  expect(byProduct.named('Moved Valve')).toMatchObject({
    moves: list.length,
    came: 17,
    went: 4,
    change: list.reduce((sum, { quantity }) => sum + quantity, 0),
    value: 32.5,
    link: `/inventory/products/${product.id}`,
  });
  const byReason = await readReport(test.admin, 'stock-moves?group=reason');
  expect(byReason.named('Damaged')).toMatchObject({ moves: 1, came: 0, went: 4, value: -10 });
  const byKind = await readReport(test.admin, 'stock-moves?group=kind');
  expect(byKind.named('Stock in')).toMatchObject({ moves: 1, came: 7 });
  for (const { rows, totals } of [byProduct, byReason, byKind]) {
    expect(totals).toEqual(byProduct.totals);
    expect(paiseOf(rows, (row) => row['value'])).toBe(paiseOf([totals], (row) => row['value']));
  }
  const before = await readReport(test.admin, 'stock-moves?from=2020-01-01&to=2020-12-31');
  expect([before.rows, before.totals]).toEqual([[], { moves: 0, value: 0 }]);
});
