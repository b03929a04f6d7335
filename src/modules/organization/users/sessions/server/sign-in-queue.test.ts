import { expect, test } from 'vitest';
import { createLimiter } from '~/kit/server/limiter';
import { fairLane } from './sign-in-queue.internal';

const busy = { message: 'Please try again', retryAfterSeconds: 1 };

/** Work that ends on command, with the sequence in which it began. */
function workshop(waiting = 10, each = 5) {
  const lane = fairLane(createLimiter({ ...busy, running: 1, waiting }), each);
  const began: string[] = [];
  const ends: (() => void)[] = [];
  const start = (holder: string, name = holder) =>
    lane(holder, () => {
      began.push(name);
      return new Promise<string>((done) => ends.push(() => done(name)));
    });
  const endNext = async () => {
    await new Promise(setImmediate);
    ends.shift()?.();
    await new Promise(setImmediate);
  };
  return { start, began, endNext };
}

test('holders take turns, however many one of them sends', async () => {
  const { start, began, endNext } = workshop();
  const all = ['crowd 1', 'crowd 2', 'crowd 3'].map((name) => start('crowd', name));
  all.push(start('person'));
  for (let turn = 0; turn < 4; turn += 1) await endNext();
  expect(began).toEqual(['crowd 1', 'person', 'crowd 2', 'crowd 3']);
  await Promise.all(all);
});

test('one holder has its own bound, and gets its room back', async () => {
  const { start, endNext } = workshop(10, 2);
  const taken = [start('crowd', 'one'), start('crowd', 'two')];
  await expect(start('crowd')).rejects.toMatchObject({ code: 'server.busy', status: 503 });
  const person = start('person');
  for (let turn = 0; turn < 3; turn += 1) await endNext();
  expect(await Promise.all([...taken, person])).toEqual(['one', 'two', 'person']);
  const again = start('crowd', 'three');
  await endNext();
  expect(await again).toBe('three');
});

test('all holders together have a bound too', async () => {
  const { start, endNext } = workshop(1);
  const taken = [start('first'), start('second')];
  await expect(start('third')).rejects.toMatchObject({ code: 'server.busy' });
  for (let turn = 0; turn < 2; turn += 1) await endNext();
  expect(await Promise.all(taken)).toEqual(['first', 'second']);
});
