import { beforeAll, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import type { TestClient } from '~/app/testing/test-server';
import { customerBody } from '~/modules/sales/customers/server/customers.builders';
import { productBody } from '~/modules/catalogue/products/catalogue/server/products.builders';
import { makeUser } from '~/modules/organization/users/server/users.builders';
import {
  chooseWorkspace,
  makeWorkspace,
} from '~/modules/organization/workspaces/server/workspaces.builders';
import type { OrderWithLines } from '../orders.fields';

const test = fileServer();
let person: { id: number; client: TestClient };
let mine: number;
let theirs: number;
let product: number;

const refusal = [403, 'You have read-only access to this workspace'];

beforeAll(async () => {
  const { id, username, password } = await makeUser(test.server);
  person = { id, client: await test.server.signIn(username, password) };
  mine = await makeWorkspace(test.server, { [id]: 'member' });
  theirs = await makeWorkspace(test.server, { [id]: 'viewer' });
  product = (await test.admin.post<{ id: number }>('/products', productBody())).body.data.id;
});

async function customerIn(workspace: number | null): Promise<number> {
  const id = (await test.admin.post<{ id: number }>('/customers', customerBody())).body.data.id;
  await test.server.database.pool.query('update customers set workspace_id = $2 where id = $1', [
    id,
    workspace,
  ]);
  return id;
}

const order = (client: TestClient, customer_id: number) =>
  client.post<OrderWithLines>('/orders', {
    customer_id,
    items: [{ product_id: product, quantity: 1, unit_price: 1 }],
  });
const listed = async () =>
  (await person.client.get<{ id: number }[]>('/orders')).body.data.map(({ id }) => id);

it('an order is where its customer is, and lists show it there', async () => {
  const here = (await order(test.admin, await customerIn(mine))).body.data;
  const there = (await order(test.admin, await customerIn(theirs))).body.data;
  const nowhere = (await order(test.admin, await customerIn(null))).body.data;
  expect([here, there, nowhere].map((each) => each.workspace_id)).toEqual([mine, theirs, null]);
  await chooseWorkspace(test.server, person.id, mine);
  expect(await listed()).toEqual([here.id]);
  await chooseWorkspace(test.server, person.id, null);
  expect(await listed()).toEqual([nowhere.id, there.id, here.id]);
});

it('a viewer reads, and writes neither there nor from elsewhere', async () => {
  const theirCustomer = await customerIn(theirs);
  const { id } = (await order(test.admin, theirCustomer)).body.data;
  for (const workspace of [theirs, null]) {
    await chooseWorkspace(test.server, person.id, workspace);
    const { client } = person;
    const responses = await Promise.all([
      order(client, theirCustomer),
      client.put(`/orders/${id}`, { notes: 'x' }),
      client.put(`/orders/${id}/status`, { status: 'confirmed' }),
      client.delete(`/orders/${id}`),
    ]);
    for (const { status, body } of responses) expect([status, body.error]).toEqual(refusal);
    expect((await client.get(`/orders/${id}`)).status).toBe(200);
  }
});

it('an order cannot be moved to a customer where one only reads', async () => {
  await chooseWorkspace(test.server, person.id, mine);
  const created = await order(person.client, await customerIn(mine));
  expect(created.status).toBe(201);
  const moved = await person.client.put(`/orders/${created.body.data.id}`, {
    customer_id: await customerIn(theirs),
  });
  expect([moved.status, moved.body.error]).toEqual(refusal);
});
