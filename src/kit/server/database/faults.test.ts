import { expect, it } from 'vitest';
import { invalid } from '~/kit/server/errors';
import { faultOf } from './faults';

const coded = (code: string) => Object.assign(new Error('x'), { code });

it('says why one record is left out', () => {
  expect(faultOf(invalid('name', 'The name is missing'))).toBe('The name is missing');
  for (const error of [new TypeError('lines is undefined'), coded('22P02'), 'text'])
    expect(faultOf(error)).toMatch(/^The record is damaged/);
});

it.each(['ECONNREFUSED', '08006', '57P01', '57014', '53100', '53300', '40P01', 'ENOSPC'])(
  'throws %s on, which would stop the others as well',
  (code) => {
    const error = coded(code);
    expect(() => faultOf(error)).toThrow(error);
  },
);

it('throws a lost connection on', () => {
  expect(() => faultOf(new Error('Connection terminated unexpectedly'))).toThrow('terminated');
});
