import os from 'node:os';
import { browserFigures } from './browser-figures';
import { dashboardFigures } from './dashboard-figures';
import { importFigures } from './import-figures';
import { startBench } from './product';
import { type Figure, serverFigures } from './server-figures';

const bench = await startBench();
let figures: Figure[];
try {
  figures = [
    ...(await serverFigures(bench)),
    ...(await browserFigures(bench)),
    ...(await dashboardFigures(bench)),
    ...(await importFigures(bench)),
  ];
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
