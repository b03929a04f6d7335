import { pipeline } from 'node:stream/promises';
import { once } from 'node:events';
import { Writable } from 'node:stream';
import { to as copyTo } from 'pg-copy-streams';
import { readLength } from './load';
import { type Bench, fillLeads, memoryOf } from './product';
import { median } from './statistics';

const rounds = 9;
const idleMs = 12_000;

export interface Figure {
  name: string;
  value: string;
  mark: string;
  holds: boolean;
  /** The measured part of its mark: at most 1 where it holds. Of the figures that gate. */
  share?: number;
}

export async function serverFigures(bench: Bench): Promise<Figure[]> {
  const figures: Figure[] = [];
  await new Promise((resolve) => setTimeout(resolve, idleMs));
  const memory = memoryOf(bench.child.pid ?? 0);
  figures.push({
    name: `idle memory, all ${memory.processes} processes`,
    value: `${memory.rss.toFixed(0)} MB RSS, ${memory.pss.toFixed(0)} MB PSS`,
    mark: 'under 300 MB',
    holds: memory.rss < 300,
  });
  figures.push({
    name: 'warm start to healthy',
    value: `${(bench.warmStartMs / 1000).toFixed(2)} s`,
    mark: 'under 5 s',
    holds: bench.warmStartMs < 5000,
  });
  await fillLeads(bench.pool, 10_000);
  figures.push(...(await listFigures(bench, leads)));
  return figures;
}

export const leads: List = {
  name: 'GET /leads, 10,000 leads',
  path: '/leads',
  select: `select l.*, u.first_name, u.last_name, s.stage_name from leads l
    left join users u on u.id = l.assigned_to left join pipeline_stages s on s.id = l.current_stage_id
    order by l.created_at desc, l.id desc`,
};

export interface List {
  name: string;
  path: string;
  select: string;
}

/** The list against PostgreSQL sending the same JSON, in turns, so that a busy machine slows both. */
export async function listFigures(bench: Bench, list: List): Promise<Figure[]> {
  const ours: number[] = [];
  const theirs: number[] = [];
  const blocked: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    await blockedMs(bench);
    const own = await timed(() => readList(bench, list));
    blocked.push(await blockedMs(bench));
    const raw = await timed(() => copyRaw(bench, list));
    if (round === 0) continue;
    ours.push(own);
    theirs.push(raw);
  }
  const ratio = median(ours) / median(theirs);
  const longest = Math.max(...blocked);
  return [
    {
      name: `${list.name}, against COPY of row_to_json`,
      value: `${median(ours).toFixed(0)} ms : ${median(theirs).toFixed(0)} ms = ${ratio.toFixed(2)}`,
      mark: 'at most 1.5',
      holds: ratio <= 1.5,
      share: ratio / 1.5,
    },
    {
      name: 'longest block of the server’s event loop meanwhile',
      value: `${longest.toFixed(0)} ms (median ${median(blocked).toFixed(0)})`,
      mark: 'under 50 ms',
      holds: longest < 50,
      share: longest / 50,
    },
  ];
}

/** The longest time in milliseconds for which the server's event loop was blocked since the last call. */
export async function blockedMs({ child }: Bench): Promise<number> {
  child.send('blocked?');
  const [answer] = (await once(child, 'message')) as [number];
  return answer;
}

async function readList(bench: Bench, { path }: List): Promise<void> {
  const length = await readLength(bench, path);
  if (length < 1_000_000) throw new Error('The list is too short to be measured');
}

async function copyRaw(bench: Bench, { select }: List): Promise<void> {
  const client = await bench.pool.connect();
  try {
    const sink = new Writable({ write: (_chunk, _encoding, done) => done() });
    await pipeline(
      client.query(copyTo(`copy (select row_to_json(r) from (${select}) r) to stdout`)),
      sink,
    );
  } finally {
    client.release();
  }
}

export async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
