import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import {
  hangUpAfter,
  hangUpInside,
  type MailServer,
  startMailServer,
} from '../../src/kit/server/testing/test-mail-server';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { openDatabase, type Product, startProduct, usualPassword } from '../../scripts/product';
import { storeOf } from './looks';
import type { Line, Part } from './part';
import { breakUnder, type Fault, turnsOf } from './rounds';
import { Wire } from './wire';

const drainsWithinMs = 150_000;

/** The mail server down, slow, refusing, silent, and cut off when the mail is on its way. */
export const mailPart: Part = {
  minutes: ({ rounds }) => 3 + turnsOf(rounds) * 2.2,
  run: async ({ rounds, seed }, tell) => {
    const office = await openOffice();
    const product = await startProduct({
      ADMIN_PASSWORD: usualPassword,
      SMTP_URL: `smtp://127.0.0.1:${office.wire.port}`,
    });
    try {
      const scene = { mails: office.mails, rounds: turnsOf(rounds), seed, tell };
      const what = 'the mail server down, slow, refusing, silent, cut off';
      const store = storeOf(product);
      const faults = faultsOf(office, product);
      const line = await breakUnder(scene, { what, product, store, faults });
      return [line, await outcomes(product, office.mails, tell)];
    } catch (error) {
      tell(product.output().slice(-3000));
      throw error;
    } finally {
      await product.stop();
      await office.close();
    }
  },
};

type Speak = (socket: Socket) => void;

interface Office {
  mails: MailServer;
  wire: Wire;
  /** What the recipients' addresses are answered with, one after the other. */
  answers: number[];
  speak: (speak: Speak | null) => void;
  close: () => Promise<void>;
}

/** A real mail server, behind a door that may speak for itself, behind a wire that may be bad. */
async function openOffice(): Promise<Office> {
  const answers: number[] = [];
  const mails = await startMailServer({}, answers);
  let speak: Speak | null = null;
  const door: Server = createServer((socket) => {
    socket.on('error', () => undefined);
    if (speak) return speak(socket);
    const inside = connect(Number(new URL(mails.url).port), '127.0.0.1');
    inside.on('error', () => socket.destroy());
    socket.on('close', () => inside.destroy());
    return void socket.pipe(inside).pipe(socket);
  });
  door.listen(0, '127.0.0.1');
  await once(door, 'listening');
  const wire = new Wire({ port: (door.address() as AddressInfo).port, host: '127.0.0.1' });
  await wire.accept();
  return {
    mails,
    wire,
    answers,
    speak: (next) => {
      speak = next;
    },
    close: async () => {
      await wire.refuse();
      door.close();
      await mails.close();
    },
  };
}

/** Says that it is ready, a byte a second. */
const drip: Speak = (socket) => {
  const left = [...'220 ready when it is ready\r\n'];
  const timer = setInterval(() => socket.write(left.shift() ?? ' '), 1000);
  socket.on('close', () => clearInterval(timer));
};

function faultsOf({ wire, answers, speak }: Office, product: Product): Fault[] {
  const speaking = (name: string, seconds: number, how: Speak): Fault => ({
    name,
    seconds,
    begin: async () => {
      speak(how);
      await askForLinks(product);
    },
    end: () => speak(null),
  });
  const refusing = (code: number): Fault => ({
    name: `each address refused with ${code}`,
    seconds: 5,
    begin: async () => {
      answers.push(...Array.from({ length: 1000 }, () => code));
      await askForLinks(product);
    },
    end: () => void answers.splice(0),
  });
  return [
    {
      name: 'down',
      seconds: 5,
      begin: async () => {
        await wire.refuse();
        await askForLinks(product);
      },
      end: () => wire.accept(),
    },
    speaking('a banner of a byte a second', 25, drip),
    refusing(451),
    refusing(550),
    {
      name: 'takes connections and never says a word',
      seconds: 25,
      begin: async () => {
        wire.passing({ kind: 'swallow' });
        await askForLinks(product);
      },
      end: () => wire.passing({ kind: 'pass' }),
    },
    speaking('cut in the middle of the mail', 5, hangUpInside),
    speaking('cut after the mail, before its answer', 5, hangUpAfter),
  ];
}

/** Mails that a job sends, and sends again: of somebody who has forgotten the password. */
async function askForLinks({ url }: Product): Promise<void> {
  await fetch(`${url}/api/auth/forgot-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@example.com' }),
  });
}

interface MailRow {
  id: number;
  message_id: string;
  status: string;
  last_error: string | null;
}

/** Every mail has its outcome, and arrived as often as that says: once, or not, or at most once where nobody knows. */
async function outcomes(
  product: Product,
  { received }: MailServer,
  tell: (line: string) => void,
): Promise<Line> {
  const database = await openDatabase(product);
  const began = performance.now();
  const waiting = await drained(database);
  const seconds = (performance.now() - began) / 1000;
  const { rows } = await database.query<MailRow>(
    'select id, message_id, status, last_error from mails',
  );
  await database.end();
  const counts = { accepted: 0, refused: 0, unknown: 0, lost: 0, doubled: 0 };
  for (const { id, message_id, status, last_error } of rows) {
    const times = received.filter(({ messageId }) => messageId?.includes(message_id)).length;
    const isUnknown = last_error?.startsWith('It is not known') ?? false;
    if (status === 'accepted') counts.accepted += 1;
    else if (isUnknown) counts.unknown += 1;
    else counts.refused += 1;
    if (status === 'accepted' && times === 0) counts.lost += 1;
    const most = status === 'accepted' || isUnknown ? 1 : 0;
    if (times <= most) continue;
    counts.doubled += 1;
    tell(`mail ${id} is ${status} (${last_error}) and arrived ${times} times`);
  }
  const { accepted, refused, unknown, lost, doubled } = counts;
  return {
    what: 'what became of the mails when their server was back',
    measured:
      `${rows.length} mails: ${accepted} accepted, ${refused} refused, ${unknown} of unknown outcome; ` +
      `${lost} lost, ${doubled} doubled, ${waiting} still waiting after ${seconds.toFixed(0)} s`,
    mark: '0 lost, 0 doubled, none waiting',
    holds: lost + doubled + waiting === 0,
  };
}

/** Waits for the queue to empty, each mail tried as soon as it may be; gives how many it holds at the end. */
async function drained(database: pg.Client): Promise<number> {
  const latest = performance.now() + drainsWithinMs;
  for (;;) {
    await database.query(`update mails set next_attempt_at = now() where status = 'queued'`);
    const { rows } = await database.query<{ count: number }>(
      `select count(*)::int as count from mails where status in ('queued', 'sending')`,
    );
    const count = rows[0]?.count ?? 0;
    if (count === 0 || performance.now() > latest) return count;
    await sleep(1000);
  }
}
