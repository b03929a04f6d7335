import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';

export const postgresFolder = '/usr/lib/postgresql/15/bin';

const programs = {
  postgres: [path.join(postgresFolder, 'postgres'), 'postgresql-15'],
  patroni: ['/usr/bin/patroni', 'patroni'],
  etcd: ['/usr/bin/etcd', 'etcd-server'],
  pgbouncer: ['/usr/sbin/pgbouncer', 'pgbouncer'],
  haproxy: ['/usr/sbin/haproxy', 'haproxy'],
} as const;

export function missingPackages(): string[] {
  return Object.values(programs).flatMap(([file, name]) => (existsSync(file) ? [] : [name]));
}

/** Whom the programs run as: PostgreSQL refuses root, so root takes the user of Debian's package. */
function ownerOf(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const line = readFileSync('/etc/passwd', 'utf8').match(/^postgres:[^:]*:(\d+):(\d+):/m);
  if (!line) throw new Error('There is no user postgres to run the database as');
  return { uid: Number(line[1]), gid: Number(line[2]) };
}

/** What one run of the cluster test has started, in its own folder; nothing else is ended. */
export class Services {
  readonly #owner = ownerOf();
  readonly folder = this.#give(mkdtempSync(path.join(os.tmpdir(), 'crm-cluster-')));
  readonly running = new Map<string, ChildProcess>();

  makeFolder(name: string): string {
    const folder = path.join(this.folder, name);
    mkdirSync(folder, { mode: 0o700, recursive: true });
    return this.#give(folder);
  }

  writeFile(name: string, content: string): string {
    const file = path.join(this.folder, name);
    writeFileSync(file, content, { mode: 0o600 });
    return this.#give(file);
  }

  #give(folder: string): string {
    if (this.#owner) chownSync(folder, this.#owner.uid, this.#owner.gid);
    return folder;
  }

  start(name: string, program: keyof typeof programs, args: readonly string[]): void {
    const log = openSync(this.#logOf(name), 'a');
    const child = spawn(programs[program][0], [...args], {
      cwd: this.folder,
      env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8', HOME: this.folder },
      stdio: ['ignore', log, log],
      ...this.#owner,
    });
    closeSync(log);
    this.running.set(name, child);
  }

  startProxy(name: string, config: string): void {
    this.start(name, 'haproxy', ['-db', '-f', this.writeFile(`${name}.cfg`, config)]);
  }

  #logOf(name: string): string {
    return path.join(this.folder, `${name}.log`);
  }

  /** The last that one of them said. */
  lastLog(name: string): string {
    return readFileSync(this.#logOf(name), 'utf8').slice(-1500);
  }

  async end(name: string, signal: NodeJS.Signals): Promise<void> {
    const child = this.running.get(name);
    this.running.delete(name);
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    const late = setTimeout(() => child.kill('SIGKILL'), 20_000);
    await ended;
    clearTimeout(late);
  }

  /** Ends everything, what was started last first, and removes the folder. */
  async stop(): Promise<void> {
    for (const name of [...this.running.keys()].toReversed()) await this.end(name, 'SIGINT');
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** A free port for each of these. */
export async function freePorts<Name extends string>(...names: Name[]) {
  const servers = names.map(() => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return Object.fromEntries(names.map((name, at) => [name, ports[at]])) as Record<Name, number>;
}
