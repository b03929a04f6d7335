import { setTimeout as sleep } from 'node:timers/promises';
import { startMailServer } from '../../src/kit/server/testing/test-mail-server';
import { openDatabase, type Product, startProduct, usualPassword } from '../product';
import { type Done, look, type Looked, postmasterOf } from './looks';
import type { Part } from './part';
import { addUser, cheapHash, personAt, type Person, type Query } from './people';
import { type Random, randomOf } from './random';
import { type Ground, makeGround, nextWrite, sendWrite, type Write } from './work';

const workers = 4;
/** Rounds between two looks at everything. */
const roundsPerLook = 10;
const answersWithinMs = 60_000;

interface Counts extends Looked {
  rounds: number;
  sent: number;
  acknowledged: number;
  repeated: number;
  strange: number;
  /** Invoices that somebody wanted to mail, and those of which the answer said that it was sent. */
  mailsWanted: number;
  mailsAcknowledged: number;
  slowestBackMs: number;
}

/** Server and database killed in turns under mixed work (`kill -9`). */
export const killPart: Part = {
  minutes: ({ rounds }) => 0.5 + rounds * 0.08,
  run: async ({ rounds, seed }, tell) => {
    const mails = await startMailServer();
    const product = await startProduct({ ADMIN_PASSWORD: usualPassword, SMTP_URL: mails.url });
    try {
      const counts = await killInTurns({ product, rounds, seed, tell });
      const invoices = mails.received.filter(({ subject }) => subject?.startsWith('Invoice '));
      const arrived = invoices.length;
      counts.lost += Math.max(0, counts.mailsAcknowledged - arrived);
      counts.doubled += Math.max(0, arrived - counts.mailsWanted);
      const { lost, doubled, broken, strange } = counts;
      return [
        {
          what: `kill -9 of server and database in turns, ${counts.rounds} rounds under ${workers} people`,
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
  },
};

interface Killing {
  product: Product;
  rounds: number;
  seed: number;
  tell: (line: string) => void;
}

async function killInTurns({ product, rounds, seed, tell }: Killing): Promise<Counts> {
  const random = randomOf(seed, 77);
  const people = await signedIn(product);
  const [first] = people;
  if (!first) throw new Error('Nobody is there');
  const ground = await makeGround(first);
  const counts: Counts = { ...nothing };
  let since: Done[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const isServer = round % 2 === 1;
    const shift = { killed: false };
    const working = people.map((person, at) =>
      work({
        person,
        ground,
        counts,
        shift,
        random: randomOf(seed, round * 100 + at),
        name: `k${seed}-${round}-${at}`,
      }),
    );
    await sleep(random.between(150, 700));
    const began = performance.now();
    if (isServer) await product.end('SIGKILL');
    else process.kill(postmasterOf(product), 'SIGKILL');
    if (!isServer) await sleep(random.between(0, 300));
    shift.killed = true;
    const done = (await Promise.all(working)).flat();
    if (isServer) await product.restart();
    await untilHealthy(first);
    counts.slowestBackMs = Math.max(counts.slowestBackMs, performance.now() - began);
    counts.rounds += 1;
    since.push(...done, ...(await repeatAll(done, counts)));
    if (round % roundsPerLook === 0 || round === rounds) {
      await look(product, since, counts, tell);
      tell(
        `${round} rounds, ${counts.acknowledged} acknowledged, ${counts.lost} lost, ${counts.doubled} doubled`,
      );
      since = [];
    }
  }
  return counts;
}

const nothing: Counts = {
  rounds: 0,
  sent: 0,
  acknowledged: 0,
  repeated: 0,
  lost: 0,
  doubled: 0,
  broken: 0,
  strange: 0,
  mailsWanted: 0,
  mailsAcknowledged: 0,
  slowestBackMs: 0,
};

async function signedIn(product: Product): Promise<Person[]> {
  const database = await openDatabase(product);
  const query: Query = (text, values) => database.query(text, values);
  const people: Person[] = [];
  for (let at = 0; at < workers; at += 1) {
    const login = await addUser(query, await cheapHash(), { role: 'admin' });
    const person = personAt(product.url, login);
    const { status } = await person.signIn();
    if (status !== 200) throw new Error(`Sign-in answered ${status}`);
    people.push(person);
  }
  await database.end();
  return people;
}

interface Shift {
  person: Person;
  ground: Ground;
  counts: Counts;
  shift: { killed: boolean };
  random: Random;
  name: string;
}

/** Writes without a break until the kill; what was then under way has no answer. */
async function work({ person, ground, counts, shift, random, name }: Shift): Promise<Done[]> {
  const done: Done[] = [];
  for (let at = 0; !shift.killed; at += 1) {
    const write = nextWrite(ground, `${name}-${at}`, random);
    counts.sent += 1;
    if (write.kind === 'mail') counts.mailsWanted += 1;
    const isAcknowledged = await isDone(person, write, counts);
    done.push({ write, person, isAcknowledged });
    if (!isAcknowledged) return done;
  }
  return done;
}

/** True where the answer says that it was done; a server without its database says that it does not know. */
async function isDone(person: Person, write: Write, counts: Counts): Promise<boolean> {
  const answer = await sendWrite(person, write).catch(() => null);
  const status = answer?.status ?? 0;
  if (status === 200 || status === 201) {
    counts.acknowledged += 1;
    if (write.kind === 'mail') counts.mailsAcknowledged += 1;
    return true;
  }
  // A mail whose outcome nobody knows is not sent again.
  const isKnown = status === 0 || status === 503 || (write.kind === 'mail' && status === 409);
  if (!isKnown) counts.strange += 1;
  return false;
}

/** What a person does whose form had no answer: sends it again, with the key that it had. */
async function repeatAll(done: readonly Done[], counts: Counts): Promise<Done[]> {
  const unanswered = done.filter((each) => !each.isAcknowledged);
  const again: Done[] = [];
  for (const { write, person } of unanswered) {
    counts.repeated += 1;
    again.push({ write, person, isAcknowledged: await isDone(person, write, counts) });
  }
  return again;
}

async function untilHealthy(person: Person): Promise<void> {
  const latest = performance.now() + answersWithinMs;
  for (;;) {
    const answer = await person.askJson('GET', '/leads').catch(() => null);
    if (answer?.status === 200) return;
    if (answer?.status === 401) await person.signIn();
    if (performance.now() > latest) throw new Error('The product did not come back by itself');
    await sleep(50);
  }
}
