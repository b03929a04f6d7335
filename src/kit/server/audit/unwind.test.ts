import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as field from '~/kit/shared/fields/fields';
import {
  historyOf,
  type Lines,
  linesBefore,
  type LogEntry,
  shownLines,
  type Values,
} from './unwind';

const fields = {
  id: field.id,
  name: field.text({ label: 'Name', max: 10 }),
  city: field.text({ label: 'City', max: 10 }),
  joined: field.derived(field.text({ label: 'Joined', max: 10 })),
  seen_at: field.instant({ label: 'Seen', required: false }),
  updated_at: field.instant({ label: 'Last Updated' }),
};

const entry = (values: Partial<LogEntry>): LogEntry => ({
  at: '2026-11-22T10:00:00.000Z',
  transaction_id: 1,
  actor: 'Asha Rao',
  action: 'updated',
  part: null,
  together: null,
  before: null,
  after: null,
  ...values,
});

const changesOf = (...entries: Partial<LogEntry>[]) =>
  historyOf(entries.map(entry), { fields }).map(({ changes }) => changes);

it('has one item a transaction, with the net change of each field', () => {
  const changes = changesOf(
    { transaction_id: 2, before: { name: 'b', city: 'x' }, after: { name: 'c', city: 'y' } },
    { transaction_id: 2, before: { name: 'a', city: 'y' }, after: { name: 'b', city: 'x' } },
    { transaction_id: 1, before: { name: null }, after: { name: 'a' } },
  );
  expect(changes).toEqual([
    [{ field: 'name', label: 'Name', before: 'a', after: 'c' }],
    [{ field: 'name', label: 'Name', before: null, after: 'a' }],
  ]);
});

it.each([
  ['a column that is not a field', { before: { mail_id: 1 }, after: { mail_id: 2 } }],
  ['a derived field', { before: { joined: 'a' }, after: { joined: 'b' } }],
  ['what every change sets', { before: { updated_at: 'a' }, after: { updated_at: 'b' } }],
])('leaves out a change of nothing but %s', (_what, change) => {
  expect(changesOf(change)).toEqual([]);
});

it('shows each kind of lines separately', () => {
  const now = (line: Values): Lines => new Map([[1, { id: 1, position: 1, ...line }]]);
  const lines = [
    { table: 'prices', field: 'items', label: 'Items', columns: ['price'], now: now({ price: 5 }) },
    { table: 'limits', field: 'limits', label: 'Limits', columns: ['most'], now: now({ most: 9 }) },
  ];
  const entries = [
    { part: 'limits', before: [{ id: 1, most: 8 }], after: [{ id: 1, most: 9 }] },
    { part: 'prices', transaction_id: 0, before: [{ id: 1, price: 4 }], after: [] },
  ];
  const items = historyOf(entries.map(entry), { fields, lines });
  expect(items.map(({ changes }) => changes)).toEqual([
    [{ field: 'limits', label: 'Limits', before: [{ most: 8 }], after: [{ most: 9 }] }],
    [{ field: 'items', label: 'Items', before: [{ price: 4 }], after: [{ price: 5 }] }],
  ]);
});

it('gives instants as the API does', () => {
  const seen = { seen_at: '2026-11-22T15:30:00.5+05:30' };
  expect(changesOf({ before: { seen_at: null }, after: seen })[0]?.[0]?.after).toBe(
    '2026-11-22T10:00:00.500Z',
  );
});

type Step = { do: 'add' | 'change' | 'remove'; id: number; quantity: number };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    do: fc.constantFrom('add', 'change', 'remove'),
    id: fc.integer({ min: 1, max: 4 }),
    quantity: fc.integer({ min: 1, max: 9 }),
  }),
  { maxLength: 20 },
);

/** What a step makes of the lines, and the entry that the database leaves of it; null where it changes nothing. */
function applied(lines: Lines, step: Step): { lines: Lines; logged: LogEntry } | null {
  const existing = lines.get(step.id);
  const row: Values = { id: step.id, position: step.id, quantity: step.quantity };
  const next = new Map(lines);
  if (step.do === 'add' && !existing) {
    next.set(step.id, row);
    return { lines: next, logged: entry({ action: 'created', part: 'order_lines', after: [row] }) };
  }
  if (step.do === 'remove' && existing) {
    next.delete(step.id);
    return {
      lines: next,
      logged: entry({ action: 'deleted', part: 'order_lines', before: [existing] }),
    };
  }
  if (step.do !== 'change' || !existing || existing['quantity'] === step.quantity) return null;
  next.set(step.id, row);
  const before = [{ id: step.id, quantity: existing['quantity'] }];
  const after = [{ id: step.id, quantity: step.quantity }];
  return { lines: next, logged: entry({ part: 'order_lines', before, after }) };
}

it('takes back any changes of lines, step by step', () => {
  fc.assert(
    fc.property(steps, (all) => {
      let lines: Lines = new Map();
      const past: { lines: Lines; logged: LogEntry }[] = [];
      for (const step of all) {
        const done = applied(lines, step);
        if (!done) continue;
        past.push({ lines, logged: done.logged });
        lines = done.lines;
      }
      for (const { lines: were, logged } of past.toReversed()) {
        lines = linesBefore(lines, logged);
        expect(shownLines(lines, ['id', 'quantity'])).toEqual(shownLines(were, ['id', 'quantity']));
      }
    }),
  );
});
