import { describe, expect, it } from 'vitest';
import { unsaid } from '~/kit/shared/verdict';
import {
  attempted,
  failed,
  type FormMessages,
  touchedInput,
  messageAt,
  noMessages,
  saved,
  typedIn,
} from './formMessages';

const problems = [
  { field: 'name', message: 'Name is required' },
  { field: 'phone', message: 'Phone is wrong' },
];

const typed = (name: string) => (now: FormMessages) => typedIn(now, [name]);
const leaving = (name: string) => (now: FormMessages) => touchedInput(now, name);
const refused = (now: FormMessages) =>
  failed(now, {
    message: 'Taken',
    entries: [{ field: 'email', message: 'Email is taken' }],
    cause: new Error('Taken'),
  });
const after = (...steps: ((now: FormMessages) => FormMessages)[]) =>
  steps.reduce((now, step) => step(now), noMessages);
const shown = (state: FormMessages) =>
  ['name', 'phone', 'email'].map((name) => messageAt(state, problems, name));

describe('the messages at the inputs', () => {
  const [name, phone, email] = ['Name is required', 'Phone is wrong', 'Email is taken'];

  it.each([
    ['nothing was done', [], [null, null, null]],
    ['it is typed in', [typed('name')], [null, null, null]],
    ['it was left', [leaving('name')], [name, null, null]],
    ['it is typed in again', [leaving('name'), typed('name')], [null, null, null]],
    ['it was left again', [leaving('name'), typed('name'), leaving('name')], [name, null, null]],
    ['another is typed in', [leaving('name'), typed('phone')], [name, null, null]],
    ['the form was attempted', [attempted], [name, phone, null]],
    ['one is corrected after the attempt', [attempted, typed('name')], [null, phone, null]],
    ['the corrected one is left', [attempted, typed('name'), leaving('name')], [name, phone, null]],
    ['it is attempted again', [attempted, typed('name'), attempted], [name, phone, null]],
    ['the server refused', [refused], [null, null, email]],
    ['what it refused is corrected', [refused, typed('email')], [null, null, null]],
    ['another is corrected', [refused, typed('name')], [null, null, email]],
    ['it refuses again', [refused, typed('email'), refused], [null, null, email]],
    ['it is being sent again', [refused, (now) => failed(now, null)], [null, null, null]],
    ['it was saved', [attempted, leaving('name'), saved], [null, null, null]],
  ] satisfies [string, ((now: FormMessages) => FormMessages)[], (string | null)[]][])(
    'when %s',
    (_case, steps, messages) => {
      expect(shown(after(...steps))).toEqual(messages);
    },
  );

  it('come from the form’s own problems before the server’s', () => {
    const state = after(refused, attempted);
    const own = [{ field: 'email', message: 'Email is wrong' }];
    expect(messageAt(state, own, 'email')).toBe('Email is wrong');
  });

  it('are not repeated from an attempt that the form itself stopped', () => {
    const entries = [{ field: 'name', message: 'Name is required' }];
    const state = after(attempted, (now) => failed(now, { message: null, entries, cause: null }));
    expect(messageAt(state, [], 'name')).toBeNull();
  });
});

it('each failure is another attempt, also after one that was sent on', () => {
  const first = after(refused);
  expect(first.failure?.attempt).toBe(1);
  const sent = failed(first, null);
  expect(sent.failure).toBeNull();
  expect(refused(sent).failure?.attempt).toBe(2);
});

it('a change that names no input changes nothing', () => {
  expect(typedIn(noMessages, [])).toBe(noMessages);
});

it.each([
  ['its only part again', 'The bill differs. A', ['A'], []],
  ['the first of several', 'The bill differs. A', ['A', 'B'], ['B']],
  ['a part and what to do', 'A. Choose another.', ['A'], []],
  ['something else', 'C', ['A', 'B'], ['A', 'B']],
])('of a refusal that says %s, the rest is listed', (_case, first, parts, rest) => {
  const entries = parts.map((message) => ({ message }));
  expect(unsaid(first, entries).map(({ message }) => message)).toEqual(rest);
});
