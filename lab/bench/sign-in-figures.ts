import { crc32, deflateSync } from 'node:zlib';
import { type Bench, password } from './product';
import { blockedMs, type Figure, timed } from './server-figures';
import { median, percentile } from './statistics';

const rounds = 9;
const atOnce = 20;
const photosAtOnce = 4;
const flooding = 2000;

/** The cost of a sign-in, and what twenty at once, or the resizing of photos, cost all other calls. */
export async function signInFigures(bench: Bench): Promise<Figure[]> {
  const alone: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const ms = await timed(async () => void (await signInOnce(bench)));
    if (round > 0) alone.push(ms);
  }
  const quiet = median(await others(bench, delay(1000)));
  const crowd = await meanwhile(bench, () => many(atOnce, () => signInOnce(bench)));
  const photo = largePhoto();
  const photos = await meanwhile(bench, () => many(photosAtOnce, () => sendPhoto(bench, photo)));
  const person = await besideFlood(bench);
  const ms = median(alone);
  return [
    {
      name: 'sign-in with argon2id, alone',
      value: `${ms.toFixed(0)} ms`,
      mark: '50–250 ms',
      holds: ms >= 50 && ms <= 250,
    },
    besides(`${atOnce} sign-ins at once`, crowd, quiet),
    besides(`${photosAtOnce} photos of 24 megapixels at once`, photos, quiet),
    {
      name: `${flooding.toLocaleString('en')} sign-ins with random names at once: a person’s own browser`,
      value: `${(person / 1000).toFixed(2)} s`,
      mark: 'within 3 s',
      holds: person <= 3000,
    },
  ];
}

/** How long a person takes to sign in, on a browser of earlier days, who comes after a crowd from the same address. */
async function besideFlood(bench: Bench): Promise<number> {
  const cookie = await signInOnce(bench);
  const crowd = Array.from({ length: flooding }, async (_each, index) => {
    const response = await fetch(`${bench.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: `random ${index}`, password: 'not the password' }),
    });
    await response.arrayBuffer();
  });
  const ms = await timed(async () => void (await signInOnce(bench, cookie)));
  await Promise.all(crowd);
  return ms;
}

interface Meanwhile {
  calls: number[];
  blocked: number;
  took: number;
}

function besides(what: string, { calls, blocked, took }: Meanwhile, quiet: number): Figure {
  const [middle, worst] = [median(calls), percentile(calls, 0.95)];
  return {
    name: `GET /auth/me beside ${what} (${(took / 1000).toFixed(1)} s, ${calls.length} calls)`,
    value: `median ${middle.toFixed(0)} ms, p95 ${worst.toFixed(0)} ms (alone ${quiet.toFixed(0)}); event loop blocked ${blocked.toFixed(0)} ms at most`,
    mark: 'p95 and block under 50 ms',
    holds: worst < 50 && blocked < 50,
  };
}

async function meanwhile(bench: Bench, work: () => Promise<void>): Promise<Meanwhile> {
  await blockedMs(bench);
  let calls: number[] = [];
  const took = await timed(async () => {
    calls = await others(bench, work());
  });
  return { calls, blocked: await blockedMs(bench), took };
}

async function others(bench: Bench, end: Promise<void>): Promise<number[]> {
  let over = false;
  const ended = end.finally(() => {
    over = true;
  });
  const calls: number[] = [];
  while (!over) calls.push(await timed(() => askMe(bench)));
  await ended;
  return calls;
}

async function many(count: number, work: () => Promise<unknown>): Promise<void> {
  await Promise.all(Array.from({ length: count }, work));
}

/** Gives the cookie by which the browser is known from then on. */
async function signInOnce(bench: Bench, cookie = ''): Promise<string> {
  const response = await fetch(`${bench.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(cookie ? { cookie } : {}) },
    body: JSON.stringify({ username: 'admin', password }),
  });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`Sign-in failed: ${response.status}`);
  const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
  return cookies.find((each) => each.startsWith('device=')) ?? '';
}

async function askMe(bench: Bench): Promise<void> {
  const response = await fetch(`${bench.url}/api/auth/me`, { headers: { cookie: bench.cookie } });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`GET /auth/me: ${response.status}`);
}

async function sendPhoto(bench: Bench, photo: Uint8Array<ArrayBuffer>): Promise<void> {
  const form = new FormData();
  form.append('photo', new Blob([photo], { type: 'image/png' }), 'photo.png');
  const response = await fetch(`${bench.url}/api/auth/me/photo`, {
    method: 'POST',
    headers: { cookie: bench.cookie },
    body: form,
  });
  if (response.status !== 200) throw new Error(await response.text());
  await response.arrayBuffer();
}

/** A PNG of 6000 by 4000 pixels of one colour: the work of the largest accepted photo in a small file. */
function largePhoto(): Uint8Array<ArrayBuffer> {
  const [width, height] = [6000, 4000];
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const rows = Buffer.alloc(height * (1 + width * 3), 120);
  for (let row = 0; row < height; row += 1) rows[row * (1 + width * 3)] = 0;
  const chunks = [
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Uint8Array.from(Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks]));
}

function chunk(type: string, data: Buffer): Buffer {
  const whole = Buffer.alloc(12 + data.length);
  whole.writeUInt32BE(data.length, 0);
  whole.write(type, 4, 'latin1');
  whole.set(data, 8);
  whole.writeUInt32BE(crc32(whole.subarray(4, 8 + data.length)), 8 + data.length);
  return whole;
}
function delay(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds));
}
