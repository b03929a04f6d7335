import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLimiter, type LimiterOptions } from './limiter';

const limits: LimiterOptions = {
  running: 2,
  waiting: 1,
  message: 'Too much at once. Please try again.',
  retryAfterSeconds: 5,
};

const refusal = { code: 'server.busy', status: 503, retryAfterSeconds: 5 };

/** Work that lasts until `end` or `fails` is called. */
function job() {
  let end: (result: string) => void = fail;
  let fails: (error: Error) => void = fail;
  const promise = new Promise<string>((resolve, reject) => {
    end = resolve;
    fails = reject;
  });
  let started = false;
  const work = () => {
    started = true;
    return promise;
  };
  return { work, end, fails, hasStarted: () => started };
}

describe('a gate', () => {
  it('lets so many work, so many wait, and refuses the next before it begins', async () => {
    const limiter = createLimiter(limits);
    const jobs = [job(), job(), job(), job()];
    const [first, second, third, fourth] = jobs.map(({ work }) => limiter.run(work));
    await expect(fourth).rejects.toMatchObject({ ...refusal, message: limits.message });
    expect(jobs.map((each) => each.hasStarted())).toEqual([true, true, false, false]);
    expect(limiter.load()).toEqual({ running: 2, waiting: 1 });
    jobs[1]?.end('second');
    await expect(second).resolves.toBe('second');
    expect(jobs[2]?.hasStarted()).toBe(true);
    jobs[0]?.end('first');
    jobs[2]?.end('third');
    await expect(Promise.all([first, third])).resolves.toEqual(['first', 'third']);
    expect(limiter.load()).toEqual({ running: 0, waiting: 0 });
  });

  it('gives its place back when the work fails, even at once', async () => {
    const limiter = createLimiter({ ...limits, running: 1, waiting: 0 });
    const failing = job();
    const failed = limiter.run(failing.work);
    failing.fails(new Error('broken'));
    await expect(failed).rejects.toThrow('broken');
    const throws = (): Promise<string> => {
      throw new Error('at once');
    };
    await expect(limiter.run(throws)).rejects.toThrow('at once');
    await expect(limiter.run(async () => 'next')).resolves.toBe('next');
  });

  it('lets an abandoned caller leave the queue, whose place is free again', async () => {
    const limiter = createLimiter({ ...limits, running: 1 });
    const [running, remaining, later] = [job(), job(), job()];
    const first = limiter.run(running.work);
    const given = new AbortController();
    const abandoned = limiter.run(remaining.work, { signal: given.signal });
    given.abort(new Error('gone'));
    await expect(abandoned).rejects.toThrow('gone');
    await expect(limiter.run(remaining.work, { signal: given.signal })).rejects.toThrow('gone');
    const third = limiter.run(later.work);
    running.end('first');
    await first;
    later.end('third');
    await expect(third).resolves.toBe('third');
    expect(remaining.hasStarted()).toBe(false);
  });

  it('is left once, however often what ends the turn is called', async () => {
    const limiter = createLimiter(limits);
    const leave = await limiter.enter();
    await limiter.enter();
    leave();
    leave();
    expect(limiter.load().running).toBe(1);
  });

  it('gives the last places to those who have few', async () => {
    const last = { slots: 4, each: 1 };
    const limiter = createLimiter({ ...limits, running: 8, waiting: 0, each: 4, last });
    const isIn = (who: string) =>
      limiter.enter({ who }).then(
        () => true,
        () => false,
      );
    const one: boolean[] = [];
    const other: boolean[] = [];
    for (let times = 0; times < 4; times += 1) one.push(await isIn('one'));
    for (let times = 0; times < 4; times += 1) other.push(await isIn('other'));
    expect(one).toEqual([true, true, true, true]);
    expect(other).toEqual([true, false, false, false]);
    expect([await isIn('one'), await isIn('third'), await isIn('fourth')]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('counts one person apart, waiting or at work', async () => {
    const eachMessage = 'You have two already.';
    const limiter = createLimiter({ ...limits, running: 1, waiting: 9, each: 2, eachMessage });
    const jobs = [job(), job(), job()];
    const own = jobs.slice(0, 2).map(({ work }) => limiter.run(work, { who: 7 }));
    const refused = limiter.run(async () => '', { who: 7 });
    await expect(refused).rejects.toMatchObject({ ...refusal, message: eachMessage });
    const other = limiter.run(jobs[2]?.work ?? fail, { who: 8 });
    for (const each of jobs) each.end('done');
    await expect(Promise.all([...own, other])).resolves.toHaveLength(3);
    await expect(limiter.run(async () => 'again', { who: 7 })).resolves.toBe('again');
  });
});

function fail(): never {
  throw new Error('not yet');
}

const steps = fc.array(
  fc.oneof(
    fc.record({ does: fc.constant('come' as const), who: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ does: fc.constant('end' as const), which: fc.nat(9) }),
    fc.record({ does: fc.constant('leave' as const), which: fc.nat(9) }),
  ),
  { maxLength: 60 },
);

it('never runs too many, keeps the order and is empty at the end, for any arrivals, ends and departures', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const limiter = createLimiter({ ...limits, waiting: 3, each: 3 });
      const started: number[] = [];
      const live: { end: () => void; given: AbortController }[] = [];
      const results: Promise<unknown>[] = [];
      for (const [number, step] of all.entries()) {
        if (step.does === 'come') {
          const { work, end } = job();
          const given = new AbortController();
          const begin = () => {
            started.push(number);
            return work();
          };
          results.push(limiter.run(begin, { who: step.who, signal: given.signal }));
          live.push({ end: () => end(''), given });
        } else if (step.does === 'end') live[step.which]?.end();
        else live[step.which]?.given.abort(new Error('gone'));
        results.at(-1)?.catch(() => undefined);
        await nextTurn();
        expect(limiter.load().running).toBeLessThanOrEqual(2);
        expect(limiter.load().waiting).toBeLessThanOrEqual(3);
        expect(limiter.load().waiting === 0 || limiter.load().running === 2).toBe(true);
        expect(started).toEqual(started.toSorted((a, b) => a - b));
      }
      for (const each of live) each.end();
      await Promise.allSettled(results);
      expect(limiter.load()).toEqual({ running: 0, waiting: 0 });
    }),
    { numRuns: 200 },
  );
});
