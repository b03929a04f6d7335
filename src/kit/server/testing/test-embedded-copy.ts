import pg from 'pg';
import { startEmbedded } from '~/kit/server/postgres/embedded';
import type { CopyMessage } from './test-embedded';

const send = (message: CopyMessage): void =>
  void process.stdout.write(`${JSON.stringify(message)}\n`);
const [dataDir = '', work = ''] = process.argv.slice(2);

async function runCopy(): Promise<void> {
  const began = Date.now();
  const db = await startEmbedded({ dataDir, log: (log) => send({ log }) });
  const pool = new pg.Pool({ ...db.connection, max: 1 });
  pool.on('error', () => undefined);
  await pool.query('create table if not exists note (id int primary key)');
  const countRows = async (): Promise<number> =>
    (await pool.query<{ count: number }>('select count(*)::int as count from note')).rows[0]
      ?.count ?? 0;
  const stop = async (): Promise<void> => {
    send({ rows: await countRows() });
    await pool.end();
    await db.stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void stop());
  send({ ready: db.connection, rows: await countRows(), took: Date.now() - began });
  for (let row = 1; work === 'write'; row++) {
    await pool.query('insert into note values ($1)', [row]);
    send({ row });
  }
  for (let row = 0; work === 'ask'; row++) {
    await pool.query('select 1').then(
      () => send({ row }),
      () => undefined,
    );
    await new Promise((done) => setTimeout(done, 20));
  }
}

try {
  await runCopy();
} catch (error) {
  send({ refused: String(error) });
  process.exit(1);
}
