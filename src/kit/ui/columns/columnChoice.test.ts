import { describe, expect, it } from 'vitest';
import { chooserOrder, moved, readChoice, withRequired } from './columnChoice';

const column = (key: string, required = false) => ({ key, title: key, required });
const all = [column('id'), column('name', true), column('phone'), column('email')];
const defaults = ['name', 'phone'];

describe('the kept choice of columns', () => {
  it.each([
    ['nothing kept', null],
    ['damaged JSON', '["name",'],
    ['something else than a list', '{"visible":["phone"]}'],
    ['only unknown keys', '["gone", 7, null]'],
  ])('%s gives the defaults', (_what, stored) => {
    expect(readChoice(stored, all, defaults)).toEqual(['name', 'phone']);
  });

  it('keeps the order, drops unknown and doubled keys', () => {
    expect(readChoice('["email","gone","name","email"]', all, defaults)).toEqual(['email', 'name']);
  });

  it('adds required columns where they belong', () => {
    expect(readChoice('["phone"]', all, defaults)).toEqual(['name', 'phone']);
    expect(withRequired([], all)).toEqual(['name']);
  });
});

describe('the order in the chooser', () => {
  it('shows hidden ones at their place in the list of all', () => {
    expect(chooserOrder([], ['email', 'name'], all)).toEqual(['id', 'email', 'name', 'phone']);
  });

  it('is kept while it agrees with what is visible', () => {
    const before = ['phone', 'id', 'name', 'email'];
    expect(chooserOrder(before, ['phone', 'name'], all)).toBe(before);
    expect(chooserOrder(before, ['name', 'phone'], all)).not.toBe(before);
  });

  it('leaves out what the list of all does not have', () => {
    expect(chooserOrder([], ['name', 'actions'], all)).toEqual(['id', 'name', 'phone', 'email']);
  });

  it('moves a column, no further than the ends', () => {
    expect(moved(['a', 'b', 'c'], 'c', 0)).toEqual(['c', 'a', 'b']);
    expect(moved(['a', 'b', 'c'], 'a', 9)).toEqual(['b', 'c', 'a']);
    expect(moved(['a', 'b', 'c'], 'a', -1)).toEqual(['a', 'b', 'c']);
  });
});
