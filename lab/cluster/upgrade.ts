import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Crew, noCounts, repeatAll, signedIn, workOn } from '../faults/crew';
import { look, type Store } from '../faults/looks';
import type { Line } from '../faults/part';
import type { Person } from '../faults/people';
import { randomOf } from '../faults/random';
import { makeGround } from '../faults/work';
import { type Copy, startCopy } from './copies';
import type { Services } from './services';

const mark =
  'both work on the new schema; 0 lost, 0 doubled, 0 invariants broken, none refused for good';
const workMs = 10_000;

interface Upgrading {
  services: Services;
  store: Store;
  /** How this version and the one before, which may not know of a pooler, find the database. */
  environments: { now: Record<string, string>; before: Record<string, string> };
  tell: (line: string) => void;
}

/** A copy of the version before and one of this version, at work on one database that this one has migrated. */
export async function upgradeInTurns(upgrading: Upgrading): Promise<Line> {
  const { services, store, environments, tell } = upgrading;
  const commit = commitBefore();
  if (commit === null)
    return { what: 'rolling upgrade', measured: 'no history to build from', mark, holds: null };
  const root = buildOf(services, commit);
  const before = await startCopy(services, {
    root,
    name: 'before',
    environment: environments.before,
  });
  const people = await signedIn(before.url, store, 2);
  const [first] = people;
  if (!first) throw new Error('Nobody is there');
  const ground = await makeGround(first);
  const now = await startCopy(services, {
    root: process.cwd(),
    name: 'now',
    environment: environments.now,
  });
  people.push(...(await signedIn(now.url, store, 2)));
  const crew: Crew = { people, ground, counts: noCounts(), serverDies: false, tell };
  const shift = { isOver: false };
  const working = workOn(crew, shift, { name: 'upgrade', randomAt: (at) => randomOf(1, at) });
  await sleep(workMs);
  shift.isOver = true;
  const done = await working;
  const kinds = new Set(done.filter((each) => !each.isAcknowledged).map(({ write }) => write.kind));
  const again = await repeatAll(crew, done);
  const unfinished = again.filter(
    ({ write, isAcknowledged }) => !isAcknowledged && write.kind !== 'mail',
  );
  done.push(...again);
  const { counts } = crew;
  await look(store, done, counts, tell);
  const unread = (await Promise.all(people.map((person) => listsNotRead(person)))).flat();
  for (const each of unread) tell(`not read: ${each}`);
  await end([now, before]);
  const { acknowledged, refused, strange, lost, doubled, broken } = counts;
  return {
    what: `rolling upgrade from ${commit.slice(0, 8)}, whose newest step is ${newestStep(commit)}`,
    measured:
      `old and new copy side by side: ${acknowledged} writes acknowledged, ${refused} refused (${[...kinds].join(', ')}), ` +
      `${unfinished.length} of those also when sent again, ${strange} strange, ` +
      `${lost} lost, ${doubled} doubled, ${broken} invariants broken, ${unread.length} lists not read`,
    mark,
    holds:
      acknowledged > 0 &&
      unfinished.length + strange + lost + doubled + broken + unread.length === 0,
  };
}

async function end(copies: readonly Copy[]): Promise<void> {
  for (const each of copies) await each.end('SIGTERM');
}

const lists = ['leads', 'customers', 'orders', 'invoices', 'payments', 'products'];

async function listsNotRead(person: Person): Promise<string[]> {
  const unread: string[] = [];
  for (const each of [...lists, 'dashboard/stats', 'auth/me']) {
    const { status } = await person.askJson('GET', `/${each}`);
    if (status !== 200) unread.push(`${each}: ${status}`);
  }
  return unread;
}

const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();

/** The last version before the newest step of the database; null where there is no history. */
function commitBefore(): string | null {
  try {
    const added = git('log', '-1', '--diff-filter=A', '--format=%H', '--', 'migrations/*.sql');
    return git('rev-parse', '--verify', `${added}^`);
  } catch {
    return null;
  }
}

function newestStep(commit: string): string {
  const steps = git('ls-tree', '--name-only', commit, 'migrations/').match(/\d{4}-/g) ?? [];
  return (steps.at(-1) ?? '').slice(0, 4);
}

function buildOf({ folder }: Services, commit: string): string {
  const root = path.join(folder, 'before');
  mkdirSync(root);
  const tar = execFileSync('git', ['archive', commit], { maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', root], { input: tar });
  symlinkSync(path.resolve('node_modules'), path.join(root, 'node_modules'));
  execFileSync(process.execPath, ['scripts/build.mjs', 'server'], { cwd: root, stdio: 'ignore' });
  return root;
}
