import { chosenOf, type Figure, printFigures, runParts } from '../figures';
import { dashboardFigures } from './dashboard';
import { dispatchFigures } from './deliveries';
import { gateFigures } from './gate';
import { hostileFigures, anonymousFigures } from './hostile';
import { importFigures } from './imports';
import { liveFigures } from './live';
import { orderFigures } from './orders';
import { paperFigures } from './papers';
import { type Bench, startBench } from './product';
import { serverFigures } from './server';
import { longVisitFigures, visitFigures } from './visits';

/** In this order: the first needs a server that has done nothing yet. */
const parts: Readonly<Record<string, (bench: Bench) => Promise<Figure[]>>> = {
  server: serverFigures,
  dashboard: dashboardFigures,
  orders: orderFigures,
  deliveries: dispatchFigures,
  papers: paperFigures,
  import: (bench) => importFigures(bench),
  hostile: async (bench) => [...(await hostileFigures(bench)), ...(await anonymousFigures(bench))],
  live: liveFigures,
  visits: visitFigures,
};

/** Run only by name: one takes minutes, and `.ci/run` runs the other. */
const namedParts: typeof parts = { long: longVisitFigures, gate: gateFigures };

const every = { ...parts, ...namedParts };
const chosen = chosenOf(every, process.argv.slice(2), Object.keys(parts));
const bench = await startBench();
const figures = await runParts(chosen, bench);
await bench.stop();
printFigures(figures);
