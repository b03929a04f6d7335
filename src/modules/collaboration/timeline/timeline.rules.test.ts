import { describe, expect, it } from 'vitest';
import type { TimelineItem } from '~/modules/records/records/timeline.fields';
import {
  byDay,
  changeItems,
  compareByNewest,
  idOfPosition,
  pageOf,
  pageSize,
  positionOfId,
  withNewestItems,
} from './timeline.rules';

const change = (at: string) => ({
  at,
  actor: 'Ravi Iyer',
  action: 'updated' as const,
  together: null,
  changes: [{ field: 'phone', label: 'Phone', before: null, after: '1' }],
});

describe('a place', () => {
  it.each([
    { at: 1, source: 'note', ref: 2 },
    { at: 1_763_881_200_123, source: 'credit_note', ref: 2_147_483_647 },
  ])('%j is named by its id', (position) => {
    expect(positionOfId(idOfPosition(position))).toEqual(position);
  });

  it.each(['', '1', '1.note', 'x.note.1', '1.Note.1', '1.note.1;', '-1.note.1'])(
    'is not %j',
    (id) => {
      expect(positionOfId(id)).toBeNull();
    },
  );

  it('is later, or of one moment further on', () => {
    const positions = [
      { at: 1, source: 'note', ref: 1 },
      { at: 1, source: 'note', ref: 2 },
      { at: 2, source: 'change', ref: 1 },
      { at: 1, source: 'change', ref: 9 },
    ];
    const ordered = positions.toSorted(compareByNewest).map(idOfPosition);
    expect(ordered).toEqual(['2.change.1', '1.note.2', '1.note.1', '1.change.9']);
  });
});

it('pages put together are all changes, each once', () => {
  const moment = (n: number) => new Date(1_763_000_000_000 + Math.floor(n / 3)).toISOString();
  const history = Array.from({ length: 2 * pageSize + 7 }, (_, n) =>
    change(moment(n)),
  ).toReversed();
  const items = changeItems([{ noun: 'Lead', history }]);
  const ids: string[] = [];
  for (let before = null as ReturnType<typeof positionOfId>; ; ) {
    const page = pageOf(items, before);
    if (page.length === 0) break;
    ids.push(...page.map(({ id }) => id));
    before = positionOfId(page.at(-1)?.id ?? '');
  }
  expect(ids).toEqual(items.map(({ item }) => item.id));
  expect(new Set(ids).size).toBe(history.length);
});

it('a creation names no fields', () => {
  const [created] = changeItems([
    { noun: 'Lead', history: [{ ...change('2026-11-22T10:00:00.000Z'), action: 'created' }] },
  ]);
  expect(created?.item).toEqual({
    id: '1795341600000.change.1',
    at: '2026-11-22T10:00:00.000Z',
    kind: 'change',
    actor: 'Ravi Iyer',
    title: 'Lead created',
    text: null,
  });
});

describe('a timeline whose newest page is read again', () => {
  const items = (from: number, to: number): TimelineItem[] =>
    Array.from({ length: from - to }, (_, n) => ({
      id: `${from - n}.note.1`,
      at: new Date(from - n).toISOString(),
      kind: 'note',
      actor: 'Ravi Iyer',
      title: 'Note',
      text: null,
    }));

  it('has what is new on top and keeps older pages', () => {
    expect(withNewestItems(items(100, 0), items(103, 53))).toEqual(items(103, 0));
  });

  it('drops what is gone', () => {
    const newest = items(100, 48).filter(({ id }) => id !== '99.note.1' && id !== '98.note.1');
    expect(withNewestItems(items(100, 0), newest)).not.toContainEqual(items(99, 98)[0]);
  });

  it('begins again where the two do not meet, and where it is short', () => {
    expect(withNewestItems(items(50, 0), items(200, 150))).toEqual(items(200, 150));
    expect(withNewestItems(items(50, 0), items(9, 0))).toEqual(items(9, 0));
  });
});

it('items are put together by the day of the time zone', () => {
  const at = (text: string): TimelineItem => ({
    id: `${Date.parse(text)}.note.1`,
    at: text,
    kind: 'note',
    actor: '',
    title: 'Note',
    text: null,
  });
  // 19:00 UTC is half past midnight in Kolkata.
  const items = [
    '2026-11-22T19:00:00.000Z',
    '2026-11-22T18:00:00.000Z',
    '2026-11-21T19:00:00.000Z',
  ];
  const days = byDay(items.map(at), 'Asia/Kolkata');
  expect(days.map(({ day, items: own }) => [day, own.length])).toEqual([
    ['2026-11-23', 1],
    ['2026-11-22', 2],
  ]);
});
