import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Product, startProduct, usualPassword } from '../../scripts/product';
import { signedIn } from './crew';
import { storeOf } from './looks';
import type { Line, Part } from './part';
import type { Person } from './people';
import { breakUnder, type Fault, type Scene, turnsOf } from './rounds';
import { besides, onSmallDisk, type SmallDisk } from './small-disk';

/** The disk of the data folder, of the database alone, and of the backups, full and freed. */
export const diskPart: Part = {
  minutes: ({ rounds }) => 0.8 + turnsOf(rounds),
  run: async ({ rounds, seed }, tell) => {
    const scene = { rounds: turnsOf(rounds), seed, tell };
    return [await fullDataFolder(scene), await fullDatabase(scene), await fullBackups(scene)];
  },
};

const environment = { ADMIN_PASSWORD: usualPassword };

/** Full at once, and full but for a little, so that some writes find room and others do not. */
function fillings({ fill, free }: SmallDisk): Fault[] {
  return [
    { name: 'full for 8 s', seconds: 8, begin: () => fill(0), end: free },
    { name: 'all but 600 kB full for 8 s', seconds: 8, begin: () => fill(600_000), end: free },
  ];
}

async function fullDataFolder(scene: Scene): Promise<Line> {
  const what = 'disk full';
  const place = await newFolder();
  const line = await onSmallDisk({ what, size: '700m', place }, async (disk) => {
    const folder = path.join(place, 'data');
    await mkdir(folder, { mode: 0o711 });
    const product = await startProduct(environment, [], folder);
    return watched(scene, product, async () => {
      const store = storeOf(product);
      const broken = await breakUnder(scene, { what, product, store, faults: fillings(disk) });
      return besides(broken, await halvesIn(folder));
    });
  });
  await rm(place, { recursive: true });
  return line;
}

/** The database's own folder is a disk of its own: files and logs still have room. */
async function fullDatabase(scene: Scene): Promise<Line> {
  const what = 'the database’s disk full, no other';
  const product = await startProduct(environment);
  return watched(scene, product, async () => {
    await product.end('SIGTERM');
    const place = path.join(product.dataDir, 'pg');
    await rename(place, `${place}-was`);
    await mkdir(place, { mode: 0o700 });
    return onSmallDisk({ what, size: '500m', place }, async (disk) => {
      // With its owner: the database's files are not ours.
      spawnSync('cp', ['-a', `${place}-was/.`, place]);
      try {
        await product.restart();
        const store = storeOf(product);
        const person = await somebody(product);
        let isTold = false;
        const faults = fillings(disk).map((fault) => ({
          ...fault,
          begin: async () => {
            await fault.begin();
            isTold ||= await isToldFull(person);
          },
        }));
        const line = await breakUnder(scene, { what, product, store, faults });
        return besides(line, isTold ? [] : ['nobody was told 503 server.storage_full']);
      } finally {
        await product.end('SIGTERM');
      }
    });
  });
}

/** Whether within seconds a write is refused because there is no room. */
async function isToldFull(person: Person): Promise<boolean> {
  for (let time = 0; time < 40; time += 1) {
    const lead = { company_name: `Full ${time}`, contact_person: 'Meera Kulkarni' };
    const { status, body } = await person.askJson('POST', '/leads', lead);
    if (status === 503 && body.toString().includes('server.storage_full')) return true;
    await sleep(100);
  }
  return false;
}

/** The disk of `BACKUP_DIR` full: a backup fails and is heard of, nothing else is hurt. */
async function fullBackups(scene: Scene): Promise<Line> {
  const what = 'the backups’ disk full, no other';
  const place = await newFolder();
  const line = await onSmallDisk({ what, size: '64m', place }, async (disk) => {
    const product = await startProduct({ ...environment, BACKUP_DIR: place });
    return watched(scene, product, async () => {
      const person = await somebody(product);
      const amiss: string[] = [];
      const fault: Fault = {
        name: 'full while a backup is made',
        seconds: 1,
        begin: async () => {
          await disk.fill(8192);
          const { status, error } = await backUp(person);
          if (status !== 'failed' || !error?.startsWith('There is no room on the disk for'))
            amiss.push(`a backup without room was ${status}: ${error}`);
          if (!(await isInBell(person))) amiss.push('the bell says nothing');
          amiss.push(...(await halvesIn(place)));
        },
        end: disk.free,
      };
      const store = storeOf(product);
      const broken = await breakUnder(scene, { what, product, store, faults: [fault] });
      const { status, error } = await backUp(person);
      if (status !== 'done') amiss.push(`a backup with room again was ${status}: ${error}`);
      return besides(broken, amiss);
    });
  });
  await rm(place, { recursive: true });
  return line;
}

interface Run {
  id: number;
  status: string;
  error: string | null;
}

/** Asks for a backup, and gives what the administrators' page says of it in the end. */
async function backUp(person: Person): Promise<Run> {
  const asked = await person.askJson('POST', '/admin/backups');
  const { id } = dataIn<Run>(asked);
  return until(async () => {
    const { runs } = dataIn<{ runs: Run[] }>(await person.askJson('GET', '/admin/backups'));
    return runs.find((run) => run.id === id && ['done', 'failed'].includes(run.status));
  });
}

async function isInBell(person: Person): Promise<boolean> {
  const found = await until(async () => {
    const told = await person.askJson('GET', '/notifications');
    return dataIn<{ title: string }[]>(told).find(({ title }) => title === 'Backup failed');
  }).catch(() => null);
  return found !== null;
}

function dataIn<T>({ body }: { body: Buffer }): T {
  return (JSON.parse(body.toString()) as { data: T }).data;
}

async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (let time = 0; time < 300; time += 1) {
    const found = await look();
    if (found !== undefined) return found;
    await sleep(200);
  }
  throw new Error('It did not come within a minute');
}

async function somebody(product: Product): Promise<Person> {
  const [person] = await signedIn(product.url, storeOf(product), 1);
  if (!person) throw new Error('Nobody is there');
  return person;
}

/** What a file was begun as and never became. */
async function halvesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => /\.part$|half/.test(name)).map((name) => `half: ${name}`);
}

const newFolder = () => mkdtemp(path.join(os.tmpdir(), 'crm-full-'));

/** Stops the product after it, and shows what it said where something broke. */
async function watched(
  { tell }: Scene,
  product: Product,
  work: () => Promise<Line>,
): Promise<Line> {
  try {
    return await work();
  } catch (error) {
    tell(product.output().slice(-3000));
    throw error;
  } finally {
    await product.stop();
  }
}
