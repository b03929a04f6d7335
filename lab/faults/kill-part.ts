import { setTimeout as sleep } from 'node:timers/promises';
import type { TaxMode } from '../../src/modules/organization/company/settings.fields';
import { startMailServer } from '../../src/kit/server/testing/test-mail-server';
import { type Product, startProduct, usualPassword } from '../../scripts/product';
import {
  type Counts,
  type Crew,
  noCounts,
  repeatAll,
  signedIn,
  untilWritten,
  workOn,
} from './crew';
import { type Done, look, postmasterOf, storeOf } from './looks';
import { countMails } from './mails';
import type { Line, Part } from './part';
import { randomOf } from './random';
import { makeGround } from './work';

const workers = 4;
/** Rounds between two looks at everything. */
const roundsPerLook = 10;

/** Server and database killed in turns under mixed work (`kill -9`). */
export const killPart = killsUnder('single', 'under');

/** The same while invoices by GST are issued: each is issued and kept, or a draft still. */
export const issuingPart = killsUnder('gst', 'while invoices by GST are issued by');

function killsUnder(taxMode: TaxMode, words: string): Part {
  return {
    minutes: ({ rounds }) => 0.5 + rounds * 0.08,
    run: ({ rounds, seed }, tell) => killed({ rounds, seed, tell, taxMode, words }),
  };
}

interface Wanted extends Omit<Killing, 'product'> {
  words: string;
}

async function killed({ words, ...wanted }: Wanted): Promise<Line[]> {
  const { rounds, tell } = wanted;
  const mails = await startMailServer();
  const product = await startProduct({ ADMIN_PASSWORD: usualPassword, SMTP_URL: mails.url });
  try {
    const counts = await killInTurns({ product, ...wanted });
    const arrived = countMails(mails, counts);
    const { lost, doubled, broken, strange } = counts;
    return [
      {
        what: `kill -9 of server and database in turns, ${counts.rounds} rounds ${words} ${workers} people`,
        measured:
          `${counts.sent} writes, ${counts.acknowledged} acknowledged, ${counts.repeated} repeated; ` +
          `${lost} lost, ${doubled} doubled, ${broken} invariants broken, ${strange} strange answers; ` +
          `${arrived} invoices mailed of ${counts.mailsWanted} wanted; back within ${(counts.slowestBackMs / 1000).toFixed(1)} s`,
        mark: '0 lost, 0 doubled, 0 invariants broken',
        holds: lost + doubled + broken + strange === 0 && counts.acknowledged > rounds,
      },
    ];
  } catch (error) {
    tell(product.output().slice(-3000));
    throw error;
  } finally {
    await product.stop();
    await mails.close();
  }
}

interface Killing {
  product: Product;
  rounds: number;
  seed: number;
  taxMode: TaxMode;
  tell: (line: string) => void;
}

async function killInTurns(killing: Killing): Promise<Counts> {
  const { product, rounds, seed, taxMode, tell } = killing;
  const random = randomOf(seed, 77);
  const store = storeOf(product);
  const people = await signedIn(product.url, store, workers);
  const [first] = people;
  if (!first) throw new Error('Nobody is there');
  const counts = noCounts();
  const ground = await makeGround(first, taxMode);
  const crew: Crew = { people, ground, counts, serverDies: true, tell };
  let since: Done[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const isServer = round % 2 === 1;
    const shift = { isOver: false };
    const name = `k${seed}-${round}`;
    const working = workOn(crew, shift, {
      name,
      randomAt: (at) => randomOf(seed, round * 100 + at),
    });
    await sleep(random.between(150, 700));
    const began = performance.now();
    if (isServer) await product.end('SIGKILL');
    else process.kill(postmasterOf(product), 'SIGKILL');
    if (!isServer) await sleep(random.between(0, 300));
    shift.isOver = true;
    const done = await working;
    if (isServer) await product.restart();
    await untilWritten(crew, `back ${name}`);
    counts.slowestBackMs = Math.max(counts.slowestBackMs, performance.now() - began);
    counts.rounds += 1;
    since.push(...done, ...(await repeatAll(crew, done)));
    if (round % roundsPerLook === 0 || round === rounds) {
      await look(store, since, counts, tell);
      tell(
        `${round} rounds, ${counts.acknowledged} acknowledged, ${counts.lost} lost, ${counts.doubled} doubled`,
      );
      since = [];
    }
  }
  return counts;
}
