import { expect, test } from 'vitest';
import { foldedAfter, groupOf, initialsOf, isIn, type MenuEntry } from './menu';

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

test('entries hold their pages and those of their groups', () => {
  expect(isIn(entries, '/')).toBe(true);
  expect(isIn(entries, '/stock/products')).toBe(true);
  expect(isIn(entries, '/stock')).toBe(false);
});

test('a click folds a caption, and another one opens it', () => {
  expect(foldedAfter(['Sales'], 'Orders')).toEqual(['Sales', 'Orders']);
  expect(foldedAfter(['Sales', 'Orders'], 'Sales')).toEqual(['Orders']);
});

test('initials are the first letters of both names, else of the email', () => {
  expect(initialsOf({ first_name: 'asha', last_name: 'Verma', email: 'a@b.co' })).toBe('AV');
  expect(initialsOf({ first_name: 'Asha', last_name: '', email: 'x@b.co' })).toBe('A');
  expect(initialsOf({ first_name: '', last_name: ' ', email: 'x@b.co' })).toBe('X');
  expect(initialsOf({ first_name: 'मीरा', last_name: 'Łuk', email: 'x@b.co' })).toBe('मीŁ');
});
