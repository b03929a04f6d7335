import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Counts,
  type Crew,
  noCounts,
  repeatAll,
  signedIn,
  untilWritten,
  workOn,
} from '../faults/crew';
import { look, type Store } from '../faults/looks';
import type { Line } from '../faults/part';
import { randomOf } from '../faults/random';
import { makeGround } from '../faults/work';

/** Something that is killed under load, and what makes the cluster whole again. */
export interface Kill {
  what: string;
  mark: string;
  withinSeconds: number;
  kill: () => Promise<unknown>;
  heal: () => Promise<unknown>;
}

const workers = 8;
const loadBeforeMs = 5000;
const loadAfterMs = 3000;

/** Mixed writes of eight people without a break, each of the kills in the middle of them, and what is left of them. */
export async function killUnderLoad(
  {
    url,
    store,
    seed,
    tell,
  }: { url: string; store: Store; seed: number; tell: (line: string) => void },
  kills: readonly Kill[],
): Promise<Line[]> {
  const people = await signedIn(url, store, workers);
  const [first] = people;
  if (!first) throw new Error('Nobody is there');
  const ground = await makeGround(first);
  const lines: Line[] = [];
  for (const [at, each] of kills.entries()) {
    const crew: Crew = { people, ground, counts: noCounts(), serverDies: true, tell };
    const seconds = await killOnce({ crew, store, seed: seed + at }, each);
    lines.push(lineOf(each, crew.counts, seconds));
  }
  return lines;
}

async function killOnce(
  { crew, store, seed }: { crew: Crew; store: Store; seed: number },
  { what, kill, heal }: Kill,
): Promise<number> {
  const { counts, tell } = crew;
  const shift = { isOver: false };
  const name = `c${seed}`;
  const working = workOn(crew, shift, { name, randomAt: (at) => randomOf(seed, at) });
  await sleep(loadBeforeMs);
  tell(`${what}: ${counts.acknowledged} writes acknowledged before it`);
  const began = performance.now();
  await kill();
  await untilWritten(crew, `back ${name}`);
  const seconds = (performance.now() - began) / 1000;
  await sleep(loadAfterMs);
  shift.isOver = true;
  const done = await working;
  await heal();
  await untilWritten(crew, `healed ${name}`);
  done.push(...(await repeatAll(crew, done)));
  await look(store, done, counts, tell);
  return seconds;
}

function lineOf({ what, mark, withinSeconds }: Kill, counts: Counts, seconds: number): Line {
  const { sent, acknowledged, repeated, refused, lost, doubled, broken, strange } = counts;
  return {
    what: `${what}, under the writes of ${workers} people`,
    measured:
      `${sent} writes, ${acknowledged} acknowledged, ${refused} refused with a sentence, ${repeated} repeated by their key; ` +
      `${lost} lost, ${doubled} doubled, ${broken} invariants broken, ${strange} strange answers; ` +
      `writes again after ${seconds.toFixed(1)} s`,
    mark,
    holds: lost + doubled + broken + strange === 0 && acknowledged > 0 && seconds <= withinSeconds,
  };
}
