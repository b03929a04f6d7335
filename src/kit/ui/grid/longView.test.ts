import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Filter, predicateOf, searchFilter } from '~/kit/shared/filters/filters';
import { LongView, type Shown, type ViewRequest } from './longView';
import { ownLine, type TableLine } from './tableLine';
import { filterRows, sortRows } from './tableView';

interface Row {
  id: number;
  name: string;
}

const filters: readonly Filter<Row>[] = [searchFilter(['name'])];
const nameOf = ({ name }: Row) => name;
const likely = { orders: [nameOf], searches: [['name']] };

function requestOf(
  rows: readonly Row[],
  search: string,
  direction: 'asc' | 'desc',
): ViewRequest<Row> {
  const predicate = predicateOf(filters, { search }) ?? undefined;
  return { rows, columns: [], valueOf: nameOf, direction, filter: { predicate }, likely };
}

function start(open: () => TableLine = ownLine) {
  let shown: Shown<Row> | null = null;
  const view = new LongView<Row>((next) => {
    shown = next;
  }, open);
  const settled = async (request: ViewRequest<Row>) => {
    view.want(request);
    const isShown = () => shown?.request === request;
    await expect.poll(isShown, { interval: 1, timeout: 10_000 }).toBe(true);
    return shown?.rows;
  };
  return { view, settled };
}

const name = fc.string({ unit: fc.constantFrom('a', 'b', 'é', ' ', '1'), maxLength: 6 });
const calls = fc.record({
  search: name,
  direction: fc.constantFrom('asc' as const, 'desc' as const),
});

test('after any requests one after the other, the last is shown as if it was the only one', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(name, { maxLength: 40 }),
      fc.array(calls, { minLength: 1, maxLength: 6 }),
      fc.boolean(),
      async (names, all, waits) => {
        const rows = names.map((each, id) => ({ id, name: each }));
        const { view, settled } = start();
        for (const { search, direction } of all) {
          const request = requestOf(rows, search, direction);
          const alone = filterRows(sortRows(rows, nameOf, direction), [], request.filter);
          if (waits) expect(await settled(request)).toEqual(alone);
          else view.want(request);
          if (search === all.at(-1)?.search) expect(await settled(request)).toEqual(alone);
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('a view continues where its worker is lost', async () => {
  const rows = ['b', 'a', 'c'].map((each, id) => ({ id, name: each }));
  let calls = 0;
  const lost: TableLine = {
    send: () => undefined,
    ask: async () => {
      calls += 1;
      throw new Error('The worker is lost');
    },
    end: () => undefined,
  };
  const { settled } = start(() => lost);
  expect((await settled(requestOf(rows, '', 'desc')))?.map(({ id }) => id)).toEqual([2, 0, 1]);
  expect((await settled(requestOf(rows, 'a', 'asc')))?.map(({ id }) => id)).toEqual([1]);
  expect(calls).toBe(1);
});
