import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { profiling } from '../../scripts/product';

export const password = 'bench password';

export interface Bench {
  url: string;
  cookie: string;
  dataDir: string;
  /** Milliseconds from the start of the process to its first healthy response, on an existing data folder. */
  warmStartMs: number;
  pool: pg.Pool;
  child: ChildProcess;
  stop: () => Promise<void>;
}

export async function startBench(): Promise<Bench> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'crm-bench-'));
  const first = await launch(dataDir);
  await end(first.child);
  const second = await launch(dataDir);
  const cookie = await signIn(second.url);
  const pool = new pg.Pool({ host: socketFolder(dataDir), user: 'app', database: 'crm', max: 4 });
  return {
    ...second,
    cookie,
    dataDir,
    pool,
    stop: async () => {
      await pool.end();
      await end(second.child);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function launch(dataDir: string) {
  const started = performance.now();
  const child = spawn(
    process.execPath,
    [...profiling(), '--import', './lab/bench/watch-loop.mjs', 'dist/server/main.js'],
    {
      env: {
        ...process.env,
        PORT: '0',
        DATA_DIR: dataDir,
        ADMIN_PASSWORD: password,
        LOG_LEVEL: 'warn',
      },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    },
  );
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      output += String(chunk);
      const found = /ready: (http\S+)/.exec(output)?.[1];
      if (found) resolve(found);
    });
    child.on('exit', () => reject(new Error(`The product ended instead of starting:\n${output}`)));
  });
  await fetch(`${url}/api/health`);
  return { child, url, warmStartMs: performance.now() - started };
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

export async function signIn(url: string, username = 'admin'): Promise<string> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  if (!response.ok) throw new Error(`The sign-in of ${username} answered ${response.status}`);
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

/** Where the embedded server listens: the fifth line of its postmaster.pid. */
function socketFolder(dataDir: string): string {
  return readFileSync(path.join(dataDir, 'pg', 'postmaster.pid'), 'utf8').split('\n')[4] ?? '';
}

/** Resident memory in MB of a process and all its children: by RSS (shared pages counted in each) and by PSS (once). */
export function memoryOf(pid: number) {
  const all = familyOf(pid);
  const sum = (read: (each: number) => number) =>
    all.reduce((total, each) => total + read(each), 0) / 1024;
  return {
    rss: sum((each) => kilobytes(readProc(`/proc/${each}/status`), 'VmRSS')),
    pss: sum((each) => kilobytes(readProc(`/proc/${each}/smaps_rollup`), 'Pss')),
    /** Of `pss` what the database's processes share: its buffers, which fill up to their fixed size. */
    shared: sum((each) => kilobytes(readProc(`/proc/${each}/smaps_rollup`), 'Pss_Shmem')),
    processes: all.length,
    /** Of the process itself, by RSS. */
    top: kilobytes(readProc(`/proc/${pid}/status`), 'VmRSS') / 1024,
  };
}

/** Seconds of processor time that a process has had, and all its children together. */
export function processorOf(pid: number): { own: number; children: number } {
  const ticks = (each: number, fields: number) => {
    const [, after = ''] = readProc(`/proc/${each}/stat`).split(') ');
    const times = after.split(' ').slice(11, 11 + fields);
    return times.reduce((sum, time) => sum + Number(time), 0) / 100;
  };
  const children = familyOf(pid).filter((each) => each !== pid);
  // Theirs with that of processes that have ended meanwhile.
  return { own: ticks(pid, 2), children: children.reduce((sum, each) => sum + ticks(each, 4), 0) };
}

function familyOf(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    const status = readProc(`/proc/${name}/status`);
    const parent = /PPid:\s+(\d+)/.exec(status)?.[1];
    if (parent) parents.set(Number(name), Number(parent));
  }
  return [...parents.keys()].filter((each) => isBelow(each, pid, parents));
}

function isBelow(pid: number, top: number, parents: ReadonlyMap<number, number>): boolean {
  for (let each: number | undefined = pid; each && each !== 1; each = parents.get(each)) {
    if (each === top) return true;
  }
  return false;
}

function kilobytes(text: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0);
}

function readProc(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

export async function fillLeads(pool: pg.Pool | pg.Client, count: number): Promise<void> {
  await pool.query(
    `insert into leads (company_name, contact_person, email, phone, industry, company_size, annual_revenue, website,
       address, city, state, country, postal_code, lead_source, initial_inquiry, lead_score, current_stage_id, status,
       created_at, updated_at)
     select 'Company ' || md5(n::text), 'Person ' || n, 'person' || n || '@company.example', '+91 98200 ' || 10000 + n % 90000,
       (array['Automotive','Textiles','Plastics','Steel'])[1 + n % 4], (array['small','medium','large','enterprise'])[1 + n % 4],
       n * 137 % 9000000, 'https://company' || n || '.example', 'Plot ' || n, 'Pune', 'Maharashtra', 'India', '411026',
       (array['trade_show','referral','website','cold_outreach','other'])[1 + n % 5], 'Asks for a quotation, number ' || n,
       n % 101, 1 + n % 6, (array['active','contacted','qualified','lost','inactive'])[1 + n % 5],
       now() - n * interval '1 minute', now() - n * interval '1 minute'
     from generate_series(1, $1::int) n`,
    [count],
  );
  await pool.query('analyze leads');
}
