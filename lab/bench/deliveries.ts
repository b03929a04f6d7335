import { type People, signedIn } from '../faults/crew';
import { make } from '../faults/people';
import { makeOrder } from '../faults/work';
import { atMost, besides, type Figure, percentile, repeated } from '../figures';
import { emptyRecords } from './fill';
import type { Bench } from './product';

const people = 50;
const stock = 10.5;
const rounds = 6;

/** Fifty people who each dispatch a kilogram of the last 10.5 kg, at once. */
export async function dispatchFigures({ url, pool, store }: Bench): Promise<Figure[]> {
  await emptyRecords(pool);
  const crew = await signedIn(url, store, people);
  const taken: number[] = [];
  const wrong: string[] = [];
  await repeated(rounds, async () => {
    const drafts = await makeDrafts(crew);
    const times = await Promise.all(
      crew.map(async (person, at) => {
        const began = performance.now();
        const path = `/deliveries/${drafts[at]}/status`;
        const { status, body } = await person.askJson('PUT', path, { status: 'dispatched' });
        const took = performance.now() - began;
        const text = body.toString();
        if (status !== 200 && (status !== 409 || !/ORD-[\d-]+ (holds|took) /.test(text)))
          wrong.push(`${status} ${text}`);
        return { status, took };
      }),
    );
    taken.push(...times.map(({ took }) => took));
    const sent = times.filter(({ status }) => status === 200).length;
    if (sent !== Math.floor(stock)) wrong.push(`${sent} of ${people} were dispatched`);
  });
  const { rows } = await pool.query<{ left: number }>(
    'select stock_quantity::float as left from products where stock_quantity <> 0.5',
  );
  wrong.push(...rows.map(({ left: remaining }) => `${remaining} kg left`));
  const name = `${people} people dispatch 1 kg each of the last ${stock} kg at once, ${rounds} times: p95`;
  return [besides(atMost(name, percentile(taken.slice(people), 0.95), 500), wrong[0])];
}

/** A draft for each of them, each of a separate order. */
async function makeDrafts(crew: People): Promise<number[]> {
  const at = `${Date.now()}`;
  const customer_id = await make(crew[0], '/customers', {
    company_name: `Deccan Pumps ${at}`,
    contact_person: 'Meera Kulkarni',
  });
  const product_id = await make(crew[0], '/products', {
    product_name: `Copper Wire ${at}`,
    sku_code: `WIRE-${at}`,
    unit_price: 900,
    unit_of_measure: 'kg',
    stock_quantity: stock,
  });
  return Promise.all(
    crew.map(async (person) => {
      const items = [{ product_id, quantity: 1, unit_price: 900 }];
      const { id } = await makeOrder(person, { customer_id, items });
      return make(person, '/deliveries', { order_id: id });
    }),
  );
}
