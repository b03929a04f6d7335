import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refreshComputed } from './computed';
import type { Change } from '~/kit/shared/changes';

let client: QueryClient;
let calls: number;

beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient();
  calls = 0;
});
afterEach(() => vi.useRealTimers());

/** Acts as a screen that shows an answer; gives the function that ends it. */
async function show(dependsOn: readonly string[] | 'everything'): Promise<() => void> {
  const observer = new QueryObserver(client, {
    queryKey: ['answer', `/${String(dependsOn)}`, '2026-11-21'],
    queryFn: () => {
      calls += 1;
      return Promise.resolve(calls);
    },
    staleTime: Number.POSITIVE_INFINITY,
    meta: { dependsOn },
  });
  const end = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  expect(calls).toBe(1);
  return end;
}

function change(entity: string): Change {
  return { entity, id: 7 };
}

test('a change is fetched at once, and a hundred within a second are fetched once more', async () => {
  await show(['leads']);
  refreshComputed(client, [change('leads')]);
  await vi.advanceTimersByTimeAsync(10);
  expect(calls).toBe(2);
  for (let each = 0; each < 100; each += 1) {
    refreshComputed(client, [change('leads')]);
    await vi.advanceTimersByTimeAsync(5);
  }
  expect(calls).toBe(2);
  await vi.advanceTimersByTimeAsync(600);
  expect(calls).toBe(3);
  await vi.advanceTimersByTimeAsync(5000);
  expect(calls).toBe(3);
});

test('a change that comes while the answer is in progress is not lost', async () => {
  await show(['leads']);
  refreshComputed(client, [change('leads')]);
  refreshComputed(client, [change('leads')]);
  await vi.advanceTimersByTimeAsync(1100);
  expect(calls).toBe(3);
});

test.each([
  [['leads'], 'customers', 1],
  [['leads'], '*', 2],
  ['everything' as const, 'services', 2],
])('an answer that depends on %s hears of %s', async (dependsOn, entity, expected) => {
  await show(dependsOn);
  refreshComputed(client, [change(entity)]);
  await vi.advanceTimersByTimeAsync(5000);
  expect(calls).toBe(expected);
});

test('an answer that no one shows is fetched when it is shown again', async () => {
  const end = await show(['leads']);
  end();
  refreshComputed(client, [change('leads')]);
  await vi.advanceTimersByTimeAsync(5000);
  expect(calls).toBe(1);
  const query = client.getQueryCache().findAll({ queryKey: ['answer'] })[0];
  expect(query?.state.isInvalidated).toBe(true);
});
