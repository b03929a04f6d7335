import { chosenOf, printFigures, printLine, runParts } from '../figures';
import { clockPart } from './clock-part';
import { databasePart } from './database-part';
import { diskPart } from './disk-part';
import { fuzzPart } from './fuzz-part';
import { issuingPart, killPart } from './kill-part';
import { mailPart } from './mail-part';
import { planOf } from './plan';
import { reminderPart } from './reminder-part';
import { webhookPart } from './webhook-part';

const parts = {
  clock: clockPart,
  database: databasePart,
  disk: diskPart,
  fuzz: fuzzPart,
  issuing: issuingPart,
  kills: killPart,
  mail: mailPart,
  reminders: reminderPart,
  webhooks: webhookPart,
};

const { names, ...plan } = planOf(process.argv.slice(2));
const chosen = chosenOf(parts, names);
printLine(`${plan.rounds} kills, ${plan.requests} hostile requests, seed ${plan.seed}.`);
printFigures(await runParts(chosen, plan));
