import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, open, readdir, rename, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { besides, type Figure } from '../figures';
import { signedIn } from './crew';
import type { Person } from './people';
import { type Plan, turnsOf } from './plan';
import { breakUnder, type Fault } from './rounds';
import { onStage } from './stage';

/** The disk of the data folder, and of the database alone, full and freed. */
export async function diskPart(plan: Plan): Promise<Figure[]> {
  return [await fullDataFolder(plan), await fullDatabase(plan)];
}

/** A disk that is full at once, and full but for a little, so that some writes find room and others do not. */
function fillings(disk: string): Fault[] {
  const ballast = path.join(disk, 'ballast');
  const full = (name: string, spareBytes: number): Fault => ({
    name,
    seconds: 8,
    begin: () => fill(ballast, spareBytes),
    end: () => rm(ballast),
  });
  return [full('full for 8 s', 0), full('all but 600 kB full for 8 s', 600_000)];
}

async function fill(ballast: string, spareBytes: number): Promise<void> {
  const file = await open(ballast, 'w');
  const block = Buffer.alloc(1_048_576);
  let written = 0;
  try {
    for (;;) written += (await file.write(block)).bytesWritten;
  } catch {
    await file.truncate(Math.max(0, written - spareBytes));
  } finally {
    await file.close();
  }
}

async function fullDataFolder(plan: Plan): Promise<Figure> {
  const what = 'disk full';
  const parent = await mkdtemp(path.join(os.tmpdir(), 'crm-full-'));
  const folder = path.join(parent, 'data');
  const figure = await onSmallDisk({ what, size: '700m', parent }, async (faults) => {
    await mkdir(folder, { mode: 0o711 });
    return onStage(
      {},
      async (stage) => {
        const figure = await breakUnder({ what, ...stage, turns: turnsOf(plan), faults });
        const names = await readdir(folder, { recursive: true });
        const halves = names.filter((name) => /\.part$|half/.test(name));
        return besides(figure, halves.length > 0 ? `half files: ${halves.join(', ')}` : undefined);
      },
      { folder },
    );
  });
  await rm(parent, { recursive: true });
  return figure;
}

/** The database's own folder is its own disk: files and logs still have room. */
function fullDatabase(plan: Plan): Promise<Figure> {
  const what = 'the database’s disk full, no other';
  return onStage({}, async (stage) => {
    const { product, store } = stage;
    await product.end('SIGTERM');
    const parent = path.join(product.dataDir, 'pg');
    await rename(parent, `${parent}-was`);
    await mkdir(parent, { mode: 0o700 });
    return onSmallDisk({ what, size: '500m', parent }, async (faults) => {
      // With its owner: the database's files are not ours.
      spawnSync('cp', ['-a', `${parent}-was/.`, parent]);
      try {
        await product.restart();
        const [person] = await signedIn(product.url, store, 1);
        let isReported = false;
        const during = async () => {
          isReported ||= await isReportedFull(person);
        };
        const scene = { what, ...stage, turns: turnsOf(plan), faults, during };
        const figure = await breakUnder(scene);
        return besides(
          figure,
          isReported ? undefined : 'no client received 503 server.storage_full',
        );
      } finally {
        await product.end('SIGTERM');
      }
    });
  });
}

/** Whether within seconds a write is refused because there is no room. */
async function isReportedFull(person: Person): Promise<boolean> {
  for (let time = 0; time < 40; time += 1) {
    const lead = { company_name: `Full ${time}`, contact_person: 'Meera Kulkarni' };
    const response = await person.askJson('POST', '/leads', lead);
    if (response.body.toString().includes('server.storage_full')) return response.status === 503;
    await sleep(100);
  }
  return false;
}

/** Mounts a small disk over a folder for a while, to be filled; says so in its row where that is not allowed. */
async function onSmallDisk(
  { what: name, size, parent }: { what: string; size: string; parent: string },
  work: (faults: Fault[]) => Promise<Figure>,
): Promise<Figure> {
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'crm-full', parent]);
  if (mounted.status !== 0) {
    const value = `needs the right to mount a small file system: ${String(mounted.stderr).trim()}`;
    return { name, value, mark: '0 lost, 0 doubled, each refusal a sentence', holds: null };
  }
  return work(fillings(parent)).finally(() => spawnSync('umount', [parent]));
}
