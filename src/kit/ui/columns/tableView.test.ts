import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atOnce } from '~/kit/ui/hooks/slices';
import type { Column } from './tableColumn';
import { createSorter, filterRows, sortRows } from './tableView';

interface Row {
  id: number;
  name: string | null;
  value: number | null;
}

const row = (id: number, name: string | null, value: number | null = null): Row => ({
  id,
  name,
  value,
});
const nameOf = (each: Row) => each.name;
const valueOf = (each: Row) => each.value;
const ids = (rows: readonly Row[]) => rows.map((each) => each.id);

describe('sorting', () => {
  it('puts empty ones last in both directions', () => {
    const rows = [row(1, null), row(2, 'b'), row(3, ''), row(4, 'a')];
    expect(ids(sortRows(rows, nameOf, 'asc'))).toEqual([4, 2, 1, 3]);
    expect(ids(sortRows(rows, nameOf, 'desc'))).toEqual([2, 4, 1, 3]);
  });

  it('reads numbers in text, and neither case nor accents count', () => {
    const rows = [
      row(1, 'Plant 10'),
      row(2, 'plant 9'),
      row(3, 'Étoile'),
      row(4, 'etoile'),
      row(5, 'Zenith'),
    ];
    expect(ids(sortRows(rows, nameOf, 'asc'))).toEqual([3, 4, 2, 1, 5]);
  });

  it('sorts any texts as the collator does', () => {
    const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
    const unit = fc.oneof(
      fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code)),
      fc.constantFrom('0', '00', '1', '12', '-', '_', 'é', 'ß', '９'),
    );
    const text = fc.string({ unit, minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.array(text, { maxLength: 12 }), (texts) => {
        const rows = texts.map((each, id) => row(id, each));
        const sorted = rows.toSorted((a, b) => compare(a.name ?? '', b.name ?? ''));
        expect(sortRows(rows, nameOf, 'asc')).toEqual(sorted);
      }),
      { numRuns: 3000 },
    );
  });

  it('sorts numbers by value, zero and negative ones too', () => {
    const rows = [row(1, null, 10), row(2, null, -3), row(3, null, null), row(4, null, 0)];
    expect(ids(sortRows(rows, valueOf, 'asc'))).toEqual([2, 4, 1, 3]);
  });

  it('keeps equal ones in the order they came, in both directions', () => {
    const rows = [row(3, 'a'), row(1, 'A'), row(2, 'b')];
    expect(ids(sortRows(rows, nameOf, 'asc'))).toEqual([3, 1, 2]);
    expect(ids(sortRows(rows, nameOf, 'desc'))).toEqual([2, 3, 1]);
  });

  it('gives with its memory what it gives without', () => {
    const anyRow = fc.record({
      id: fc.nat(),
      name: fc.option(fc.constantFrom('a', 'B', 'b', 'c 2', 'c 10')),
      value: fc.option(fc.integer({ min: -3, max: 3 })),
    });
    const anyChange = fc.record({
      at: fc.nat(19),
      to: anyRow,
      direction: fc.constantFrom('asc' as const, 'desc' as const),
    });
    fc.assert(
      fc.property(
        fc.array(anyRow, { minLength: 20, maxLength: 20 }),
        fc.array(anyChange),
        (rows, changes) => {
          const sorter = createSorter<Row>();
          let now: readonly Row[] = rows;
          for (const { at, to, direction } of changes) {
            now = now.with(at, to);
            expect(atOnce(sorter(now, nameOf, direction))).toEqual(
              sortRows(now, nameOf, direction),
            );
          }
        },
      ),
    );
  });

  it('does not compare again when a record changes in another field', () => {
    let calls = 0;
    const counting = (each: Row) => {
      calls++;
      return each.name;
    };
    const rows = Array.from({ length: 1000 }, (_, id) => row(id, `Company ${1000 - id}`));
    const sorter = createSorter<Row>();
    atOnce(sorter(rows, counting, 'asc'));
    calls = 0;
    const changed = rows.with(7, row(7, 'Company 993', 5));
    expect(atOnce(sorter(changed, counting, 'asc'))[992]).toBe(changed[7]);
    atOnce(sorter(changed, counting, 'desc'));
    expect(calls).toBe(2);
  });
});

describe('filtering', () => {
  const columns: Column<Row>[] = [
    { key: 'name', title: 'Name', width: 1, text: (each) => each.name ?? '' },
    { key: 'value', title: 'Value', width: 1, text: (each) => `₹${each.value}` },
  ];
  const rows = [row(1, 'Acme Tools', 5), row(2, 'Zenith', 50), row(3, null, 500)];

  it('finds every search text in its column, without regard to case and outer blanks', () => {
    const found = filterRows(rows, columns, { columnSearch: { name: ' TOOLS ', value: '' } });
    expect(ids(found)).toEqual([1]);
    expect(ids(filterRows(rows, columns, { columnSearch: { value: '₹50' } }))).toEqual([2, 3]);
    expect(ids(filterRows(rows, columns, { columnSearch: { value: '₹50', name: 'z' } }))).toEqual([
      2,
    ]);
  });

  it('finds the words of a column as they were typed, side by side', () => {
    const named = [row(1, 'Acme Tools', 5), row(2, 'Tools of Acme', 50)];
    expect(ids(filterRows(named, columns, { columnSearch: { name: 'acme tools' } }))).toEqual([1]);
  });

  it('asks the predicate too', () => {
    expect(ids(filterRows(rows, columns, { predicate: (each) => each.id > 1 }))).toEqual([2, 3]);
  });

  it('gives back the same list when nothing is searched', () => {
    expect(filterRows(rows, columns, { columnSearch: { name: ' ' } })).toBe(rows);
  });
});
