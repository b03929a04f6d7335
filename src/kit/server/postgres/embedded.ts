import type { ChildProcess } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { giveTo } from './embedded-binaries';
import {
  asStartError,
  type ClusterChoice,
  createCluster,
  prepareCluster,
} from './embedded-cluster';
import {
  type Cluster,
  disownRecord,
  inspectServer,
  launchServer,
  PORT,
  readFatal,
  readServerRecord,
  type ServerRecord,
  USER,
} from './embedded-process';
import { StartError } from '~/kit/server/errors';

export class DataFolderInUse extends StartError {}

export interface EmbeddedDatabase {
  connection: { host: string; port: number; user: string; database: string };
  stop(): Promise<void>;
}

const DATABASE = 'crm';
const COPY_LOCK = 7_236_501;
const POLL_MS = 10;
const ORPHAN_SETTLES_MS = 1_000;
const ORPHAN_STOPS_MS = 20_000;
const RETRY_MS = 20_000;
const GIVE_UP_MS = 60_000;
const POLITE_STOP_MS = 1_000;
const FAST_STOP_MS = 15_000;
const IMMEDIATE_STOP_MS = 10_000;
const JOIN_GIVES_UP_MS = 30_000;

/**
 * Starts PostgreSQL on `dataDir/pg` (made at the first start), or takes over a server that a dead
 * copy left behind. Throws StartError with one line, also when another copy uses the folder.
 */
export async function startEmbedded(
  options: ClusterChoice & { log: (line: string) => void },
): Promise<EmbeddedDatabase> {
  const cluster = prepareCluster(options);
  await createCluster(cluster, options.log);
  const server = new Server(cluster, options.log);
  try {
    const host = await server.acquire();
    await server.createDatabase();
    server.keep();
    return {
      connection: { host, port: PORT, user: USER, database: DATABASE },
      stop: () => server.stop(),
    };
  } catch (error) {
    await server.stop();
    throw asStartError(error, `PostgreSQL did not start on ${cluster.dir}`);
  }
}

/**
 * The database of a data folder, next to the product where that is running, otherwise started and stopped again.
 * StartError when the folder holds none.
 */
export async function joinEmbedded(options: {
  dataDir: string;
  log: (line: string) => void;
}): Promise<EmbeddedDatabase> {
  const { dataDir } = options;
  if (!existsSync(join(dataDir, 'pg', 'PG_VERSION'))) {
    throw new StartError(`There is no database in the data folder ${dataDir}.`);
  }
  const began = Date.now();
  for (;;) {
    try {
      return await startEmbedded(options);
    } catch (error) {
      if (!(error instanceof DataFolderInUse)) throw error;
      const record = readServerRecord(join(realpathSync(dataDir), 'pg'));
      if (record?.status === 'ready') {
        const connection = { host: record.socketDir, port: PORT, user: USER, database: DATABASE };
        return { connection, stop: async () => undefined };
      }
      // It is starting, or stopping.
      if (Date.now() - began > JOIN_GIVES_UP_MS) throw error;
      await sleep(POLL_MS * 10);
    }
  }
}

class Server {
  private child: ChildProcess | undefined;
  private logStart = 0;
  private client: pg.Client | undefined;
  private pid: number | undefined;
  private stopping: Promise<void> | undefined;
  private regaining: Promise<void> | undefined;

  constructor(
    private readonly cluster: Cluster,
    private readonly log: (line: string) => void,
  ) {}

  async acquire(): Promise<string> {
    const began = Date.now();
    for (;;) {
      if (this.stopping) throw new StartError('The embedded database is being stopped.');
      const waited = Date.now() - began;
      const record = readServerRecord(this.cluster.dir);
      const outcome = record ? await this.claim(record, waited) : 'none';
      if (outcome === 'held' && record) return record.socketDir;
      if (outcome === 'none' && !this.isRunning()) {
        this.launch(record, waited);
      } else if (waited > GIVE_UP_MS && !this.isRunning()) {
        throw new StartError(
          `The PostgreSQL server on ${this.cluster.dir} (process ${record?.pid}) is not responding: ` +
            'end it and start again.',
        );
      }
      await sleep(this.isRunning() ? POLL_MS : POLL_MS * 5);
    }
  }

