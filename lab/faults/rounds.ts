import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MailServer } from '../../src/kit/server/testing/test-mail-server';
import type { TaxMode } from '../../src/modules/organization/company/settings.fields';
import { type Figure, printLine } from '../figures';
import {
  type Counts,
  type Crew,
  type Done,
  look,
  noCounts,
  repeatAll,
  signedIn,
  untilWritten,
  workOn,
} from './crew';
import type { Store } from './stage';
import { makeGround } from './work';

/** Something that goes wrong for a while. */
export interface Fault {
  name: string;
  seconds: number;
  begin?: () => unknown;
  end?: () => unknown;
  /** Makes whole what may stay broken until people have written again. */
  heal?: () => unknown;
}

/** What breaks, and for whom. */
export interface Scene {
  what: string;
  url: string;
  store: Store;
  faults: readonly Fault[];
  /** Done as soon as something is wrong. */
  during?: () => Promise<unknown>;
  /** Times that each of the faults comes. */
  turns: number;
  mails?: Pick<MailServer, 'received'>;
  workers?: number;
  taxMode?: TaxMode;
  /** The server itself goes down: then no answer is nothing strange. */
  serverDies?: boolean;
  /** They work for so long before it. */
  beforeMs?: number;
  /** Faults between two looks at everything. */
  faultsPerLook?: number;
  /** The most until writes go again. */
  withinSeconds?: number;
}

/** Each fault in turn under mixed work of people without a break, and what is left of their writes. */
export async function breakUnder(scene: Scene): Promise<Figure> {
  const { what, url, store, faults, turns, workers = 4, mails, serverDies = false } = scene;
  const before = mails?.received.length ?? 0;
  const people = await signedIn(url, store, workers);
  const ground = await makeGround(people[0], scene.taxMode);
  const crew: Crew = { people, ground, counts: noCounts(), store, serverDies };
  const { counts } = crew;
  const all = Array.from({ length: turns }, () => faults).flat();
  let since: Done[] = [];
  for (const [at, fault] of all.entries()) {
    since.push(...(await breakOnce(crew, scene, fault)));
    if ((at + 1) % (scene.faultsPerLook ?? 1) !== 0 && at + 1 < all.length) continue;
    await look(store, since, counts);
    since = [];
    printLine(`${fault.name}: ${textOf(counts)}`);
  }
  if (mails) countMails(mails.received.slice(before), counts);
  const { lost, doubled, broken, strange, acknowledged, slowestBackMs } = counts;
  const isBack = slowestBackMs <= (scene.withinSeconds ?? Number.POSITIVE_INFINITY) * 1000;
  return {
    name: `${what}, under the writes of ${workers} people`,
    value: textOf(counts),
    mark: `0 lost, 0 doubled, 0 invariants broken, 0 strange, writes again ${scene.withinSeconds ? `within ${scene.withinSeconds} s` : 'automatically'}`,
    holds: lost + doubled + broken + strange === 0 && acknowledged > 0 && isBack,
  };
}

/** Rounds of this run: each names its records after its own number. */
let named = 0;

/** Gives what was done in the meantime, what had no answer sent again. */
async function breakOnce(
  crew: Crew,
  { beforeMs = randomInt(150, 700), during }: Scene,
  fault: Fault,
): Promise<Done[]> {
  const { counts } = crew;
  named += 1;
  const name = `f${named}`;
  const done = await workOn(crew, name, async () => {
    await sleep(beforeMs);
    await fault.begin?.();
    await during?.();
    await sleep(fault.seconds * 1000);
    const began = performance.now();
    await fault.end?.();
    await untilWritten(crew, `back ${name}`);
    counts.slowestBackMs = Math.max(counts.slowestBackMs, performance.now() - began);
  });
  if (fault.heal) {
    await fault.heal();
    await untilWritten(crew, `healed ${name}`);
  }
  counts.rounds += 1;
  return [...done, ...(await repeatAll(crew, done))];
}

function textOf(counts: Counts): string {
  const { rounds, acknowledged, refused, repeated, lost, doubled, broken, strange } = counts;
  return (
    `${rounds} rounds, ${acknowledged} acknowledged, ${refused} refused with a sentence, ${repeated} sent again; ` +
    `${lost} lost, ${doubled} doubled, ${broken} invariants broken, ${strange} strange; ` +
    `writes again within ${(counts.slowestBackMs / 1000).toFixed(1)} s`
  );
}

/** Counts what was said to be mailed and did not arrive, and what arrived too often. */
function countMails(received: MailServer['received'], counts: Counts): void {
  const arrived = received.filter(({ subject }) => subject?.startsWith('Invoice ')).length;
  counts.lost += Math.max(0, counts.mailsAcknowledged - arrived);
  counts.doubled += Math.max(0, arrived - counts.mailsExpected);
}
