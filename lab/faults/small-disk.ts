import { spawnSync } from 'node:child_process';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Line } from './part';

export interface SmallDisk {
  fill: (spareBytes: number) => Promise<void>;
  free: () => Promise<void>;
}

/** Mounts a small disk over a folder for a while; says so in `what`'s row where that is not allowed. */
export async function onSmallDisk(
  { what, size, place }: { what: string; size: string; place: string },
  work: (disk: SmallDisk) => Promise<Line>,
): Promise<Line> {
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'crm-full', place]);
  if (mounted.status !== 0) return notTried(what, String(mounted.stderr).trim());
  try {
    return await work(diskAt(place));
  } finally {
    spawnSync('umount', [place]);
  }
}

function notTried(what: string, reason: string): Line {
  return {
    what,
    measured: `needs the right to mount a small file system: ${reason}`,
    mark: '0 lost, 0 doubled, 0 invariants broken, each refusal a sentence',
    holds: null,
  };
}

function diskAt(place: string): SmallDisk {
  const ballast = path.join(place, 'ballast');
  return {
    fill: async (spareBytes) => {
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
    },
    free: () => rm(ballast),
  };
}

/** A row that also wants nothing to be amiss of what is said here. */
export function besides(line: Line, amiss: readonly string[]): Line {
  if (amiss.length === 0) return line;
  return { ...line, measured: `${line.measured}; ${amiss.join('; ')}`, holds: false };
}
