import { run } from '../../scripts/children.mjs';
import type { Product } from '../../e2e/built-product';
import { until } from '../faults/people';
import { breakUnder, type Fault } from '../faults/rounds';
import { withProduct } from '../faults/stage';
import { chosenOf, type Figure, printFigures, printLine, runParts } from '../figures';
import { type Cluster, environmentOf, startCluster, storeOf } from './database';
import { readFromReplica } from './replica';
import { freePorts, missingPackages, Services } from './services';
import { upgradeInTurns } from './upgrade';

const tested = ['api.test', 'drift', 'mail.test', 'transaction'];

/** Each commit waits for the replica's disk, and everything shares the cores of this machine. */
const patience = ['--testTimeout=60000', '--hookTimeout=90000', '--expect.poll.timeout=20000'];

/** The API tests, each with its own database in the cluster, through PgBouncer and synchronously replicated. */
async function runTests({ address }: Cluster): Promise<Figure[]> {
  const code = await run(process.execPath, ['scripts/test.mjs', ...tested, ...patience], {
    cwd: process.cwd(),
    env: {
      ...process.env,
      TEST_DATABASE_URL: address('pool', 'postgres', true),
      TEST_DATABASE_DIRECT_URL: address('primary', 'postgres', true),
    },
  });
  const value = code === 0 ? 'all pass' : 'some fail: see above';
  return [{ name: 'API tests through PgBouncer', value, mark: 'all pass', holds: code === 0 }];
}

/** A copy of the server, then the primary, killed under the writes of people who reach both copies by a proxy. */
async function killInTurns(cluster: Cluster): Promise<Figure[]> {
  await cluster.addDatabase('crm');
  const environment = environmentOf(cluster, 'crm');
  return withProduct(environment, (one) =>
    withProduct(environment, async (two) => {
      const url = await startWebProxy(cluster.services, [one, two]);
      const scene = { url, store: storeOf(cluster, 'crm'), serverDies: true, turns: 1, workers: 8 };
      let revive: Awaited<ReturnType<Cluster['kill']>> | undefined;
      const copyKilled: Fault = {
        name: 'one copy of the server killed (kill -9)',
        seconds: 0,
        end: () => one.end('SIGKILL'),
        heal: () => one.restart(),
      };
      const primaryKilled: Fault = {
        name: 'the primary killed (kill -9 of PostgreSQL and its Patroni)',
        seconds: 0,
        end: async () => {
          revive = await cluster.kill('primary');
        },
        heal: () => revive?.(),
      };
      const broken = (fault: Fault, withinSeconds: number) =>
        breakUnder({ ...scene, what: fault.name, faults: [fault], beforeMs: 5000, withinSeconds });
      return [await broken(copyKilled, 5), await broken(primaryKilled, 45)];
    }),
  );
}

/** A proxy that gives each request to another copy of the server, and asks them for their health. */
async function startWebProxy(services: Services, copies: readonly Product[]): Promise<string> {
  const { web: port } = await freePorts('web');
  const refusal = '{"success":false,"code":"server.busy","error":"Please try again."}';
  services.startProxy(
    'web',
    `defaults
  mode http
  timeout connect 2s
  timeout client 2m
  timeout server 2m
  timeout check 2s
  option redispatch
  retries 2
frontend web
  bind 127.0.0.1:${port}
  http-error status 502 content-type application/json string '${refusal}'
  http-error status 503 content-type application/json string '${refusal}'
  http-after-response set-status 503 if { status 502 }
  default_backend copies
backend copies
  balance roundrobin
  option httpchk GET /api/health
  option forwardfor
  default-server inter 500ms fall 2 rise 1
${copies.map(({ url }, at) => `  server copy-${at} 127.0.0.1:${new URL(url).port} check`).join('\n')}
`,
  );
  const url = `http://127.0.0.1:${port}`;
  await until('the copies behind haproxy', async () => (await fetch(`${url}/api/health`)).ok);
  return url;
}

const parts = {
  kills: killInTurns,
  replica: readFromReplica,
  upgrade: upgradeInTurns,
  api: runTests,
};

const missing = missingPackages();
if (missing.length > 0) {
  for (const name of missing) printLine(`NOT RUN: package ${name} missing`);
  printLine(`Install them with: apt-get install ${missing.join(' ')}`);
  process.exit(2);
}
const chosen = chosenOf(parts, process.argv.slice(2));
const services = new Services();
try {
  const figures = await runParts(chosen, await startCluster(services));
  printFigures(figures);
} finally {
  if (process.exitCode !== 0)
    for (const name of services.running.keys()) printLine(`${name}: ${services.lastLog(name)}`);
  await services.stop();
}
