import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Done, look, type Crew, noCounts, repeatAll, signedIn, workOn } from '../faults/crew';
import type { Person } from '../faults/people';
import { withProduct } from '../faults/stage';
import { makeGround } from '../faults/work';
import { type Figure, printLine } from '../figures';
import { type Cluster, environmentOf, storeOf } from './database';

const mark =
  'both work on the new schema; 0 lost, 0 doubled, 0 invariants broken, none refused for good';
const workMs = 10_000;

/** A copy of the version before and one of this version, at work on one database that this one has migrated. */
export async function upgradeInTurns(cluster: Cluster): Promise<Figure[]> {
  const commit = commitBefore();
  if (commit === null)
    return [{ name: 'rolling upgrade', value: 'no history to build from', mark, holds: null }];
  await cluster.addDatabase('older');
  const store = storeOf(cluster, 'older');
  const now = environmentOf(cluster, 'older');
  // The version before may not know of a pooler.
  const older = { DATABASE_URL: now.DATABASE_DIRECT_URL, ADMIN_PASSWORD: now.ADMIN_PASSWORD };
  const root = buildOf(cluster.services.folder, commit);
  return withProduct(
    older,
    async (before) => {
      const people = await signedIn(before.url, store, 2);
      const ground = await makeGround(people[0]);
      return withProduct(now, async ({ url }) => {
        people.push(...(await signedIn(url, store, 2)));
        const crew: Crew = { people, ground, counts: noCounts(), store, serverDies: false };
        const done = await workOn(crew, 'upgrade', () => sleep(workMs));
        const again = await repeatAll(crew, done);
        await look(store, [...done, ...again], crew.counts);
        const isForGood = ({ write, isAcknowledged }: Done) =>
          !isAcknowledged && write.kind !== 'mail';
        const forGood = again.filter(isForGood).length;
        const unread = (await Promise.all(people.map(listsNotRead))).flat();
        for (const each of unread) printLine(`not read: ${each}`);
        const { acknowledged, refused, strange, lost, doubled, broken } = crew.counts;
        return [
          {
            name: `rolling upgrade from ${commit.slice(0, 8)}, the version before the newest step`,
            value:
              `old and new copy side by side: ${acknowledged} writes acknowledged, ${refused} refused, ` +
              `${forGood} of those also when sent again, ${strange} strange, ` +
              `${lost} lost, ${doubled} doubled, ${broken} invariants broken, ${unread.length} lists not read`,
            mark,
            holds:
              acknowledged > 0 && forGood + strange + lost + doubled + broken + unread.length === 0,
          },
        ];
      });
    },
    { root },
  );
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

function buildOf(folder: string, commit: string): string {
  const root = path.join(folder, 'before');
  mkdirSync(root);
  const tar = execFileSync('git', ['archive', commit], { maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', root], { input: tar });
  symlinkSync(path.resolve('node_modules'), path.join(root, 'node_modules'));
  execFileSync(process.execPath, ['scripts/build.mjs', 'server'], { cwd: root, stdio: 'ignore' });
  return root;
}
