import { beforeAll, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import { signInWith } from '~/modules/organization/users/roles/server/roles.builders';
import { makeCustomer } from '~/modules/sales/customers/server/customers.builders';
import type { ProductPrices } from '../price-lists.rules';
import { makePriceList } from './price-lists.builders';

const test = fileServer();
const ids = { customer: 0, product: 0, other: 0 };

beforeAll(async () => {
  ids.customer = (await makeCustomer(test.admin)).id;
  ids.product = (await makeProduct(test.admin, { unit_price: 100 })).id;
  ids.other = (await makeProduct(test.admin, { unit_price: 7 })).id;
  await makePriceList(test.admin, {
    name: 'Everybody',
    items: [
      { product_id: ids.product, from_quantity: 10, unit_price: 90 },
      { product_id: ids.product, from_quantity: 50, unit_price: 80 },
    ],
  });
  await makePriceList(test.admin, {
    name: 'Theirs',
    customer_id: ids.customer,
    valid_from: '2026-06-01',
    valid_until: '2026-06-30',
    items: [{ product_id: ids.product, from_quantity: 20, unit_price: 85 }],
  });
});

const prices = (query: string, client = test.admin) =>
  client.get<ProductPrices[]>(`/price-lists/prices?${query}`);
const steps = async (query: string, client = test.admin) =>
  (await prices(query, client)).body.data.map((each) =>
    each.steps.map(({ from_quantity, unit_price }) => [from_quantity, unit_price]),
  );

describe('the prices that a form asks for', () => {
  it('are that of the product and those of the lists, by quantity', async () => {
    const response = await prices(`product_id=${ids.product},${ids.other}`);
    const list = { price_list_name: 'Everybody', price_list_id: 1 };
    expect(response.body.data).toEqual([
      {
        product_id: ids.product,
        unit_price: 100,
        steps: [
          { from_quantity: 10, unit_price: 90, ...list },
          { from_quantity: 50, unit_price: 80, ...list },
        ],
      },
      { product_id: ids.other, unit_price: 7, steps: [] },
    ]);
  });

  it('are those of the customer, on the day', async () => {
    const of = `product_id=${ids.product}&customer_id=${ids.customer}`;
    expect(await steps(`${of}&date=2026-06-30`)).toEqual([
      [
        [10, 90],
        [20, 85],
        [50, 85],
      ],
    ]);
    expect(await steps(`${of}&date=2026-07-01`)).toEqual([
      [
        [10, 90],
        [50, 80],
      ],
    ]);
  });

  it('show no prices of a customer that the user may not read', async () => {
    const { client } = await signInWith(test, {
      price_lists: { read: 'all' },
      products: { read: 'all' },
    });
    const of = `product_id=${ids.product}&customer_id=${ids.customer}&date=2026-06-15`;
    expect(await steps(of, client)).toEqual([
      [
        [10, 90],
        [50, 80],
      ],
    ]);
    const { client: blind } = await signInWith(test, { products: { read: 'all' } });
    expect((await prices(of, blind)).status).toBe(403);
  });

  it.each([
    '',
    'product_id=',
    'product_id=1,x',
    'product_id=1&date=soon',
    'product_id=99999999999',
    `product_id=${Array.from({ length: 201 }, () => 1).join(',')}`,
  ])('are refused for %s', async (query) => {
    expect((await prices(query)).status).toBe(400);
  });
});
