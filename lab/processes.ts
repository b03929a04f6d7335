import { readdirSync, readFileSync } from 'node:fs';

/** Memory in MB of a process and all its children: by RSS (shared pages counted in each) and by PSS (once). */
export function memoryOf(pid: number) {
  const all = familyOf(pid);
  const sum = (file: string, name: string) =>
    all.reduce((total, each) => total + kilobytes(`/proc/${each}/${file}`, name), 0) / 1024;
  const pss = sum('smaps_rollup', 'Pss');
  return {
    rss: sum('status', 'VmRSS'),
    pss,
    /** Without the database's buffers, which fill up to their fixed size. */
    own: pss - sum('smaps_rollup', 'Pss_Shmem'),
    processes: all.length,
  };
}

/** Watches how much memory grows; `end` gives the most in MB above the beginning. */
export function watchMemory(pid: number, kind: 'pss' | 'own') {
  const before = memoryOf(pid)[kind];
  let most = before;
  const look = () => {
    most = Math.max(most, memoryOf(pid)[kind]);
  };
  const timer = setInterval(look, 150);
  return {
    before,
    end: (): number => {
      clearInterval(timer);
      look();
      return most - before;
    },
  };
}

/** Seconds of processor time that a process has had, and all its children together with those that have ended. */
export function processorOf(pid: number): { own: number; children: number } {
  const ticks = (each: number, fields: number) => {
    const [, after = ''] = readProc(`/proc/${each}/stat`).split(') ');
    const times = after.split(' ').slice(11, 11 + fields);
    return times.reduce((sum, time) => sum + Number(time), 0) / 100;
  };
  const children = familyOf(pid).filter((each) => each !== pid);
  return { own: ticks(pid, 2), children: children.reduce((sum, each) => sum + ticks(each, 4), 0) };
}

/** A process and all below it. */
export function familyOf(pid: number): number[] {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const parents = ids.map((id) => [Number(id), kilobytes(`/proc/${id}/status`, 'PPid')] as const);
  const family = [pid];
  for (const above of family)
    family.push(...parents.filter(([, parent]) => parent === above).map(([id]) => id));
  return family;
}

function kilobytes(file: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readProc(file))?.[1] ?? 0);
}

/** Empty where the process has ended. */
function readProc(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
