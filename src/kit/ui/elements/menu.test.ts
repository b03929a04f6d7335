import { expect, test } from 'vitest';
import { groupOf, initialsOf, type MenuEntry } from './menu';

const icon = () => null;
const entries: MenuEntry[] = [
  { label: 'Home', to: '/', icon },
  { label: 'Stock', icon, children: [{ label: 'Products', to: '/stock/products' }] },
];

test('a page belongs to the group that lists it', () => {
  expect(groupOf(entries, '/stock/products')).toBe('Stock');
  expect(groupOf(entries, '/')).toBeNull();
  expect(groupOf(entries, '/stock')).toBeNull();
});

test('initials are the first letters of both names, else of the email', () => {
  expect(initialsOf({ first_name: 'asha', last_name: 'Verma', email: 'a@b.co' })).toBe('AV');
  expect(initialsOf({ first_name: 'Asha', last_name: '', email: 'x@b.co' })).toBe('A');
  expect(initialsOf({ first_name: '', last_name: ' ', email: 'x@b.co' })).toBe('X');
  expect(initialsOf({ first_name: 'मीरा', last_name: 'Łuk', email: 'x@b.co' })).toBe('मीŁ');
});
