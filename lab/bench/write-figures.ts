import pg from 'pg';
import { put, ratePerSecond } from './load';
import { type Bench, fillLeads } from './product';
import { profiled } from './profile';
import type { Figure } from './server-figures';
import { median } from './statistics';

const many = 16;
const turns = 3;
const turnMs = 2500;

/**
 * One field of a lead changed again and again, by one client and by sixteen, each with leads of its own, against the same
 * statements on as many bare connections; and where the server's processor time goes.
 */
export async function writeFigures(bench: Bench): Promise<Figure[]> {
  await fillLeads(bench.pool, 1600);
  const { rows } = await bench.pool.query<{ id: number }>(
    'select id from leads order by id desc limit 1600',
  );
  const ids = rows.map(({ id }) => id);
  const bare = new pg.Pool({ ...bench.pool.options, max: many });
  const [one, ours, theirs]: number[][] = [[], [], []];
  try {
    for (let turn = 0; turn <= turns; turn += 1) {
      const alone = await ratePerSecond(changer(bench, ids), { clients: 1, turnMs });
      const own = await ratePerSecond(changer(bench, ids), { clients: many, turnMs });
      const raw = await ratePerSecond(replayer(bare, ids), { clients: many, turnMs });
      if (turn === 0) continue;
      one?.push(alone);
      ours?.push(own);
      theirs?.push(raw);
    }
  } finally {
    await bare.end();
  }
  const parts = await profiled(bench, () =>
    ratePerSecond(changer(bench, ids), { clients: many, turnMs }),
  );
  process.stdout.write(`\nWhere the server’s own time goes while ${many} write:\n${parts}\n`);
  const [single, crowd, ratio] = [
    median(one ?? []),
    median(ours ?? []),
    median(ours ?? []) / median(theirs ?? []),
  ];
  return [
    {
      name: `one field of a lead changed, by 1 client, by ${many}`,
      value: `${single.toFixed(0)}, ${crowd.toFixed(0)} a second`,
      mark: 'at least 600, 1,500',
      holds: single >= 600 && crowd >= 1500,
    },
    {
      name: `the same by ${many}, against the same statements on ${many} bare connections`,
      value: `${crowd.toFixed(0)} : ${median(theirs ?? []).toFixed(0)} a second = ${ratio.toFixed(2)}`,
      mark: 'at least 0.6',
      holds: ratio >= 0.6,
    },
  ];
}

let made = 0;

function nextOf(client: number, ids: readonly number[]) {
  made += 1;
  const share = ids.length / many;
  return {
    id: ids[client * share + (made % share)] ?? 0,
    phone: `+91 98200 ${10_000 + (made % 90_000)}`,
  };
}

function changer(bench: Bench, ids: readonly number[]) {
  return async (client: number): Promise<void> => {
    const { id, phone } = nextOf(client, ids);
    await put(bench, `/leads/${id}`, { phone });
  };
}

/** The statements of one such call, its session included: prepared, and one after the other. */
function replayer(pool: pg.Pool, ids: readonly number[]) {
  return async (client: number): Promise<void> => {
    const { id, phone } = nextOf(client, ids);
    const connection = await pool.connect();
    const run = (name: keyof typeof statements, values: unknown[]) =>
      connection.query({ name, text: statements[name], values });
    try {
      await run('session', [1]);
      await connection.query('begin');
      await run('lock', [id]);
      await run('read', [id]);
      await run('update', [id, phone]);
      const changed = JSON.stringify({ phone });
      await run('log', [id, changed, ['{"entity":"leads"}']]);
      await connection.query('commit');
    } finally {
      connection.release();
    }
  };
}

const lead = `select l.*, u.first_name, u.last_name, s.stage_name from leads l
  left join users u on u.id = l.assigned_to left join pipeline_stages s on s.id = l.current_stage_id`;

const statements = {
  session: `select u.*, s.last_seen_at from users u left join sessions s on s.user_id = u.id
    where u.id = $1 order by s.id desc limit 1`,
  lock: 'select id from leads where id = $1 for update',
  read: `select row_to_json(r) from (${lead} where l.id = $1) r`,
  update: `with leads as (update leads set phone = $2, updated_at = greatest(now(), updated_at + interval '1 millisecond')
      where id = $1 returning *)
    select row_to_json(r) from (${lead}) r`,
  log: `with logged as (
      insert into activity (type, action, entity, record_id, record_label, title, message, user_id, user_name, after,
        created_at)
      values ('lead', 'updated', 'leads', $1::integer, 'Bench', 'Lead updated', 'Bench: Phone', 1, 'Bench', $2::jsonb, now()))
    select pg_notify('live', message) from unnest($3::text[]) message`,
} as const;
