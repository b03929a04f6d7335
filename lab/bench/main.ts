import os from 'node:os';
import { backupFigures } from './backup-figures';
import { boundFigures } from './bound-figures';
import { browserFigures } from './browser-figures';
import { dashboardFigures } from './dashboard-figures';
import { documentFigures } from './document-figures';
import { feedFigures } from './feed-figures';
import { gateFigures } from './gate-figures';
import { gstFigures } from './gst-figures';
import { hostileFigures } from './hostile-figures';
import { importFigures } from './import-figures';
import { liveFigures } from './live-figures';
import { longFigures } from './long-figures';
import { orderFigures } from './order-figures';
import { type Bench, startBench } from './product';
import { paletteFigures } from './palette-figures';
import { recordFigures } from './record-figures';
import { type Figure, serverFigures } from './server-figures';
import { signInFigures } from './sign-in-figures';
import { stockFigures } from './stock-figures';
import { visitFigures } from './visit-figures';
import { writeFigures } from './write-figures';

/**
 * In this order, since later parts use the records of earlier ones; `npm run bench -- server import` runs some of
 * them.
 */
const parts: Readonly<Record<string, (bench: Bench) => Promise<Figure[]>>> = {
  server: serverFigures,
  browser: browserFigures,
  dashboard: dashboardFigures,
  visits: visitFigures,
  orders: orderFigures,
  gst: gstFigures,
  document: documentFigures,
  stock: stockFigures,
  writes: writeFigures,
  feed: feedFigures,
  records: recordFigures,
  palette: paletteFigures,
  import: (bench) => importFigures(bench),
  bounds: boundFigures,
  hostile: (bench) => hostileFigures(bench),
  live: liveFigures,
  backup: backupFigures,
  // Last: it leaves this machine's address without further sign-ins for a while.
  'sign-in': signInFigures,
};

/** Run only by name: one takes minutes, and `.ci/run` runs the other as its gate. */
const namedParts: typeof parts = { long: longFigures, gate: gateFigures };

const wanted = process.argv.slice(2);
const bench = await startBench();
const figures: Figure[] = [];
try {
  for (const [name, measure] of Object.entries({ ...parts, ...namedParts })) {
    const isWanted = wanted.length === 0 ? name in parts : wanted.includes(name);
    if (isWanted) figures.push(...(await measure(bench)));
  }
} finally {
  await bench.stop();
}

const lines = figures.map(
  ({ name, value, mark, holds }) => `| ${name} | ${value} | ${mark} | ${holds ? 'yes' : 'NO'} |`,
);
process.stdout.write(
  `\nNode ${process.version}, ${os.cpus().length} cores, load ${os.loadavg()[0]?.toFixed(1)}\n
| figure | measured | mark | holds |\n|---|---|---|---|\n${lines.join('\n')}\n`,
);
process.exitCode = figures.every((figure) => figure.holds) ? 0 : 1;
