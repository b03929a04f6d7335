import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, open, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startProduct, usualPassword } from '../product';
import { storeOf } from './looks';
import type { Line, Part } from './part';
import { breakUnder, type Fault, turnsOf } from './rounds';

const size = '700m';

/** The disk of the data folder, full and freed. */
export const diskPart: Part = {
  minutes: ({ rounds }) => 0.5 + turnsOf(rounds) * 0.8,
  run: async ({ rounds, seed }, tell) => {
    const place = await mkdtemp(path.join(os.tmpdir(), 'crm-full-'));
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'crm-full', place]);
    if (mounted.status !== 0) {
      await rm(place, { recursive: true });
      return [notTried(String(mounted.stderr).trim())];
    }
    try {
      const folder = path.join(place, 'data');
      await mkdir(folder, { mode: 0o711 });
      const product = await startProduct({ ADMIN_PASSWORD: usualPassword }, [], folder);
      try {
        const faults = fullDisk(place);
        const scene = { rounds: turnsOf(rounds), seed, tell };
        const store = storeOf(product);
        const line = await breakUnder(scene, { what: 'disk full', product, store, faults });
        const halves = (await readdir(folder, { recursive: true })).filter((name) =>
          /\.part$|half/.test(name),
        );
        if (halves.length === 0) return [line];
        return [
          { ...line, measured: `${line.measured}; half: ${halves.join(', ')}`, holds: false },
        ];
      } catch (error) {
        tell(product.output().slice(-3000));
        throw error;
      } finally {
        await product.stop();
      }
    } finally {
      spawnSync('umount', [place]);
      await rm(place, { recursive: true });
    }
  },
};

function notTried(reason: string): Line {
  return {
    what: 'disk full',
    measured: `needs the right to mount a small file system: ${reason}`,
    mark: '0 lost, 0 doubled, 0 invariants broken, each refusal a sentence',
    holds: null,
  };
}

/** Full at once, and full but for a little, so that some writes find room and others do not. */
function fullDisk(place: string): Fault[] {
  const ballast = path.join(place, 'ballast');
  const fill = (spareBytes: number) => async () => {
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
  };
  const free = () => rm(ballast);
  return [
    { name: 'full for 8 s', seconds: 8, begin: fill(0), end: free },
    { name: 'all but 600 kB full for 8 s', seconds: 8, begin: fill(600_000), end: free },
  ];
}
