import { chosenOf, type Figure, printFigures, runParts } from '../figures';
import { buyingFigures } from './buying';
import { dashboardFigures } from './dashboard';
import { dispatchFigures } from './deliveries';
import { gateFigures } from './gate';
import { hostileFigures, anonymousFigures } from './hostile';
import { importFigures } from './imports';
import { liveFigures } from './live';
import { openFigures } from './open';
import { orderFigures } from './orders';
import { paperFigures } from './papers';
import { type Bench, onBench } from './product';
import { searchFigures } from './search';
import { serverFigures } from './server';
import { longVisitFigures, visitFigures } from './visits';

/** In this order: the first needs a server that has done nothing yet. */
const usual: Readonly<Record<string, (bench: Bench) => Promise<Figure[]>>> = {
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

/** `buying`, `long`, `open` and `search` take minutes, and `.ci/run` runs `gate`: they run only by name. */
const parts = {
  ...usual,
  buying: buyingFigures,
  long: longVisitFigures,
  open: openFigures,
  search: searchFigures,
  gate: gateFigures,
};
const chosen = chosenOf(parts, process.argv.slice(2), Object.keys(usual));
printFigures(await onBench((bench) => runParts(chosen, bench)));
