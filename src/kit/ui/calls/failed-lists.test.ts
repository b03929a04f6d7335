import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { failedListsOf } from './failed-lists';

const rows = { rows: [], isWhole: true };

function show(client: QueryClient, key: string, results: (object | Error)[]) {
  const observer = new QueryObserver(client, {
    queryKey: [key, '/brands'],
    queryFn: () => {
      const result = results.length > 1 ? results.shift() : results[0];
      return result instanceof Error ? Promise.reject(result) : Promise.resolve(result);
    },
    retry: false,
  });
  return observer.subscribe(() => undefined);
}

it('finds a list in use that failed, until it is loaded or left', async () => {
  const client = new QueryClient();
  const lists = failedListsOf(client);
  const end = show(client, 'list', [new Error('down'), rows, new Error('down')]);
  expect(lists.isAny()).toBe(false);
  await expect.poll(lists.isAny).toBe(true);
  lists.retry();
  await expect.poll(lists.isAny).toBe(false);
  expect(client.getQueryData(['list', '/brands'])).toEqual(rows);
  // Loaded once, it stays whole.
  await client.refetchQueries();
  expect(lists.isAny()).toBe(false);
  end();
  const endOther = show(client, 'list', [new Error('down')]);
  await client.resetQueries();
  await expect.poll(lists.isAny).toBe(true);
  endOther();
  expect(lists.isAny()).toBe(false);
});

it('passes over other queries', async () => {
  const client = new QueryClient();
  show(client, 'answer', [new Error('no right')]);
  await expect.poll(() => client.getQueryState(['answer', '/brands'])?.status).toBe('error');
  expect(failedListsOf(client).isAny()).toBe(false);
});

it('passes over the list of the page behind, for as long as it is shown', async () => {
  const client = new QueryClient();
  const lists = failedListsOf(client);
  show(client, 'list', [new Error('down')]);
  await expect.poll(lists.isAny).toBe(true);
  const end = lists.passOver('/brands');
  const endOther = lists.passOver('/brands');
  expect(lists.isAny()).toBe(false);
  end();
  expect(lists.isAny()).toBe(false);
  endOther();
  expect(lists.isAny()).toBe(true);
});
