import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Filter, predicateOf, searchFilter } from '~/kit/shared/filters/filters';
import { LongView, type Shown, type Wanted } from './longView';
import { filterRows, sortRows } from './tableView';

interface Row {
  id: number;
  name: string;
}

const filters: readonly Filter<Row>[] = [searchFilter(['name'])];
const nameOf = ({ name }: Row) => name;

function wantedOf(rows: readonly Row[], search: string, direction: 'asc' | 'desc'): Wanted<Row> {
  const predicate = predicateOf(filters, { search }) ?? undefined;
  return { rows, columns: [], valueOf: nameOf, direction, filter: { predicate } };
}

function start() {
  let shown: Shown<Row> | null = null;
  const seen: Shown<Row>[] = [];
  const view = new LongView<Row>((next) => {
    shown = next;
    seen.push(next);
  });
  const settled = async (wanted: Wanted<Row>) => {
    view.want(wanted);
    const isShown = () => shown?.isWhole === true && shown.wanted === wanted;
    await expect.poll(isShown, { interval: 1, timeout: 10_000 }).toBe(true);
    return shown?.rows;
  };
  return { view, settled, seen };
}

const name = fc.string({ unit: fc.constantFrom('a', 'b', 'é', ' ', '1'), maxLength: 6 });
const asked = fc.record({
  search: name,
  direction: fc.constantFrom('asc' as const, 'desc' as const),
});

test('whatever is asked one after the other, the last is shown as if it had been asked alone', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(name, { maxLength: 40 }),
      fc.array(asked, { minLength: 1, maxLength: 6 }),
      fc.boolean(),
      async (names, all, waits) => {
        const rows = names.map((each, id) => ({ id, name: each }));
        const { view, settled } = start();
        for (const { search, direction } of all) {
          const wanted = wantedOf(rows, search, direction);
          const alone = filterRows(sortRows(rows, nameOf, direction), [], wanted.filter);
          if (waits) expect(await settled(wanted)).toEqual(alone);
          else view.want(wanted);
          if (search === all.at(-1)?.search) expect(await settled(wanted)).toEqual(alone);
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('a longer needle is looked for among the last hits alone', async () => {
  const rows = Array.from({ length: 5000 }, (_, id) => ({ id, name: `Lead ${id}` }));
  const looked: number[] = [];
  const watched = [
    {
      ...searchFilter(['name']),
      test: (row: Row, value: string) => {
        looked.push(row.id);
        return row.name.includes(value);
      },
    },
  ];
  const { settled } = start();
  const wanted = (search: string) => ({
    ...wantedOf(rows, '', 'asc'),
    filter: { predicate: predicateOf(watched, { search }) ?? undefined },
  });
  const hits = (await settled(wanted('99')))?.length ?? 0;
  expect(looked.splice(0)).toHaveLength(5000);
  expect(await settled(wanted('999'))).toHaveLength(5);
  expect(looked.splice(0)).toHaveLength(hits);
  await settled(wanted('9'));
  expect(looked).toHaveLength(5000);
});

test('in another order the first rows are shown before all are, with the same hits', async () => {
  const rows = Array.from({ length: 5000 }, (_, id) => ({
    id,
    name: `Lead ${(id * 7919) % 5000}`,
  }));
  const { settled, seen } = start();
  const searched = wantedOf(rows, '9', 'asc');
  await settled(searched);
  for (const filter of [searched.filter, {}]) {
    await settled({ ...searched, filter });
    seen.splice(0);
    const whole = await settled({ ...searched, filter, direction: 'desc' });
    expect(seen.map(({ isWhole }) => isWhole)).toEqual([false, true]);
    expect(seen[0]?.rows).toEqual(whole?.slice(0, 100));
  }
});
