import { describe, expect, it } from 'vitest';
import { ApiError, NoResponseError } from '~/kit/ui/calls/api';
import {
  afterDone,
  inOrder,
  joined,
  markOf,
  type NewChange,
  nextOf,
  outcomeOf,
  type Queue,
  theirText,
  type WaitingChange,
  waitingMessage,
} from './waiting-change';
import { waitingIn, withWaiting } from './waiting-rows';

const status = {
  kind: 'choice',
  choices: [
    { value: 'new', label: 'New' },
    { value: 'lost', label: 'Lost' },
  ],
} as const;

function change(patch: Partial<NewChange> = {}): NewChange {
  const [from, to] = [String(patch.base ?? 'old'), String(patch.value ?? 'mine')];
  return {
    list: '/leads',
    record: 7,
    field: 'phone',
    value: 'mine',
    base: 'old',
    version: 'v1',
    call: '/leads/7',
    name: 'Deccan Pumps',
    words: { field: 'Phone', from, to, shape: { kind: 'text' } },
    tried: [],
    ...patch,
  };
}

function waiting(patch: Partial<WaitingChange> = {}): WaitingChange {
  return { ...joined([], change(patch), 1000), ...patch };
}

function changed(data: object): ApiError {
  return new ApiError(409, 'Changed', { code: 'record.changed', data });
}

describe('a new change', () => {
  it('waits behind those before it, also after the clock was set back', () => {
    const first = joined([], change(), 5000);
    const second = joined([first], change({ field: 'email' }), 3000);
    expect(inOrder([second, first])).toEqual([first, second]);
  });

  it('takes the place of an earlier one of its field, on what that began from', () => {
    const first = joined([], change({ tried: ['mine'] }), 1000);
    const other = joined([first], change({ record: 8 }), 2000);
    const next = change({ value: 'later', base: 'mine', version: 'v2', tried: ['later'] });
    const later = joined([first, other], next, 3000);
    expect(later).toMatchObject({
      value: 'later',
      base: 'old',
      version: 'v1',
      since: 1000,
      tried: ['mine', 'later'],
      words: { from: 'old', to: 'later' },
    });
    expect(later.order).toBe(first.order);
  });
});

describe('an answer', () => {
  const row = { id: 7, updated_at: 'v2', phone: 'old' };

  it.each([
    ['no answer', new NoResponseError('gone')],
    ['a session that ended', new ApiError(401, 'Sign in', { code: 'auth.not_signed_in' })],
    ['a server that is busy', new ApiError(503, 'Busy', { code: 'server.busy' })],
  ])('%s: it is sent again later', (_case, error) => {
    expect(outcomeOf(waiting(), error)).toEqual({ kind: 'later' });
  });

  it.each([
    ['the value is there already, by a call whose answer was lost', 'mine', 'done'],
    ['others changed other fields', 'old', 'again'],
    ['it is the user’s own earlier value, whose answer was lost', 'tried', 'again'],
    ['someone else changed the same field', 'theirs', 'stuck'],
  ])('a newer version, and %s', (_case, phone, kind) => {
    const outcome = outcomeOf(waiting({ tried: ['tried'] }), changed({ ...row, phone }));
    expect(outcome.kind).toBe(kind);
  });

  it.each([
    ['the same value', 9, 'done'],
    ['the value of before', 5, 'again'],
    ['another value', 7, 'stuck'],
  ])('of an own field is read among the values of the record: %s', (_case, weight, kind) => {
    const own = waiting({ field: 'custom.weight', base: 5, value: 9 });
    const theirs = { ...row, custom: { weight, grade: 'EN8' } };
    expect(outcomeOf(own, changed(theirs)).kind).toBe(kind);
    const later = { ...own, value: 11 };
    expect(afterDone([later], own, { ...theirs, custom: { weight: 9 } })).toMatchObject([
      { base: 9 },
    ]);
  });

  it('of a conflict keeps the other value, as people read it', () => {
    const texts = { field: 'Status', from: 'New', to: 'Lost', shape: status };
    const own = waiting({ field: 'status', value: 'lost', base: 'qualified', words: texts });
    const outcome = outcomeOf(own, changed({ ...row, status: 'new' }));
    expect(outcome).toMatchObject({ stuck: { kind: 'conflict', theirs: 'new', version: 'v2' } });
    expect(theirText(own, 'new')).toBe('New');
  });

  it('that refuses stays with its sentence', () => {
    const outcome = outcomeOf(waiting(), new ApiError(404, 'Lead not found'));
    const blocked = { kind: 'refused', sentence: 'Lead not found' } as const;
    expect(outcome).toEqual({ kind: 'stuck', stuck: blocked, row: null });
    expect(markOf(waiting({ stuck: blocked }))).toEqual({
      text: 'Not saved: Lead not found',
      isBlocked: true,
    });
  });
});

