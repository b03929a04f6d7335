import fc from 'fast-check';
import { expect, test } from 'vitest';
import { atOnce } from '~/kit/ui/hooks/slices';
import { firstInOrder } from './firstInOrder';
import { sortRows } from './tableView';

const text = fc.string({ unit: fc.constantFrom('a', 'B', 'é', '1', '0', ' '), maxLength: 4 });
const value = fc.oneof(text, fc.integer({ min: -3, max: 3 }), fc.constant(null));
const values = fc.oneof(
  fc.array(value, { maxLength: 60 }),
  fc.array(fc.option(fc.integer()), { maxLength: 60 }),
);

test('gives what sorting all of them begins with', () => {
  fc.assert(
    fc.property(
      values,
      fc.constantFrom('asc' as const, 'desc' as const),
      fc.integer({ min: 1, max: 20 }),
      (all, direction, count) => {
        const rows = all.map((each, id) => ({ id, each }));
        const valueOf = (row: (typeof rows)[number]) => row.each;
        const first = atOnce(firstInOrder(rows, { valueOf, direction, count }));
        expect(first).toEqual(sortRows(rows, valueOf, direction).slice(0, count));
      },
    ),
  );
});
