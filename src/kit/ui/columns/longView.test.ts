import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Filter, predicateOf, searchFilter } from '~/kit/shared/filters/filters';
import { LongView, type Shown, type ViewRequest } from './longView';
import { filterRows, sortRows } from './tableView';

interface Row {
  id: number;
  name: string;
}

const filters: readonly Filter<Row>[] = [searchFilter(['name'])];
const nameOf = ({ name }: Row) => name;

function requestOf(
  rows: readonly Row[],
  search: string,
  direction: 'asc' | 'desc',
): ViewRequest<Row> {
  const predicate = predicateOf(filters, { search }) ?? undefined;
  return { rows, columns: [], valueOf: nameOf, direction, filter: { predicate } };
}

function start() {
  let shown: Shown<Row> | null = null;
  const view = new LongView<Row>((next) => {
    shown = next;
  });
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
