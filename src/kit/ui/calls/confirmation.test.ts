import { afterEach, expect, it } from 'vitest';
import { isConfirmed, onConfirmationNeeded } from './confirmation';

let end = () => undefined as void;
afterEach(() => end());

it('asks once for all that wait, and again for a person who comes later', async () => {
  const requests: ((done: boolean) => void)[] = [];
  end = onConfirmationNeeded(() => new Promise((resolve) => requests.push(resolve)));
  const first = [isConfirmed(), isConfirmed()];
  expect(requests).toHaveLength(1);
  requests[0]?.(true);
  expect(await Promise.all(first)).toEqual([true, true]);
  const later = isConfirmed();
  expect(requests).toHaveLength(2);
  requests[1]?.(false);
  expect(await later).toBe(false);
});

it('is refused where no one can ask', async () => {
  end = onConfirmationNeeded(() => Promise.resolve(true));
  end();
  expect(await isConfirmed()).toBe(false);
});
