import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { postgresFolder } from './programs';
import { freePorts, type Services, until } from './services';

type Node = 'one' | 'two';

type Role = 'primary' | 'synchronous';

/** Two PostgreSQL servers under Patroni and etcd, with haproxy and PgBouncer before them. */
export interface Cluster {
  /** Through PgBouncer in its transaction mode; `superuser` for what makes databases. */
  pooled: (database: string, superuser?: boolean) => string;
  /** Past PgBouncer, to whoever is the primary now. */
  direct: (database: string, superuser?: boolean) => string;
  replica: (database: string, superuser?: boolean) => string;
  /** Ends the one of this role as a power cut does, and gives its name. */
  kill: (role: Role) => Promise<Node>;
  revive: (node: Node) => Promise<void>;
}

interface Ports {
  etcd: number;
  peers: number;
  server: Record<Node, number>;
  rest: Record<Node, number>;
  primary: number;
  replica: number;
  pool: number;
}

const nodes: readonly Node[] = ['one', 'two'];

/** After so many seconds without a sign of life another takes the place of the primary; no fewer are allowed. */
const ttl = 20;

const checkMs = 500;

export async function startCluster(services: Services): Promise<Cluster> {
  const ports = await choosePorts();
  const password = randomBytes(12).toString('hex');
  startEtcd(services, ports);
  await until('etcd', async () => {
    const answer = await fetch(`http://127.0.0.1:${ports.etcd}/health`);
    return answer.ok ? true : null;
  });
  startNode(services, 'one', ports, password);
  await until('the first server', () => roleOf(ports, 'one', 'primary'));
  startNode(services, 'two', ports, password);
  await until('the replica', () => roleOf(ports, 'two', 'synchronous'));
  startProxies(services, ports, password);
  const address = (port: number, database: string, superuser = false) =>
    `postgres://${superuser ? 'postgres' : 'crm'}:${password}@127.0.0.1:${port}/${database}`;
  const cluster: Cluster = {
    pooled: (database, superuser) => address(ports.pool, database, superuser),
    direct: (database, superuser) => address(ports.primary, database, superuser),
    replica: (database, superuser) => address(ports.replica, database, superuser),
    kill: async (role) => {
      const name = await until(role, async () => {
        for (const each of nodes) if (await roleOf(ports, each, role)) return each;
        return null;
      });
      const postmaster = postmasterOf(services, name);
      await services.end(name, 'SIGKILL');
      process.kill(postmaster, 'SIGKILL');
      return name;
    },
    revive: async (name) => {
      startNode(services, name, ports, password);
      await until('the replica', () => roleOf(ports, name, 'synchronous'), 180);
    },
  };
  await until('haproxy', () => writesThrough(cluster));
  await asSuperuser(cluster, 'postgres', `create role crm login password '${password}'`);
  return cluster;
}

/** Until its first checks haproxy takes every server for a primary. */
async function writesThrough(cluster: Cluster): Promise<true> {
  for (let time = 0; time < 10; time += 1) {
    await asSuperuser(cluster, 'postgres', 'create temporary table writable (at integer)');
    await sleep(checkMs / 2);
  }
  return true;
}

export async function addDatabase(cluster: Cluster, name: string): Promise<void> {
  await asSuperuser(cluster, 'postgres', `create database ${name} owner crm`);
}

async function asSuperuser(cluster: Cluster, database: string, statement: string): Promise<true> {
  const client = new pg.Client({ connectionString: cluster.direct(database, true) });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(statement);
    return true;
  } finally {
    await client.end();
  }
}

async function choosePorts(): Promise<Ports> {
  const [etcd = 0, peers = 0, one = 0, two = 0, restOne = 0, restTwo = 0, ...proxies] =
    await freePorts(9);
  const [primary = 0, replica = 0, pool = 0] = proxies;
  const [server, rest] = [
    { one, two },
    { one: restOne, two: restTwo },
  ];
  return { etcd, peers, server, rest, primary, replica, pool };
}

async function roleOf({ rest }: Ports, node: Node, role: Role): Promise<true | null> {
  const { ok } = await fetch(`http://127.0.0.1:${rest[node]}/${role}`);
  return ok ? true : null;
}

function postmasterOf({ folder }: Services, node: Node): number {
  const file = path.join(folder, node, 'data', 'postmaster.pid');
  return Number(readFileSync(file, 'utf8').split('\n')[0]);
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
  const [server, rest] = [`127.0.0.1:${ports.server[node]}`, `127.0.0.1:${ports.rest[node]}`];
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
      data_dir: path.join(folder, 'data'),
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
  const group = (name: string, port: number, role: string) => `
listen ${name}
  bind 127.0.0.1:${port}
  option httpchk GET /${role}
  http-check expect status 200
  default-server inter ${checkMs}ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map((each) => `  server ${each} 127.0.0.1:${ports.server[each]} check port ${ports.rest[each]}`).join('\n')}`;
  const proxy = services.writeFile(
    'haproxy.cfg',
    `defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 1s
${group('primary', ports.primary, 'primary')}
${group('replica', ports.replica, 'replica')}
`,
  );
  services.start('haproxy', 'haproxy', ['-db', '-f', proxy]);
  const users = services.writeFile(
    'users.txt',
    ['postgres', 'crm'].map((name) => `"${name}" "${password}"\n`).join(''),
  );
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
