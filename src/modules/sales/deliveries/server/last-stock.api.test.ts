import { expect, it } from 'vitest';
import { checks } from '~/app/modules';
import { ownServer } from '~/app/testing/test-file-server';
import { runChecks } from '~/kit/server/checks/checks';
import { makeRecord } from '~/kit/server/testing/test-calls';
import {
  holdingOf,
  makeProduct,
} from '~/modules/catalogue/products/catalogue/server/products.builders';
import { makeCustomer } from '~/modules/sales/customers/server/customers.builders';
import type { OrderWithLines } from '~/modules/sales/orders/orders.fields';
import { itemOf } from '~/modules/sales/orders/server/orders.builders';
import type { Delivery } from '../deliveries.fields';

const test = ownServer();

it.each(['drafts', 'new deliveries'])(
  'fifty who dispatch the last 10.5 kg at once, by %s, take no more than there is, and read who holds it',
  async (what) => {
    const wire = { unit_of_measure: 'kg', stock_quantity: 10.5 };
    const { id: product } = await makeProduct(test.admin, wire);
    const customer_id = (await makeCustomer(test.admin)).id;
    const dispatches = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const sent = { customer_id, items: [itemOf(product, 1)] };
        const { id: order_id } = await makeRecord<OrderWithLines>(test.admin, '/orders', sent);
        await test.admin.put(`/orders/${order_id}/status`, { status: 'confirmed' });
        const status = 'dispatched';
        if (what !== 'drafts') return () => test.admin.post('/deliveries', { order_id, status });
        const { id } = await makeRecord<Delivery>(test.admin, '/deliveries', { order_id });
        return () => test.admin.put(`/deliveries/${id}/status`, { status });
      }),
    );
    const responses = await Promise.all(dispatches.map((dispatch) => dispatch()));
    expect(responses.filter(({ status }) => status >= 500)).toEqual([]);
    const refused = responses.filter(({ status }) => status === 409);
    expect([responses.length - refused.length, refused.length]).toEqual([10, 40]);
    for (const { body } of refused) {
      expect(body.code).toBe('stock.insufficient');
      expect(body.details?.some(({ record }) => record?.type === 'order')).toBe(true);
    }
    expect(await holdingOf(test.admin, product)).toEqual([0.5, 40]);
    const results = await runChecks(test.server.database.openClient, checks);
    expect(results.flatMap(({ first }) => first)).toEqual([]);
  },
);
