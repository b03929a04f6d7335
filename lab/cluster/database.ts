import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { postmasterOf, type Store, withQuery } from '../faults/stage';
import { freePorts, postgresFolder, type Services } from './services';
import { until } from '../faults/people';

type Node = 'one' | 'two';
const nodes = ['one', 'two'] as const;

type Role = 'primary' | 'synchronous';

const proxied = ['primary', 'replica', 'pool'] as const;
const names = ['etcd', 'peers', ...nodes, 'one-rest', 'two-rest', ...proxied] as const;
type Ports = Record<(typeof names)[number], number>;

/** After so many seconds without a sign of life another takes the place of the primary; no fewer are allowed. */
const ttl = 20;

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/** Two PostgreSQL servers under Patroni and etcd, with haproxy and PgBouncer before them. */
export async function startCluster(services: Services) {
  const ports = await freePorts(...names);
  const password = randomBytes(12).toString('hex');
  const isNow = (node: Node, role: Role) =>
    isOk(`http://127.0.0.1:${ports[`${node}-rest`]}/${role}`);
  startEtcd(services, ports);
  await until('etcd', () => isOk(`http://127.0.0.1:${ports.etcd}/health`));
  startNode(services, 'one', ports, password);
  await until('the first server', () => isNow('one', 'primary'));
  startNode(services, 'two', ports, password);
  await until('the replica', () => isNow('two', 'synchronous'));
  startProxies(services, ports, password);
  /** Through PgBouncer in its transaction mode, past it to anyone who is the primary now, and the replica. */
  const address = (to: (typeof proxied)[number], database: string, superuser = false) =>
    `postgres://${superuser ? 'postgres' : 'crm'}:${password}@127.0.0.1:${ports[to]}/${database}`;
  const run = (statement: string) =>
    withQuery({ database: address('primary', 'postgres', true) }, (query) => query(statement));
  // Until its first checks haproxy takes every server for a primary.
  await until('haproxy', async () => {
    for (let time = 0; time < 10; time += 1) {
      await run('create temporary table writable (at integer)');
      await sleep(250);
    }
    return true;
  });
  await run(`create role crm login password '${password}'`);
  return {
    services,
    address,
    addDatabase: (name: string) => run(`create database ${name} owner crm`),
    /** Ends the one of this role as a power cut does, and gives what brings it back. */
    kill: async (role: Role) => {
      const name = await until(role, async () => {
        for (const each of nodes) if (await isNow(each, role)) return each;
        return false;
      });
      const postmaster = postmasterOf({ dataDir: path.join(services.folder, name) });
      await services.end(name, 'SIGKILL');
      process.kill(postmaster, 'SIGKILL');
      return () => {
        startNode(services, name, ports, password);
        return until('the replica', () => isNow(name, 'synchronous'), 180);
      };
    },
  };
}

/** How the server finds this database of the cluster. */
export function environmentOf({ address }: Cluster, name: string) {
  return {
    DATABASE_URL: address('pool', name),
    DATABASE_DIRECT_URL: address('primary', name),
    ADMIN_PASSWORD: 'a pass phrase of a test',
  };
}

export function storeOf(cluster: Cluster, name: string): Store {
  return { database: cluster.address('primary', name), environment: environmentOf(cluster, name) };
}

async function isOk(url: string): Promise<boolean> {
  return (await fetch(url)).ok;
}

function startEtcd(services: Services, { etcd, peers }: Ports): void {
  const peer = `http://127.0.0.1:${peers}`;
  const client = `http://127.0.0.1:${etcd}`;
  const options = {
    name: 'etcd',
    'data-dir': services.makeFolder('etcd'),
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `etcd=${peer}`,
    'log-level': 'error',
  };
  const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  services.start('etcd', 'etcd', args);
}

function startNode(services: Services, node: Node, ports: Ports, password: string): void {
  const folder = services.makeFolder(node);
  const [server, rest] = [`127.0.0.1:${ports[node]}`, `127.0.0.1:${ports[`${node}-rest`]}`];
  const login = (username: string) => ({ username, password });
  const settings = {
    scope: 'crm',
    name: node,
    restapi: { listen: rest, connect_address: rest },
    etcd3: { host: `127.0.0.1:${ports.etcd}` },
    bootstrap: {
      dcs: {
        ttl,
        loop_wait: 2,
        retry_timeout: 4,
        maximum_lag_on_failover: 1_048_576,
        synchronous_mode: true,
        postgresql: {
          use_pg_rewind: true,
          parameters: { max_connections: 100, shared_buffers: '128MB', hot_standby_feedback: 'on' },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: server,
      connect_address: server,
      data_dir: path.join(folder, 'pg'),
      bin_dir: postgresFolder,
      pgpass: path.join(folder, 'pgpass'),
      authentication: {
        superuser: login('postgres'),
        replication: login('replicator'),
        rewind: login('rewinder'),
      },
      parameters: { unix_socket_directories: folder },
      pg_hba: [
        'host replication replicator 127.0.0.1/32 scram-sha-256',
        'host all all 127.0.0.1/32 scram-sha-256',
      ],
    },
  };
  const file = services.writeFile(`${node}.yml`, JSON.stringify(settings));
  services.start(node, 'patroni', [file]);
}

function startProxies(services: Services, ports: Ports, password: string): void {
  const group = (role: 'primary' | 'replica') => `
listen ${role}
  bind 127.0.0.1:${ports[role]}
  option httpchk GET /${role}
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map((each) => `  server ${each} 127.0.0.1:${ports[each]} check port ${ports[`${each}-rest`]}`).join('\n')}`;
  services.startProxy(
    'haproxy',
    `defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 1s
${group('primary')}
${group('replica')}
`,
  );
  const logins = ['postgres', 'crm'].map((name) => `"${name}" "${password}"\n`);
  const users = services.writeFile('users.txt', logins.join(''));
  const pooler = services.writeFile(
    'pgbouncer.ini',
    `[databases]
* = host=127.0.0.1 port=${ports.primary}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ports.pool}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
max_client_conn = 500
default_pool_size = 20
server_login_retry = 1
server_idle_timeout = 30
`,
  );
  services.start('pgbouncer', 'pgbouncer', [pooler]);
}
