import { expect, it } from 'vitest';
import { remembered } from './remembered';

it('makes what it makes of an object once, also where that is nothing', () => {
  const requests: object[] = [];
  const look = remembered((of: { name?: string }) => {
    requests.push(of);
    return of.name;
  });
  const [one, other] = [{ name: 'one' }, {}];
  expect([look(one), look(other), look(one), look(other)]).toEqual([
    'one',
    undefined,
    'one',
    undefined,
  ]);
  expect(requests).toEqual([one, other]);
  expect(look({ name: 'one' })).toBe('one');
  expect(requests).toHaveLength(3);
});
