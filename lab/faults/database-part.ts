import { randomInt } from 'node:crypto';
import path from 'node:path';
import { type Product, usualPassword } from '../../e2e/built-product';
import type { MailServer } from '../../src/kit/server/testing/test-mail-server';
import type { Figure } from '../figures';
import { familyOf } from '../processes';
import type { Query } from './people';
import { type Plan, turnsOf } from './plan';
import { breakUnder, type Fault, type Scene } from './rounds';
import { onStage, postmasterOf, withProduct } from './stage';
import { Wire } from './wire';

/** The database stopped, ended, cut off, slow, refusing, silent. */
export function databasePart(plan: Plan): Promise<Figure[]> {
  return onStage({}, async (stage) => {
    const { product, mails, query } = stage;
    const common = { mails, turns: turnsOf(plan) };
    const what = 'the database’s own processes halted, ended, their sessions ended';
    const faults = ownFaults(product, query);
    const own = await breakUnder({ ...stage, ...common, what, faults });
    await query('create database elsewhere');
    return [own, await throughWire(product, common)];
  });
}

/** What can happen to the embedded database's processes, other than the kills. */
function ownFaults(product: Product, query: Query): Fault[] {
  const signal = (name: NodeJS.Signals) => () => {
    for (const pid of familyOf(postmasterOf(product))) process.kill(pid, name);
  };
  return [
    { name: 'halted for 8 s', seconds: 8, begin: signal('SIGSTOP'), end: signal('SIGCONT') },
    {
      name: 'ordered to end at once (SIGINT)',
      seconds: 0.5,
      begin: () => process.kill(postmasterOf(product), 'SIGINT'),
    },
    {
      name: 'all sessions ended, five times',
      seconds: 0.1,
      begin: async () => {
        for (let time = 0; time < 5; time += 1)
          await query(
            `select pg_terminate_backend(pid) from pg_stat_activity
             where pid <> pg_backend_pid() and backend_type = 'client backend'`,
          );
      },
    },
  ];
}

/** The same product on a database elsewhere, behind a line that goes bad. */
async function throughWire(
  home: Product,
  common: Pick<Scene, 'turns'> & { mails: MailServer },
): Promise<Figure> {
  const folder = path.join(home.dataDir, 'pg');
  const wire = new Wire({ path: path.join(folder, '.s.PGSQL.5432') });
  await wire.accept();
  const DATABASE_URL = `postgres://app@127.0.0.1:${wire.port}/elsewhere`;
  const direct = `postgres://app@localhost/elsewhere?host=${encodeURIComponent(folder)}`;
  const store = { database: direct, environment: { DATABASE_URL: direct } };
  const what = 'a database elsewhere whose line is slow, cut, refused, silent';
  const faults = wireFaults(wire);
  const settings = { ADMIN_PASSWORD: usualPassword, SMTP_URL: common.mails.url, DATABASE_URL };
  try {
    return await withProduct(settings, ({ url }) =>
      breakUnder({ ...common, what, url, store, faults }),
    );
  } finally {
    await wire.refuse();
  }
}

function wireFaults(wire: Wire): Fault[] {
  const late = wire.late(() => randomInt(200, 2000));
  const silent = 'silent: lines that are open stay so forever, new ones for 8 s';
  return [
    { name: 'each packet 200 ms to 2 s late', seconds: 12, ...late },
    { name: 'cut every 300 ms', seconds: 4, ...wire.cutting(300) },
    { name: 'refused', seconds: 5, ...wire.refusing() },
    { name: silent, seconds: 8, ...wire.silent() },
  ];
}
