import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LongBoard } from './long-board';
import { LongList } from './long-list';
import { LongStandIn } from './long-stand-in';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('says when more cards of a column cannot be loaded, and loads them by Retry', async () => {
  const server = new LongStandIn(300);
  const board = new LongBoard(new LongList('/bolts', server.calls), () => 'all');
  const rest = () => vi.advanceTimersByTimeAsync(2000);
  const now = () => ({ ...board.snapshot(), count: board.snapshot().cards.length });
  board.show(new Map([['all', '']]));
  await rest();
  expect(now()).toMatchObject({ state: 'ready', count: 50, lacksCards: false });
  server.isDown = true;
  for (let presses = 0; presses < 3; presses++) now().more('all');
  await rest();
  expect(now()).toMatchObject({ state: 'ready', lacksCards: true });
  server.isDown = false;
  now().retry();
  await rest();
  expect(now()).toMatchObject({ count: 200, lacksCards: false });
});
