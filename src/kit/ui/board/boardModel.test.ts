import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstCard, laneAfter, layOut, type Step, stepTo } from './boardModel';

const columns = ['new', 'won', 'empty', 'lost'].map((id) => ({ id, title: id }));
const board = (cards: [number, string | null][]) =>
  layOut({
    columns,
    cards: cards.map(([id, column]) => ({ id, column })),
    columnOf: ({ column }) => column,
  });

const layout = board([
  [1, 'new'],
  [2, 'won'],
  [3, 'new'],
  [4, null],
  [5, 'archived'],
  [6, 'lost'],
  [7, 'new'],
]);

test('cards keep their order, and one without a column that is shown is left out', () => {
  expect(layout.lanes.map((lane) => lane.ids)).toEqual([[1, 3, 7], [2], [], [6]]);
  expect(layout.positions.has(4) || layout.positions.has(5)).toBe(false);
});

test.each<[number, Step, number | null]>([
  [1, 'down', 3],
  [1, 'up', null],
  [7, 'down', null],
  [7, 'first', 1],
  [1, 'last', 7],
  [7, 'right', 2],
  [2, 'right', 6],
  [6, 'left', 2],
  [1, 'left', null],
  [6, 'right', null],
  [99, 'down', null],
])('from card %i, %s leads to %s', (from, step, to) => {
  expect(stepTo(layout, from, step)).toBe(to);
});

test('the focus enters at the first card there is', () => {
  expect(firstCard(layout)).toBe(1);
  expect(firstCard(board([[6, 'lost']]))).toBe(6);
  expect(firstCard(board([]))).toBeNull();
});

test('a lifted card stays between the first and the last column', () => {
  const anyStep = fc.constantFrom<Step>('up', 'down', 'left', 'right', 'first', 'last');
  fc.assert(
    fc.property(fc.array(anyStep), fc.integer({ min: 1, max: 9 }), (path, count) => {
      const end = path.reduce((lane, step) => laneAfter(step, lane, count), 0);
      expect(end >= 0 && end < count).toBe(true);
    }),
  );
});

test('every card has its place', () => {
  const cards = fc.uniqueArray(fc.tuple(fc.nat(), fc.constantFrom('new', 'won', 'lost', null)), {
    selector: ([id]) => id,
  });
  fc.assert(
    fc.property(cards, (given) => {
      const created = board(given);
      for (const [id, column] of given) {
        const position = created.positions.get(id);
        const found = position && created.lanes[position.lane]?.ids[position.index];
        expect(found).toBe(column === null ? undefined : id);
      }
    }),
  );
});
