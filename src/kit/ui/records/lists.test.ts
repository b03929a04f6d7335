import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tooLong } from '~/kit/ui/feeds/list-rows';
import { startPage } from './list-stand-in-page';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const rest = () => vi.advanceTimersByTimeAsync(60_000);

test('a change that arrives while the list loads for the first time is in it', async () => {
  const { server, feed, page, load } = startPage();
  server.isLive = false;
  server.weather.delay = () => 20;
  const lead = server.write(null, 'Old name');
  server.connect();
  feed.show();
  const loading = load();
  await vi.advanceTimersByTimeAsync(55);
  server.write(lead.id, 'New name');
  await vi.advanceTimersByTimeAsync(30);
  await loading;
  await rest();
  expect(page.rows?.map(({ name }) => name)).toEqual(['New name']);
});

test('after the first load only changes are requested, and sent rows need no call', async () => {
  const { server, feed, page, load } = startPage();
  const lead = server.write(null, 'Apex');
  server.write(null, 'Bolt');
  feed.show();
  await Promise.all([load(), rest()]);
  expect(server.requests).toEqual([{ since: null, socket: null }]);
  server.connect();
  await rest();
  expect(server.requests.slice(1)).toEqual([{ since: '1.2', socket: 'socket-1' }]);
  const [, untouched] = page.rows ?? [];
  server.write(lead.id, 'Apex Works');
  server.write(null, 'Cast');
  await vi.advanceTimersByTimeAsync(100);
  expect(page.rows?.map(({ name }) => name)).toEqual(['Cast', 'Apex Works', 'Bolt']);
  expect(page.rows?.[2]).toBe(untouched);
  expect(server.requests).toHaveLength(2);
});

test('a message that was lost is found and caught up with within two seconds', async () => {
  const { server, feed, page, load } = startPage();
  server.connect();
  feed.show();
  await Promise.all([load(), rest()]);
  server.weather.copies = () => 0;
  server.write(null, 'Lost on the way');
  await vi.advanceTimersByTimeAsync(500);
  expect(page.rows).toEqual([]);
  await vi.advanceTimersByTimeAsync(1500);
  expect(page.rows?.map(({ name }) => name)).toEqual(['Lost on the way']);
});

test('what one wrote is not overtaken by an older answer', async () => {
  const { server, feed, page, load } = startPage();
  const lead = server.write(null, 'Before');
  server.connect();
  feed.show();
  await Promise.all([load(), rest()]);
  const shown: (string | undefined)[] = [];
  server.weather.delay = () => 20;
  server.write(lead.id, 'By another');
  const mine = server.write(lead.id, 'Mine');
  feed.put(mine);
  for (let at = 0; at < 5000; at += 10) {
    shown.push(page.rows?.[0]?.name);
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(new Set(shown)).toEqual(new Set(['Mine']));
});

test('a list that no one shows any longer is closed after some seconds, and catches up when it is shown', async () => {
  const { server, feed, page, load } = startPage();
  server.connect();
  const hide = feed.show();
  await Promise.all([load(), rest()]);
  hide();
  await vi.advanceTimersByTimeAsync(6000);
  server.write(null, 'Made since then');
  await rest();
  expect(page.rows).toEqual([]);
  feed.show();
  await vi.advanceTimersByTimeAsync(100);
  expect(page.rows).toHaveLength(1);
  server.write(null, 'Live again');
  await vi.advanceTimersByTimeAsync(100);
  expect(page.rows).toHaveLength(2);
});

test('a list that is shown again while it is being closed is heard of as before', async () => {
  const { server, feed, page, load } = startPage();
  const hide = feed.show();
  server.connect();
  await Promise.all([load(), rest()]);
  hide();
  await vi.advanceTimersByTimeAsync(4990);
  // The news that it is closed is overtaken by the call that opens it again.
  server.weather = { ...server.weather, delay: () => 300 };
  await vi.advanceTimersByTimeAsync(20);
  server.weather = { ...server.weather, delay: () => 1 };
  feed.show();
  await rest();
  const request = server.requests.length;
  server.write(null, 'Later');
  await vi.advanceTimersByTimeAsync(500);
  expect(page.rows?.map(({ name }) => name)).toContain('Later');
  expect(server.requests).toHaveLength(request);
});

test('without an answer it is tried again', async () => {
  const { server, feed, page, load } = startPage();
  server.connect();
  feed.show();
  await Promise.all([load(), rest()]);
  server.isDown = true;
  server.disconnect();
  server.write(null, 'While away');
  server.connect();
  await vi.advanceTimersByTimeAsync(8000);
  server.isDown = false;
  await rest();
  expect(page.rows).toHaveLength(1);
});

async function visited() {
  const visit = startPage();
  const { server } = visit;
  const lead = server.write(null, 'Apex');
  const other = server.write(null, 'Bolt');
  server.connect();
  visit.feed.show();
  await Promise.all([visit.load(), rest()]);
  visit.leave();
  return { visit, server, lead, other };
}

test('on the next visit the list is there before the server has answered, and is caught up with', async () => {
  const { visit, server, lead, other } = await visited();
  server.write(lead.id, 'Apex Works');
  server.delete(other.id);
  server.weather.delay = () => 100;
  const { page, feed, load, storage } = startPage(visit);
  server.requests.splice(0);
  feed.show();
  void load();
  await vi.advanceTimersByTimeAsync(150);
  expect(page.rows?.map(({ name }) => name)).toEqual(['Apex', 'Bolt']);
  await rest();
  expect(page.rows?.map(({ name }) => name)).toEqual(['Apex Works']);
  expect(server.requests.map(({ since }) => since)).toEqual(['1.2']);
  expect(storage.get(1)?.text).not.toContain('Bolt');
});

test('on the next visit it is known at once that the list is too long, and that it no longer is', async () => {
  const { visit, server } = await visited();
  server.isTooLong = true;
  visit.storage.clear();
  const { load, feed, leave, storage, page } = startPage(visit);
  feed.show();
  await Promise.all([load(), rest()]);
  expect(page.rows).toBe(tooLong);
  leave();
  server.weather.delay = () => 100;
  const next = startPage({ server, storage });
  next.feed.show();
  void next.load();
  await vi.advanceTimersByTimeAsync(150);
  expect(next.page.rows).toBe(tooLong);
  server.isTooLong = false;
  await rest();
  expect(next.page.rows?.map(({ name }) => name)).toEqual(['Apex', 'Bolt']);
  await rest();
  expect(storage.get(1)?.text).toContain('Bolt');
});

test('what was kept of one workspace is not shown in another', async () => {
  const { visit, server } = await visited();
  server.moveTo(2);
  const { page, feed, load } = startPage(visit);
  feed.show();
  void load();
  for (let at = 0; at < 100; at += 1) {
    await vi.advanceTimersByTimeAsync(1);
    expect(page.rows ?? []).toEqual([]);
  }
});

test.each([
  [403, false],
  [404, false],
  [500, true],
])('what was kept is not shown on after a refusal with %i', async (status, isStored) => {
  const { visit, server } = await visited();
  const { page, feed, load, storage } = startPage(visit);
  server.refusal = status;
  feed.show();
  void load();
  await rest();
  expect(page.rows).toEqual([]);
  expect(storage.has(1)).toBe(isStored);
  server.refusal = null;
  await Promise.all([load(), rest()]);
  expect(page.rows).toHaveLength(2);
});
