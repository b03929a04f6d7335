import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Owner, ownerOf, pathOf, type Program } from './programs';

/** What one run of the cluster test has started, in a folder of its own; nothing else is ended. */
export class Services {
  readonly folder: string;
  readonly #owner: Owner | null = ownerOf();
  readonly #running = new Map<string, ChildProcess>();

  static async create(): Promise<Services> {
    const services = new Services(await mkdtemp(path.join(os.tmpdir(), 'crm-cluster-')));
    services.#give(services.folder);
    return services;
  }

  private constructor(folder: string) {
    this.folder = folder;
  }

  makeFolder(name: string): string {
    const folder = path.join(this.folder, name);
    mkdirSync(folder, { mode: 0o700, recursive: true });
    this.#give(folder);
    return folder;
  }

  writeFile(name: string, content: string): string {
    const file = path.join(this.folder, name);
    writeFileSync(file, content, { mode: 0o600 });
    this.#give(file);
    return file;
  }

  #give(place: string): void {
    if (this.#owner) chownSync(place, this.#owner.uid, this.#owner.gid);
  }

  start(name: string, program: Program, args: readonly string[]): void {
    const child = spawn(pathOf(program), [...args], {
      cwd: this.folder,
      env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8', HOME: this.folder },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...this.#owner,
    });
    const log = (chunk: Buffer) => this.#log(name, chunk);
    child.stdout.on('data', log);
    child.stderr.on('data', log);
    child.on('error', (error) => this.#log(name, Buffer.from(String(error))));
    this.keep(name, child);
  }

  keep(name: string, child: ChildProcess): void {
    this.#running.set(name, child);
  }

  #log(name: string, chunk: Buffer): void {
    writeFileSync(path.join(this.folder, `${name}.log`), chunk, { flag: 'a' });
  }

  names(): string[] {
    return [...this.#running.keys()];
  }

  lastWords(name: string): string {
    try {
      return readFileSync(path.join(this.folder, `${name}.log`), 'utf8').slice(-1500);
    } catch {
      return '';
    }
  }

  async end(name: string, signal: NodeJS.Signals): Promise<void> {
    const child = this.#running.get(name);
    this.#running.delete(name);
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    const late = setTimeout(() => child.kill('SIGKILL'), 20_000);
    await ended;
    clearTimeout(late);
  }

  /** Ends everything, what was started last first, and removes the folder. */
  async stop(): Promise<void> {
    for (const name of [...this.#running.keys()].toReversed()) await this.end(name, 'SIGINT');
    await rm(this.folder, { recursive: true, force: true });
  }
}

export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => {
    const address = server.address();
    return typeof address === 'object' && address ? address.port : 0;
  });
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}

/** Waits until `look` gives something else than null; throws with its sentence after `seconds`. */
export async function until<T>(
  what: string,
  look: () => Promise<T | null>,
  seconds = 90,
): Promise<T> {
  const end = performance.now() + seconds * 1000;
  for (;;) {
    const found = await look().catch(() => null);
    if (found !== null) return found;
    if (performance.now() > end) throw new Error(`${what}: not within ${seconds} s`);
    await sleep(200);
  }
}
