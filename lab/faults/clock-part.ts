import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Figure } from '../figures';
import { countOf, type Query, untilNone } from './people';
import { type Plan, turnsOf } from './plan';
import { breakUnder, type Fault } from './rounds';
import { onStage } from './stage';

const hours = 3_600_000;
const days = 24 * hours;

/** The server's own clock jumps; the database's stays, so that the two disagree as well. */
export async function clockPart(plan: Plan): Promise<Figure[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'crm-clock-'));
  const file = path.join(folder, 'shift');
  await writeFile(file, '0');
  const preload = pathToFileURL(path.join(import.meta.dirname, 'shifted-clock.mjs'));
  const environment = { FAULTS_CLOCK: file, NODE_OPTIONS: `--import=${preload.href}` };
  const what = 'the server’s clock jumps';
  try {
    return await onStage(environment, async (stage) => [
      await breakUnder({ what, ...stage, turns: turnsOf(plan), faults: jumpsOf(file) }),
      await nothingHangs(stage.query),
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Away and back again; some writes that had no answer are sent again at another time than the first. */
function jumpsOf(file: string): Fault[] {
  const set = (shift: number) => async () => {
    // At one stroke: a half-written number is another time.
    await writeFile(`${file}.new`, String(shift));
    await rename(`${file}.new`, file);
  };
  const jumps = {
    'an hour ahead, and back': hours,
    'a day back, and forth': -days,
    'three months ahead, and back': 90 * days,
    'three months back, and forth': -90 * days,
  };
  return Object.entries(jumps).map(([name, shift]) => ({
    name,
    seconds: 3,
    begin: set(shift),
    end: set(0),
  }));
}

/** What the server had to do while its clock was ahead is done by now: no mail waits for a time to come. */
async function nothingHangs(query: Query): Promise<Figure> {
  const waiting = await untilNone(30, () =>
    countOf(
      query,
      `(select count(*) from mails where status in ('queued', 'sending')
          and updated_at > now() + interval '1 hour')
        + (select count(*) from import_jobs where status = 'running')`,
    ),
  );
  return {
    name: 'after the jumps: mails and imports that wait for a time to come',
    value: String(waiting),
    mark: '0 within half a minute',
    holds: waiting === 0,
  };
}
