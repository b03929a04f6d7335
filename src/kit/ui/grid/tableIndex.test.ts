import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Filter, predicateOf, searchFilter } from '~/kit/shared/filters/filters';
import { atOnce } from '~/kit/ui/hooks/slices';
import { IndexedRows } from './indexedRows';
import type { SortValue } from './tableColumn';
import { ownLine } from './tableLine';
import { filterRows, sortRows } from './tableView';

interface Row {
  name: string;
  value: SortValue;
}

const filters: readonly Filter<Row>[] = [searchFilter(['name'])];
const nameOf = ({ name }: Row) => name;
const orders = [nameOf, ({ value }: Row) => value];

const text = fc.string({ unit: fc.constantFrom('a', 'B', 'é', '1', '0', ' '), maxLength: 4 });
const word = fc.option(text);
const numeral = fc.oneof(fc.integer({ min: -3, max: 30 }), fc.constant(Number.NaN), fc.boolean());
const number = fc.option(numeral);
const rowsOf = (values: fc.Arbitrary<SortValue>) =>
  fc.array(fc.record<Row>({ name: text, value: values }), { maxLength: 40 });

/** What happens to a table: rows leave it, others come in front, and then a question follows. */
const step = (values: fc.Arbitrary<SortValue>) =>
  fc.record({
    stay: fc.array(fc.boolean(), { minLength: 7, maxLength: 7 }),
    come: rowsOf(values),
    order: fc.option(fc.constantFrom(...orders)),
    direction: fc.constantFrom('asc' as const, 'desc' as const),
    search: text,
  });
const steps = fc.oneof(
  fc.array(step(word), { minLength: 1, maxLength: 8 }),
  fc.array(step(number), { minLength: 1, maxLength: 8 }),
);

test('an index of a table that changes answers as if it was made again of the rows', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const indexed = new IndexedRows<Row>(ownLine());
      let rows: readonly Row[] = [];
      for (const { stay, come, order, direction, search } of all) {
        rows = [...come, ...rows.filter((_, at) => stay[at % 7])];
        atOnce(indexed.show(rows));
        const predicate = predicateOf(filters, { search }) ?? undefined;
        const { searches = [] } = predicate?.parts ?? {};
        for (const { keys } of searches) atOnce(indexed.texts(keys));
        const sort = order && { column: atOnce(indexed.column(order)), direction };
        const found = await indexed.ask(sort, searches);
        const sorted = order ? sortRows(rows, order, direction) : rows;
        expect(found).toEqual(filterRows(sorted, [], { predicate }));
      }
    }),
    { numRuns: 150 },
  );
});

test('more rows than are put among the others one by one are ranked again, few are not', async () => {
  const indexed = new IndexedRows<Row>(ownLine());
  const many = (count: number, prefix: string) =>
    Array.from({ length: count }, (_, at) => ({
      name: `${prefix} ${(at * 7) % count}`,
      value: at,
    }));
  let rows: readonly Row[] = [];
  for (const come of [many(1500, 'b'), many(3, 'a'), many(400, 'c'), many(2, 'b')]) {
    rows = [...come, ...rows];
    atOnce(indexed.show(rows));
    const column = atOnce(indexed.column(nameOf));
    const found = await indexed.ask({ column, direction: 'asc' }, []);
    expect(found).toEqual(sortRows(rows, nameOf, 'asc'));
  }
});
