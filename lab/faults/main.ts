import { type Figure, printFigures, printLine } from '../figures';
import { clockPart } from './clock-part';
import { databasePart } from './database-part';
import { diskPart } from './disk-part';
import { fuzzPart } from './fuzz-part';
import { issuingPart, killPart } from './kill-part';
import { mailPart } from './mail-part';
import { type Part, planOf } from './plan';
import { reminderPart } from './reminder-part';

const parts: Readonly<Record<string, Part>> = {
  clock: clockPart,
  database: databasePart,
  disk: diskPart,
  fuzz: fuzzPart,
  issuing: issuingPart,
  kills: killPart,
  mail: mailPart,
  reminders: reminderPart,
};

const plan = planOf(process.argv.slice(2), Object.keys(parts));
const chosen = Object.entries(parts).filter(([name]) => plan.parts.includes(name));
const expected = chosen.map(([name, { minutes }]) => `${name} ${minutes(plan).toFixed(1)}`);
printLine(`${plan.rounds} kills, ${plan.requests} hostile requests, seed ${plan.seed}.`);
printLine(`Minutes expected: ${expected.join(', ')}.`);

const figures: Figure[] = [];
for (const [name, part] of chosen) {
  const began = performance.now();
  printLine(`\n── ${name}`);
  try {
    figures.push(...(await part.run(plan)));
  } catch (error) {
    printLine(error instanceof Error ? (error.stack ?? error.message) : String(error));
    figures.push({ name, value: 'ended early: see above', mark: 'ends', holds: false });
  }
  printLine(`${name} took ${((performance.now() - began) / 60_000).toFixed(1)} minutes`);
}
printFigures(figures);
