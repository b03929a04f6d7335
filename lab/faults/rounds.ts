import { setTimeout as sleep } from 'node:timers/promises';
import type { MailServer } from '../../src/kit/server/testing/test-mail-server';
import type { Product } from '../../scripts/product';
import { type Crew, noCounts, repeatAll, signedIn, untilWritten, workOn } from './crew';
import { look, type Store } from './looks';
import { countMails } from './mails';
import type { Line } from './part';
import { randomOf } from './random';
import { makeGround } from './work';

/** Something that goes wrong for a while. */
export interface Fault {
  name: string;
  seconds: number;
  begin: () => Promise<unknown> | void;
  end: () => Promise<unknown> | void;
}

interface Run {
  crew: Crew;
  store: Store;
  seed: number;
  /** Times that each of the faults comes. */
  rounds: number;
}

/** Each fault in turn under mixed work, a look at everything after each. */
async function underFaults(
  { crew, store, seed, rounds }: Run,
  faults: readonly Fault[],
): Promise<void> {
  for (let round = 1; round <= rounds; round += 1) {
    for (const [at, fault] of faults.entries()) {
      const name = `f${seed}-${round}-${at}`;
      const shift = { isOver: false };
      const working = workOn(crew, shift, {
        name,
        randomAt: (person) => randomOf(seed, round * 1000 + at * 20 + person),
      });
      const back = await hurt(crew, fault, {
        after: randomOf(seed, round * 100 + at).between(200, 600),
        name: `back ${name}`,
      }).finally(() => {
        shift.isOver = true;
      });
      const done = await working;
      const { counts, tell } = crew;
      counts.rounds += 1;
      counts.slowestBackMs = Math.max(counts.slowestBackMs, back);
      done.push(...(await repeatAll(crew, done)));
      await look(store, done, counts, tell);
      tell(`${fault.name}: ${countsOf(crew)}; writes again after ${(back / 1000).toFixed(1)} s`);
    }
  }
}

/** Milliseconds until writes go again after the fault. */
async function hurt(
  crew: Crew,
  fault: Fault,
  { after, name }: { after: number; name: string },
): Promise<number> {
  await sleep(after);
  await fault.begin();
  await sleep(fault.seconds * 1000);
  await fault.end();
  return untilWritten(crew, name);
}

function countsOf({ counts }: Crew): string {
  const { rounds, acknowledged, lost, doubled, broken, refused, strange } = counts;
  return (
    `${rounds} rounds, ${acknowledged} acknowledged, ${lost} lost, ${doubled} doubled, ` +
    `${broken} invariants broken, ${refused} refused with a sentence, ${strange} strange`
  );
}

/** What all faults of a part share. */
export interface Scene {
  mails?: Pick<MailServer, 'received'>;
  rounds: number;
  seed: number;
  tell: (line: string) => void;
}

/** How often a fault comes that takes seconds, where so many kills are wanted. */
export const turnsOf = (kills: number) => Math.max(1, Math.round(kills / 40));

const workers = 4;

/** The row of a product that has these faults. */
export async function breakUnder(
  { mails, rounds, seed, tell }: Scene,
  broken: { what: string; product: Product; store: Store; faults: readonly Fault[] },
): Promise<Line> {
  const { what, product, store, faults } = broken;
  const before = mails?.received.length ?? 0;
  const people = await signedIn(product.url, store, workers);
  const [first] = people;
  if (!first) throw new Error('Nobody is there');
  const ground = await makeGround(first);
  const crew: Crew = { people, ground, counts: noCounts(), serverDies: false, tell };
  await underFaults({ crew, store, seed, rounds }, faults);
  if (mails) countMails({ received: mails.received.slice(before) }, crew.counts);
  return lineOf(what, crew);
}

/** The row of a run. */
function lineOf(what: string, crew: Crew, more = ''): Line {
  const { lost, doubled, broken, strange, acknowledged, slowestBackMs } = crew.counts;
  return {
    what,
    measured: `${countsOf(crew)}; writes again within ${(slowestBackMs / 1000).toFixed(1)} s${more}`,
    mark: '0 lost, 0 doubled, 0 invariants broken, each refusal a sentence, writes again by itself',
    holds: lost + doubled + broken + strange === 0 && acknowledged > 0,
  };
}
