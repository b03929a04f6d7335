import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { startMailServer } from '../../src/kit/server/testing/test-mail-server';
import { openDatabase, type Product, startProduct, usualPassword } from '../../scripts/product';
import { storeOf } from './looks';
import type { Line, Part } from './part';
import { breakUnder, type Fault, turnsOf } from './rounds';

const hours = 3_600_000;
const days = 24 * hours;
const settleMs = 30_000;

/** The server's own clock jumps; the database's stays, so that the two disagree as well. */
export const clockPart: Part = {
  minutes: ({ rounds }) => 0.5 + turnsOf(rounds) * 0.5,
  run: async ({ rounds, seed }, tell) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'crm-clock-'));
    const file = path.join(folder, 'shift');
    await writeFile(file, '0');
    const mails = await startMailServer();
    const preload = pathToFileURL(path.join(import.meta.dirname, 'shifted-clock.mjs'));
    const product = await startProduct({
      ADMIN_PASSWORD: usualPassword,
      SMTP_URL: mails.url,
      FAULTS_CLOCK: file,
      NODE_OPTIONS: `--import=${preload.href}`,
    });
    try {
      const jump = jumpsOf(file);
      const scene = { mails, rounds: turnsOf(rounds), seed, tell };
      const what = 'the server’s clock jumps';
      const store = storeOf(product);
      const line = await breakUnder(scene, { what, product, store, faults: jump });
      return [line, await nothingHangs(product)];
    } catch (error) {
      tell(product.output().slice(-3000));
      throw error;
    } finally {
      await product.stop();
      await mails.close();
      await rm(folder, { recursive: true });
    }
  },
};

/** Away and back again; some writes that had no answer are sent again at another time than the first. */
function jumpsOf(file: string): Fault[] {
  const set = (shift: number) => async () => {
    // At one stroke: a half-written number is another time.
    await writeFile(`${file}.new`, String(shift));
    await rename(`${file}.new`, file);
  };
  const jump = (name: string, shift: number): Fault => ({
    name,
    seconds: 3,
    begin: set(shift),
    end: set(0),
  });
  return [
    jump('an hour ahead, and back', hours),
    jump('a day back, and forth', -days),
    jump('three months ahead, and back', 90 * days),
    jump('three months back, and forth', -90 * days),
  ];
}

/** What the server had to do while its clock was ahead is done by now: no mail waits for a time to come. */
async function nothingHangs(product: Product): Promise<Line> {
  const database = await openDatabase(product);
  const began = performance.now();
  let waiting = 1;
  while (waiting > 0 && performance.now() - began < settleMs) {
    const { rows } = await database.query<{ count: number }>(
      `select (select count(*) from mails where status in ('queued', 'sending')
           and updated_at > now() + interval '1 hour')::int
         + (select count(*) from import_jobs where status = 'running')::int as count`,
    );
    waiting = rows[0]?.count ?? 0;
  }
  await database.end();
  return {
    what: 'after the jumps: mails and imports that wait for a time to come',
    measured: String(waiting),
    mark: '0 within half a minute',
    holds: waiting === 0,
  };
}