  private async claim(record: ServerRecord, waited: number): Promise<'held' | 'wait' | 'none'> {
    const own = this.isRunning() && this.child?.pid === record.pid;
    const { kind, owner } = inspectServer(record.pid, this.cluster.dir);
    if (owner !== undefined && !own) throw this.inUse();
    if (record.status === 'ready') {
      // A server whose owner was just killed is about to stop: only one that stays is taken over.
      const state = await this.lock(record, own || waited > ORPHAN_SETTLES_MS);
      if (state !== 'silent') return state;
    }
    if (kind === 'server' && !own && waited > ORPHAN_STOPS_MS) signal(record.pid, 'SIGQUIT');
    return kind === 'server' ? 'wait' : 'none';
  }

  private async lock(record: ServerRecord, take: boolean): Promise<'held' | 'wait' | 'silent'> {
    const client = new pg.Client({
      host: record.socketDir,
      port: PORT,
      user: USER,
      database: 'postgres',
      application_name: 'copy lock',
      connectionTimeoutMillis: 5_000,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const isHeld = `select exists (select from pg_locks
        where locktype = 'advisory' and objid = $1 and granted) as held`;
      const takeIt = 'select not pg_try_advisory_lock($1) as held';
      const { rows } = await client.query<{ held: boolean }>(take ? takeIt : isHeld, [COPY_LOCK]);
      if (rows[0]?.held) throw this.inUse();
      if (!take) {
        await client.end();
        return 'wait';
      }
    } catch (error) {
      await client.end().catch(() => undefined);
      if (error instanceof StartError) throw error;
      return error instanceof pg.DatabaseError ? 'wait' : 'silent';
    }
    this.client = client;
    this.pid = record.pid;
    return 'held';
  }

  private inUse(): DataFolderInUse {
    const { dataDir } = this.cluster;
    return new DataFolderInUse(
      `Another copy of Manufacturing CRM is using the data folder ${dataDir}.`,
    );
  }

  private launch(record: ServerRecord | undefined, waited: number): void {
    const { cluster } = this;
    if (this.child) {
      const fatal = readFatal(cluster, this.logStart);
      // Another copy is starting, or a dead server's last processes are still ending.
      const isStarting = fatal.includes('lock file') && fatal.includes('already exists');
      const passes = isStarting || fatal.includes('shared memory block');
      if (!passes || waited > RETRY_MS) {
        throw new StartError(`PostgreSQL did not start: ${fatal} (see ${cluster.logFile})`);
      }
    }
    if (record && inspectServer(record.pid, cluster.dir).kind === 'foreign') {
      disownRecord(cluster.dir, record);
    }
    if (cluster.account.owner) giveTo(cluster.account.owner, cluster.dir);
    ({ child: this.child, logStart: this.logStart } = launchServer(cluster));
  }

  async createDatabase(): Promise<void> {
    const found = await this.client?.query('select from pg_database where datname = $1', [
      DATABASE,
    ]);
    if (found?.rowCount === 0) await this.client?.query(`create database ${DATABASE}`);
  }

  keep(): void {
    this.client?.once('end', () => {
      if (this.stopping) return;
      this.log('The connection to the embedded database was lost: starting it again.');
      this.regaining = this.regain();
    });
  }

  private async regain(): Promise<void> {
    let reported = '';
    while (!this.stopping) {
      try {
        if (!this.isRunning()) this.child = undefined;
        await this.acquire();
        this.log('The embedded database is back.');
        this.keep();
        return;
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        if (message !== reported && !this.stopping) this.log(message);
        reported = message;
        await sleep(POLL_MS * 10);
      }
    }
  }

  stop(): Promise<void> {
    this.stopping ??= this.end();
    return this.stopping;
  }

  private async end(): Promise<void> {
    await Promise.resolve();
    await this.regaining;
    await this.client?.end().catch(() => undefined);
    const pid = this.child?.pid ?? this.pid;
    if (pid === undefined) return;
    const stops: [NodeJS.Signals, number][] = [
      ['SIGTERM', POLITE_STOP_MS],
      ['SIGINT', FAST_STOP_MS],
      ['SIGQUIT', IMMEDIATE_STOP_MS],
    ];
    for (const [name, limit] of stops) {
      if (!this.runs(pid)) return;
      signal(pid, name);
      const until = Date.now() + limit;
      while (this.runs(pid) && Date.now() < until) await sleep(POLL_MS);
    }
  }

  private isRunning(): boolean {
    const { child } = this;
    return child?.pid !== undefined && child.exitCode === null && child.signalCode === null;
  }

  private runs(pid: number): boolean {
    if (this.child) return this.isRunning();
    const { kind } = inspectServer(pid, this.cluster.dir);
    if (kind === 'unknown') return readServerRecord(this.cluster.dir)?.pid === pid;
    return kind === 'server';
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended in the meantime.
  }
}
