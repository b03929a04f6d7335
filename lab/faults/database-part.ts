import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { startMailServer } from '../../src/kit/server/testing/test-mail-server';
import {
  databaseAddress,
  openDatabase,
  type Product,
  startProduct,
  usualPassword,
} from '../../scripts/product';
import { postmasterOf, storeOf } from './looks';
import type { Line, Part } from './part';
import { randomOf } from './random';
import { breakUnder, type Fault, type Scene, turnsOf } from './rounds';
import { Wire } from './wire';

/** The database stopped, ended, cut off, slow, refusing, silent. */
export const databasePart: Part = {
  minutes: ({ rounds }) => 0.5 + turnsOf(rounds) * 2.6,
  run: async (plan, tell) => {
    const mails = await startMailServer();
    const environment = { ADMIN_PASSWORD: usualPassword, SMTP_URL: mails.url };
    const product = await startProduct(environment);
    const scene = { mails, tell, seed: plan.seed, rounds: turnsOf(plan.rounds) };
    try {
      const own = await breakUnder(scene, {
        what: 'the database’s own processes halted, ended, their sessions ended',
        product,
        store: storeOf(product),
        faults: ownFaults(product),
      });
      const far = await throughWire(scene, product, environment);
      return [own, far];
    } catch (error) {
      tell(product.output().slice(-3000));
      throw error;
    } finally {
      await product.stop();
      await mails.close();
    }
  },
};

/** What can happen to the embedded database's processes, other than the kills. */
function ownFaults(product: Product): Fault[] {
  const signal = (name: NodeJS.Signals) => {
    for (const pid of familyOf(postmasterOf(product))) process.kill(pid, name);
  };
  return [
    {
      name: 'halted (SIGSTOP) for 8 s',
      seconds: 8,
      begin: () => signal('SIGSTOP'),
      end: () => signal('SIGCONT'),
    },
    {
      name: 'told to end at once (SIGINT)',
      seconds: 0.5,
      begin: () => void process.kill(postmasterOf(product), 'SIGINT'),
      end: () => undefined,
    },
    {
      name: 'all sessions ended, five times',
      seconds: 0.1,
      begin: async () => {
        const database = await openDatabase(product);
        for (let time = 0; time < 5; time += 1)
          await database.query(
            `select pg_terminate_backend(pid) from pg_stat_activity
             where pid <> pg_backend_pid() and backend_type = 'client backend'`,
          );
        await database.end();
      },
      end: () => undefined,
    },
  ];
}

/** A process and its children. */
function familyOf(parent: number): number[] {
  const children = readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent;
    } catch {
      return false;
    }
  });
  return [parent, ...children.map(Number)];
}

/** The same product on a database elsewhere, behind a line that goes bad. */
async function throughWire(
  scene: Scene,
  home: Product,
  environment: Record<string, string>,
): Promise<Line> {
  const name = 'elsewhere';
  const database = await openDatabase(home);
  await database.query(`create database ${name}`);
  await database.end();
  const wire = new Wire({ path: path.join(home.dataDir, 'pg', '.s.PGSQL.5432') });
  await wire.accept();
  const product = await startProduct({
    ...environment,
    DATABASE_URL: `postgres://app@127.0.0.1:${wire.port}/${name}`,
  });
  const folder = encodeURIComponent(path.join(home.dataDir, 'pg'));
  try {
    return await breakUnder(scene, {
      what: 'a database elsewhere whose line is slow, cut, refused, silent',
      product,
      store: {
        database: databaseAddress(home, name),
        environment: { DATABASE_URL: `postgres://app@localhost/${name}?host=${folder}` },
      },
      faults: wireFaults(wire, scene.seed),
    });
  } catch (error) {
    scene.tell(
      `${product.pid()} ended with ${await product.end('SIGTERM')}: ${product.output().slice(-3000)}`,
    );
    throw error;
  } finally {
    await product.stop();
    await wire.refuse();
  }
}

function wireFaults(wire: Wire, seed: number): Fault[] {
  const random = randomOf(seed, 5);
  const pass = () => wire.passing({ kind: 'pass' });
  let timer: NodeJS.Timeout | undefined;
  return [
    {
      name: 'each packet 200 ms to 2 s late',
      seconds: 12,
      begin: () => wire.passing({ kind: 'slow', delay: () => random.between(200, 2000) }),
      end: pass,
    },
    {
      name: 'cut every 300 ms',
      seconds: 4,
      begin: () => {
        timer = setInterval(() => wire.cut(), 300);
      },
      end: () => clearInterval(timer),
    },
    { name: 'refused', seconds: 5, begin: () => wire.refuse(), end: () => wire.accept() },
    {
      name: 'silent: lines that are open stay so for ever, new ones for 8 s',
      seconds: 8,
      begin: () => wire.passing({ kind: 'swallow' }),
      end: pass,
    },
  ];
}
