import { expect, it } from 'vitest';
import { changedParts, withParts } from './form-draft';

const all = () => true;
const opened = { name: 'Deccan', city: 'Pune', lines: [{ quantity: '1' }] };

it('a draft has the parts that differ from how the form opened', () => {
  const typed = { ...opened, city: 'Nashik', lines: [{ quantity: '2' }] };
  expect(changedParts(typed, opened, all)).toEqual({ city: 'Nashik', lines: [{ quantity: '2' }] });
  expect(changedParts({ ...opened, lines: [{ quantity: '1' }] }, opened, all)).toEqual({});
});

it('what must not be kept is neither stored nor brought back', () => {
  const isOpen = (name: string) => name !== 'password';
  const typed = { ...opened, password: 'secret' };
  expect(changedParts(typed, opened, isOpen)).toEqual({});
  expect(withParts({ ...opened, password: '' }, { password: 'secret' }, isOpen).password).toBe('');
});

it('comes back over the record as it is now, without parts that the form has no more', () => {
  const now = { ...opened, name: 'Deccan Pumps' };
  expect(withParts(now, { city: 'Nashik', gone: 'x' }, all)).toEqual({ ...now, city: 'Nashik' });
});
