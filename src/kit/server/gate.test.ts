import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createGate, type GateLimits } from './gate';

const limits: GateLimits = {
  running: 2,
  waiting: 1,
  sentence: 'Too much at once. Please try again.',
  retryAfterSeconds: 5,
};

const refusal = { code: 'server.busy', status: 503, retryAfterSeconds: 5 };

/** Work that lasts until it is told to end. */
function job() {
  let end: (result: string) => void = fail;
  let fails: (error: Error) => void = fail;
  const promise = new Promise<string>((resolve, reject) => {
    end = resolve;
    fails = reject;
  });
  let begun = false;
  const work = () => {
    begun = true;
    return promise;
  };
  return { work, end, fails, hasBegun: () => begun };
}

describe('a gate', () => {
  it('lets so many work, so many wait, and refuses the next before it begins', async () => {
    const gate = createGate(limits);
    const jobs = [job(), job(), job(), job()];
    const [first, second, third, fourth] = jobs.map(({ work }) => gate.run(work));
    await expect(fourth).rejects.toMatchObject({ ...refusal, message: limits.sentence });
    expect(jobs.map((each) => each.hasBegun())).toEqual([true, true, false, false]);
    expect(gate.load()).toEqual({ running: 2, waiting: 1 });
    jobs[1]?.end('second');
    await expect(second).resolves.toBe('second');
    expect(jobs[2]?.hasBegun()).toBe(true);
    jobs[0]?.end('first');
    jobs[2]?.end('third');
    await expect(Promise.all([first, third])).resolves.toEqual(['first', 'third']);
    expect(gate.load()).toEqual({ running: 0, waiting: 0 });
  });

  it('gives its place back when the work fails, even at once', async () => {
    const gate = createGate({ ...limits, running: 1, waiting: 0 });
    const failing = job();
    const failed = gate.run(failing.work);
    failing.fails(new Error('broken'));
    await expect(failed).rejects.toThrow('broken');
    const throws = (): Promise<string> => {
      throw new Error('at once');
    };
    await expect(gate.run(throws)).rejects.toThrow('at once');
    await expect(gate.run(async () => 'next')).resolves.toBe('next');
  });

  it('lets an abandoned caller leave the queue, whose place is free again', async () => {
    const gate = createGate({ ...limits, running: 1 });
    const [running, left, later] = [job(), job(), job()];
    const first = gate.run(running.work);
    const given = new AbortController();
    const abandoned = gate.run(left.work, { signal: given.signal });
    given.abort(new Error('gone'));
    await expect(abandoned).rejects.toThrow('gone');
    await expect(gate.run(left.work, { signal: given.signal })).rejects.toThrow('gone');
    const third = gate.run(later.work);
    running.end('first');
    await first;
    later.end('third');
    await expect(third).resolves.toBe('third');
    expect(left.hasBegun()).toBe(false);
  });

  it('is left once, however often what ends the turn is called', async () => {
    const gate = createGate(limits);
    const leave = await gate.enter();
    await gate.enter();
    leave();
    leave();
    expect(gate.load().running).toBe(1);
  });

  it('gives the last places to those who have few', async () => {
    const last = { places: 4, each: 1 };
    const gate = createGate({ ...limits, running: 8, waiting: 0, each: 4, last });
    const isIn = (who: string) =>
      gate.enter({ who }).then(
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
    const eachSentence = 'You have two already.';
    const gate = createGate({ ...limits, running: 1, waiting: 9, each: 2, eachSentence });
    const jobs = [job(), job(), job()];
    const own = jobs.slice(0, 2).map(({ work }) => gate.run(work, { who: 7 }));
    const refused = gate.run(async () => '', { who: 7 });
    await expect(refused).rejects.toMatchObject({ ...refusal, message: eachSentence });
    const other = gate.run(jobs[2]?.work ?? fail, { who: 8 });
    for (const each of jobs) each.end('done');
    await expect(Promise.all([...own, other])).resolves.toHaveLength(3);
    await expect(gate.run(async () => 'again', { who: 7 })).resolves.toBe('again');
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

it('regardless of who comes, ends or leaves: never too many, in the order they came, and empty at the end', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const gate = createGate({ ...limits, waiting: 3, each: 3 });
      const begun: number[] = [];
      const live: { end: () => void; given: AbortController }[] = [];
      const results: Promise<unknown>[] = [];
      for (const [number, step] of all.entries()) {
        if (step.does === 'come') {
          const { work, end } = job();
          const given = new AbortController();
          const begin = () => {
            begun.push(number);
            return work();
          };
          results.push(gate.run(begin, { who: step.who, signal: given.signal }));
          live.push({ end: () => end(''), given });
        } else if (step.does === 'end') live[step.which]?.end();
        else live[step.which]?.given.abort(new Error('gone'));
        results.at(-1)?.catch(() => undefined);
        await nextTurn();
        expect(gate.load().running).toBeLessThanOrEqual(2);
        expect(gate.load().waiting).toBeLessThanOrEqual(3);
        expect(gate.load().waiting === 0 || gate.load().running === 2).toBe(true);
        expect(begun).toEqual(begun.toSorted((a, b) => a - b));
      }
      for (const each of live) each.end();
      await Promise.allSettled(results);
      expect(gate.load()).toEqual({ running: 0, waiting: 0 });
    }),
    { numRuns: 200 },
  );
});
