import { hash } from '@node-rs/argon2';
import { readLength } from './load';
import { hostileFigures } from './hostile-figures';
import { importFigures } from './import-figures';
import { fillOrders, listOfOrders, orderRate } from './order-figures';
import { type Bench, fillLeads } from './product';
import { type Figure, leads, listFigures, timed } from './server-figures';
import { median } from './statistics';

/** A busy machine makes a figure worse by so much, a fault by more. */
const room = 3;

/** What no change may make much slower unseen: ratios side by side, small enough to run with each change. */
export async function gateFigures(bench: Bench): Promise<Figure[]> {
  await fillLeads(bench.pool, 10_000);
  const ofLeads = await listFigures(bench, leads);
  const rate = await orderRate(bench, 1);
  await fillOrders(bench.pool, 20_000);
  const figures = [
    ...ofLeads,
    ...rate,
    ...(await listFigures(bench, listOfOrders)),
    ...(await printFigures(bench)),
    ...(await hostileFigures(bench, 1000)),
    ...(await importFigures(bench, {
      rows: 10_000,
      rounds: 2,
      marks: { products: 60, leads: 90, customers: 100 },
    })),
  ];
  return figures.flatMap(({ share, mark, ...figure }) =>
    share === undefined
      ? []
      : [{ ...figure, mark: `${mark}; gate at ${room} times that`, holds: share <= room }],
  );
}

/** A PDF takes processor time like a password does, whatever else the machine has to do. */
async function printFigures(bench: Bench): Promise<Figure[]> {
  const { rows } = await bench.pool.query<{ id: number }>(
    'select id from invoices order by id limit 12',
  );
  const prints: number[] = [];
  const hashes: number[] = [];
  for (const { id } of rows) {
    prints.push(
      await timed(async () => {
        await readLength(bench, `/invoices/${id}/pdf`);
      }),
    );
    hashes.push(
      await timed(async () => {
        await hash('bench', { memoryCost: 47_104, timeCost: 5, parallelism: 1 });
      }),
    );
  }
  const ratio = median(prints) / median(hashes);
  return [
    {
      name: 'an invoice as PDF, against a password hashed',
      value: `${median(prints).toFixed(0)} ms : ${median(hashes).toFixed(0)} ms = ${ratio.toFixed(2)}`,
      mark: 'at most 1',
      holds: ratio <= 1,
      share: ratio,
    },
  ];
}
