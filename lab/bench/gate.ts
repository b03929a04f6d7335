import { hash } from '@node-rs/argon2';
import { against, type Figure, repeated, timed } from '../figures';
import { readLength } from './calls';
import { emptyRecords, fillLeads } from './fill';
import { hostileFigures } from './hostile';
import { importFigures } from './imports';
import { leads, listFigures } from './lists';
import { orderFigures } from './orders';
import type { Bench } from './product';

/** A busy machine makes a figure worse by so much, a fault by more. */
const room = 3;
/** Other calls wait as long as the machine of the day lets them, and V8 gives memory back when it likes. */
const dependsOnTheDay = /, p95$|20 s after/;

/** What no change may make much slower unseen: ratios side by side, small enough to run with each change. */
export async function gateFigures(bench: Bench): Promise<Figure[]> {
  await emptyRecords(bench.pool);
  await fillLeads(bench.pool, 10_000);
  const figures = [
    ...(await listFigures(bench, leads)),
    ...(await orderFigures(bench, 1)),
    await printFigure(bench),
    ...(await hostileFigures(bench)),
    ...(await importFigures(bench, {
      rows: 10_000,
      rounds: 2,
      marks: { products: 60, leads: 90, customers: 100 },
    })),
  ];
  return figures.flatMap(({ share, mark, ...figure }) =>
    share === undefined || dependsOnTheDay.test(figure.name)
      ? []
      : [{ ...figure, mark: `${mark}; gate at ${room} times that`, holds: share <= room }],
  );
}

/** A PDF and a password hash both need processor time, so a busy machine slows both alike. */
async function printFigure(bench: Bench): Promise<Figure> {
  const { rows } = await bench.pool.query<{ id: number }>(
    'select id from invoices order by id limit 12',
  );
  const measured = await repeated(rows.length - 1, async () => ({
    ours: await timed(() => readLength(bench.admin, `/invoices/${rows.pop()?.id}/pdf`)),
    theirs: await timed(() => hash('bench', { memoryCost: 47_104, timeCost: 5, parallelism: 1 })),
  }));
  return against('an invoice as PDF, against a password hashed', measured, 1);
}
