import os from 'node:os';
import path from 'node:path';
import { run } from '../../scripts/children.mjs';
import type { Store } from '../faults/looks';
import type { Line } from '../faults/part';
import { startCopy } from './copies';
import { addDatabase, type Cluster, startCluster } from './database';
import { killUnderLoad } from './load';
import { missingPackages } from './programs';
import { readFromReplica } from './replica';
import { Services } from './services';
import { upgradeInTurns } from './upgrade';
import { startWebProxy } from './web-proxy';

interface Scene {
  services: Services;
  cluster: Cluster;
  tell: (line: string) => void;
}

const tested = ['api.test', 'drift', 'mail.test', 'transaction'];

/** Each commit waits for the replica's disk, and everything shares the cores of this machine. */
const patience = ['--testTimeout=60000', '--hookTimeout=90000', '--expect.poll.timeout=20000'];

/** The API tests, each with a database of its own in the cluster, through PgBouncer and synchronously replicated. */
async function runTests({ cluster }: Scene): Promise<Line[]> {
  const vitest = path.resolve('node_modules/.bin/vitest');
  const code = await run(vitest, ['run', ...tested, ...patience], {
    cwd: process.cwd(),
    env: {
      ...process.env,
      TEST_DATABASE_URL: cluster.pooled('postgres', true),
      TEST_DATABASE_DIRECT_URL: cluster.direct('postgres', true),
    },
  });
  const measured = code === 0 ? 'all pass' : 'some fail: see above';
  return [{ what: 'API tests through PgBouncer', measured, mark: 'all pass', holds: code === 0 }];
}

function environmentOf(cluster: Cluster, name: string): Record<string, string> {
  return {
    DATABASE_URL: cluster.pooled(name),
    DATABASE_DIRECT_URL: cluster.direct(name),
    ADMIN_PASSWORD: 'a pass phrase of a test',
  };
}

function storeOf(cluster: Cluster, name: string): Store {
  return {
    database: { connectionString: cluster.direct(name) },
    environment: environmentOf(cluster, name),
  };
}

async function killInTurns({ services, cluster, tell }: Scene): Promise<Line[]> {
  await addDatabase(cluster, 'crm');
  const environment = environmentOf(cluster, 'crm');
  const start = (name: string, port?: number) =>
    startCopy(services, { root: process.cwd(), name, environment, ...(port ? { port } : {}) });
  const copies = await Promise.all([start('copy-a'), start('copy-b')]);
  const [a] = copies;
  const url = await startWebProxy(services, copies);
  let dead: Awaited<ReturnType<Cluster['kill']>>;
  const lost = { mark: '0 lost, 0 doubled, 0 invariants broken, writes again within' };
  const lines = await killUnderLoad({ url, store: storeOf(cluster, 'crm'), seed: 1, tell }, [
    {
      what: 'one copy of the server killed (kill -9)',
      mark: `${lost.mark} 5 s`,
      withinSeconds: 5,
      kill: () => a.end('SIGKILL'),
      heal: () => start('copy-a', a.port),
    },
    {
      what: 'the primary killed (kill -9 of PostgreSQL and its Patroni)',
      mark: `${lost.mark} 45 s`,
      withinSeconds: 45,
      kill: async () => {
        dead = await cluster.kill('primary');
      },
      heal: () => cluster.revive(dead),
    },
  ]);
  await Promise.all(['copy-a', 'copy-b'].map((name) => services.end(name, 'SIGTERM')));
  return lines;
}

async function upgrade({ services, cluster, tell }: Scene): Promise<Line[]> {
  await addDatabase(cluster, 'older');
  const now = environmentOf(cluster, 'older');
  const before = {
    DATABASE_URL: cluster.direct('older'),
    ADMIN_PASSWORD: now['ADMIN_PASSWORD'] ?? '',
  };
  const environments = { now, before };
  return [await upgradeInTurns({ services, store: storeOf(cluster, 'older'), environments, tell })];
}

async function readReplica({ services, cluster, tell }: Scene): Promise<Line[]> {
  await addDatabase(cluster, 'reading');
  const environment = {
    ...environmentOf(cluster, 'reading'),
    DATABASE_REPLICA_URL: cluster.replica('reading'),
  };
  const copy = await startCopy(services, { root: process.cwd(), name: 'reading', environment });
  const store = storeOf(cluster, 'reading');
  const lines = await readFromReplica({ cluster, url: copy.url, database: 'reading', store, tell });
  for (const [why] of copy.output().matchAll(/"message":"[^"]*"/g)) tell(why);
  await copy.end('SIGTERM');
  return lines;
}

const parts = { kills: killInTurns, replica: readReplica, upgrade, api: runTests };

const tell = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

function chosenParts(): (keyof typeof parts)[] {
  const known = Object.keys(parts) as (keyof typeof parts)[];
  const named = process.argv.slice(2);
  const strange = named.find((name) => !known.some((each) => each === name));
  if (strange !== undefined) throw new Error(`${strange} is none of ${known.join(', ')}`);
  return named.length > 0 ? known.filter((each) => named.includes(each)) : known;
}

async function runParts(): Promise<Line[]> {
  const chosen = chosenParts();
  const services = await Services.create();
  const lines: Line[] = [];
  try {
    const began = performance.now();
    const scene = { services, cluster: await startCluster(services), tell };
    tell(`The cluster stands after ${((performance.now() - began) / 1000).toFixed(1)} s.`);
    for (const name of chosen) {
      tell(`\n── ${name}`);
      lines.push(...(await parts[name](scene)));
    }
  } catch (error) {
    tell(error instanceof Error ? (error.stack ?? error.message) : String(error));
    for (const name of services.names()) tell(`${name}: ${services.lastWords(name)}`);
    lines.push({ what: 'the run', measured: 'ended early: see above', mark: 'ends', holds: false });
  } finally {
    await services.stop();
  }
  return lines;
}

const missing = missingPackages();
if (missing.length > 0) {
  for (const name of missing) tell(`NOT RUN: package ${name} missing`);
  tell(`Install them with: apt-get install ${missing.join(' ')}`);
  process.exit(2);
}
const lines = await runParts();
const verdict = new Map<boolean | null, string>([
  [true, 'yes'],
  [false, 'NO'],
  [null, 'not tried'],
]);
const rows = lines.map(
  ({ what, measured, mark, holds }) =>
    `| ${what} | ${measured} | ${mark} | ${verdict.get(holds)} |`,
);
process.stdout.write(
  `\nNode ${process.version}, ${os.cpus().length} cores shared by everything\n\n` +
    `| what | measured | mark | holds |\n|---|---|---|---|\n${rows.join('\n')}\n`,
);
process.exitCode = lines.some(({ holds }) => holds === false) ? 1 : 0;
