import os from 'node:os';
import { clockPart } from './clock-part';
import { databasePart } from './database-part';
import { diskPart } from './disk-part';
import { fuzzPart } from './fuzz-part';
import { issuingPart, killPart } from './kill-part';
import { loadPart } from './load-part';
import { mailPart } from './mail-part';
import type { Line, Part } from './part';
import { planOf } from './plan';
import { slowPart } from './slow-part';
import { socketsPart } from './sockets-part';

const parts: Readonly<Record<string, Part>> = {
  clock: clockPart,
  database: databasePart,
  disk: diskPart,
  fuzz: fuzzPart,
  issuing: issuingPart,
  kills: killPart,
  load: loadPart,
  mail: mailPart,
  slow: slowPart,
  sockets: socketsPart,
};

const tell = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

const plan = planOf(process.argv.slice(2), Object.keys(parts));
const chosen = Object.entries(parts).filter(([name]) => plan.parts.includes(name));
const expected = chosen.map(
  ([name, { minutes }]) => [name, Math.ceil(minutes(plan) * 10) / 10] as const,
);
tell(
  `${plan.rounds} kills, ${plan.people} people for ${plan.minutes} minutes and five times as many, `,
);
tell(`${plan.requests} hostile requests, seed ${plan.seed}.`);
tell(`Minutes expected: ${expected.map(([name, minutes]) => `${name} ${minutes}`).join(', ')}.`);

const lines: Line[] = [];
for (const [name, part] of chosen) {
  const began = performance.now();
  tell(`\n── ${name}`);
  try {
    lines.push(...(await part.run(plan, tell)));
  } catch (error) {
    tell(error instanceof Error ? (error.stack ?? error.message) : String(error));
    lines.push({ what: name, measured: 'ended early: see above', mark: 'ends', holds: false });
  }
  tell(`${name} took ${((performance.now() - began) / 60_000).toFixed(1)} minutes`);
}

const verdicts = new Map<boolean | null, string>([
  [true, 'yes'],
  [false, 'NO'],
  [null, 'not tried'],
]);
const rows = lines.map(
  ({ what, measured, mark, holds }) =>
    `| ${what} | ${measured} | ${mark} | ${verdicts.get(holds)} |`,
);
process.stdout.write(
  `\nNode ${process.version}, ${os.cpus().length} cores shared by client, server and database, ` +
    `load ${os.loadavg()[0]?.toFixed(1)}\n\n| what | measured | mark | holds |\n|---|---|---|---|\n${rows.join('\n')}\n`,
);
process.exitCode = lines.some(({ holds }) => holds === false) ? 1 : 0;
