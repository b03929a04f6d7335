import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { systemClock } from '~/kit/server/clock';
import { createDownloads } from './downloads';

const piece = Buffer.alloc(100_000, 'x');

function pieces(count: number): Readable {
  return Readable.from(Array.from({ length: count }, () => piece));
}

function movingClock() {
  let moved = 0;
  return {
    now: () => new Date(systemClock.now().getTime() + moved),
    advance: (ms: number) => {
      moved += ms;
    },
  };
}

it('takes everything in at once, and gives it to each reader whole', async () => {
  const downloads = createDownloads(systemClock);
  const source = pieces(50);
  const spool = downloads.spool(source, { who: 1 });
  const [fast, slow] = [downloads.read(spool), downloads.read(spool)];
  expect((await buffer(fast)).length).toBe(5_000_000);
  expect(source.destroyed).toBe(true);
  expect(downloads.held()).toBe(5_000_000);
  spool.seal();
  expect(downloads.held()).toBeGreaterThan(4_000_000);
  expect((await buffer(slow)).equals(Buffer.alloc(5_000_000, 'x'))).toBe(true);
  expect(downloads.held()).toBe(0);
});

it('refuses the next while too much is held, of one person or of all', async () => {
  const downloads = createDownloads(systemClock, { most: 3_000_000, each: 2_000_000 });
  const refusal = { code: 'server.busy', status: 503, retryAfterSeconds: 5 };
  const first = downloads.send(pieces(25), { who: 1 });
  await expect.poll(() => downloads.held()).toBe(2_500_000);
  await expect(downloads.begin({ who: 1 })).rejects.toMatchObject(refusal);
  (await downloads.begin({ who: 2 }))();
  const second = downloads.send(pieces(5), { who: 2 });
  await expect.poll(() => downloads.held()).toBe(3_000_000);
  await expect(downloads.begin({ who: 3 })).rejects.toMatchObject(refusal);
  first.destroy();
  (await downloads.begin({ who: 3 }))();
  second.destroy();
  expect(downloads.held()).toBe(0);
});

it('holds no more than there is room for, while who takes still gets all of it', async () => {
  const downloads = createDownloads(systemClock, { most: 3_000_000, each: 3_000_000 });
  const stalled = downloads.send(pieces(200), { who: 1 });
  await expect.poll(() => downloads.held()).toBeGreaterThanOrEqual(3_000_000);
  const honest = downloads.send(pieces(200), { who: 2 });
  expect((await buffer(honest)).length).toBe(20_000_000);
  expect(downloads.held()).toBeLessThan(3_500_000);
  expect((await buffer(stalled)).length).toBe(20_000_000);
});

it('cuts off who takes nothing: after half a minute, sooner when others have no room', async () => {
  const clock = movingClock();
  const downloads = createDownloads(clock, { most: 3_000_000, each: 3_000_000 });
  const first = downloads.send(pieces(10), { who: 1 });
  const cut = new Promise((resolve) => first.once('error', resolve));
  await expect.poll(() => downloads.held()).toBe(1_000_000);
  clock.advance(29_000);
  const second = downloads.send(pieces(100), { who: 2 });
  const next = new Promise((resolve) => second.once('error', resolve));
  await expect.poll(() => downloads.held()).toBeGreaterThanOrEqual(3_000_000);
  await expect(cut).resolves.toMatchObject({ message: expect.stringContaining('takes nothing') });
  expect(second.destroyed).toBe(false);
  clock.advance(6000);
  await expect(next).resolves.toMatchObject({ message: expect.stringContaining('takes nothing') });
  expect(downloads.held()).toBe(0);
});

it('reads no further ahead than the limit of the download', async () => {
  const downloads = createDownloads(systemClock);
  const reader = downloads.send(pieces(100), { who: 1, ahead: 1_000_000 });
  await expect.poll(() => downloads.held()).toBeGreaterThan(1_000_000);
  expect(downloads.held()).toBeLessThan(1_300_000);
  expect((await buffer(reader)).length).toBe(10_000_000);
});

it('ends a source that no one reads any longer, and breaks its readers off with it', async () => {
  const downloads = createDownloads(systemClock);
  const source = new Readable({ read: () => undefined });
  const spool = downloads.spool(source, { who: 1 });
  const readers = [downloads.read(spool), downloads.read(spool)];
  source.push(piece);
  for (const each of readers) each.destroy();
  await expect(spool.filled).rejects.toThrow('no longer read');
  expect(source.destroyed).toBe(true);
  const broken = new Readable({ read: () => undefined });
  const reader = downloads.send(broken, { who: 1 });
  broken.push(piece);
  broken.destroy(new Error('the connection was lost'));
  await expect(buffer(reader)).rejects.toThrow('the connection was lost');
  expect(downloads.held()).toBe(0);
});

it('reads one export at a time, and no list waits for one', async () => {
  const downloads = createDownloads(systemClock);
  const end = await downloads.beginExport({ who: 1 });
  let hasStarted = false;
  const next = downloads.beginExport({ who: 2 }).then(() => {
    hasStarted = true;
  });
  await Promise.all([downloads.begin({ who: 1 }), downloads.begin({ who: 2 })]);
  expect(hasStarted).toBe(false);
  end();
  await next;
});