describe('after a change was saved', () => {
  const row = { id: 7, updated_at: 'v2', phone: 'mine' };

  it('the record’s others continue from the new version, where they began from the same', () => {
    const sent = waiting();
    const beside = waiting({ field: 'email' });
    const older = waiting({ field: 'city', version: 'v0' });
    const other = waiting({ record: 8 });
    expect(afterDone([sent, beside, older, other], sent, row)).toEqual([
      { ...beside, version: 'v2' },
      older,
      other,
    ]);
  });

  it('what was typed in the meantime in the same field waits on', () => {
    const sent = waiting();
    const [remaining] = afterDone([waiting({ value: 'later' })], sent, row);
    expect(remaining).toMatchObject({ value: 'later', base: 'mine', version: 'v2' });
  });
});

describe('rows', () => {
  const rows = [
    { id: 7, phone: 'old', updated_at: 'v1' },
    { id: 8, phone: 'other', updated_at: 'v1' },
  ];

  it('show what waits in them, the same objects while nothing changes', () => {
    const queue: Queue = [waiting()];
    const shown = withWaiting(rows, queue);
    expect(shown.map(({ phone }) => phone)).toEqual(['mine', 'other']);
    expect(shown[1]).toBe(rows[1]);
    expect(shown[0] && waitingIn(shown[0])?.get('phone')).toBe(queue[0]);
    expect(withWaiting(rows, [...queue])[0]).toBe(shown[0]);
    expect(withWaiting(rows, [waiting({ value: 'later' })])[0]).not.toBe(shown[0]);
  });

  it('name what a link that waits leads to', () => {
    const shown = { owner_name: 'Meera' };
    const [row] = withWaiting(rows, [waiting({ field: 'owner', value: 3, shown })]);
    expect(row).toMatchObject({ owner: 3, owner_name: 'Meera', phone: 'old' });
  });

  it('show an own field that waits among the values of the record', () => {
    const own = [{ id: 7, custom: { weight: 5, grade: 'EN8' }, updated_at: 'v1' }];
    const queue = [
      waiting({ field: 'custom.weight', value: 9 }),
      waiting({ field: 'custom.grade', value: null }),
    ];
    const [row] = withWaiting(own, queue);
    expect(row).toEqual({ id: 7, custom: { weight: 9 }, updated_at: 'v1' });
  });

  it('are the same list where nothing waits', () => {
    expect(withWaiting(rows, [])).toBe(rows);
  });
});

it('what is stuck is passed over', () => {
  const blocked = waiting({ stuck: { kind: 'refused', sentence: 'No' } });
  const next = waiting({ record: 8 });
  expect(nextOf([blocked, next])).toBe(next);
  expect(nextOf([blocked])).toBeNull();
});

it('counts in words', () => {
  expect([1, 2].map(waitingMessage)).toEqual([
    '1 change is waiting for the connection',
    '2 changes are waiting for the connection',
  ]);
});
