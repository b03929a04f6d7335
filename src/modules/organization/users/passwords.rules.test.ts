import { expect, test } from 'vitest';
import {
  isCommonPassword,
  isTrivialPassword,
  readGivenPassword,
  readOwnPassword,
} from './passwords.rules';

test.each([
  '123456',
  '12345678',
  '87654321',
  'password',
  'Password1',
  'P@ssw0rd',
  'PASSWORD123!',
  'qwertyui',
  'poiuytrewq',
  '1q2w3e4r',
  'letmein1',
  'Welcome2026',
  'admin@123',
  'iloveyou',
  'aaaaaaaa',
  '12121212',
  'abcdabcd',
  ' 123456 ',
])('%s is common', (password) => {
  expect(isCommonPassword(password)).toBe(true);
  expect(readOwnPassword(password).ok).toBe(false);
});

test.each([
  ['123456', true],
  ['password', true],
  ['QWERTY', true],
  ['abcabc', true],
  ['987654', true],
  ['password1', false],
  ['welcome123', false],
])('%s is trivial: %j', (password, expected) => {
  expect(isTrivialPassword(password)).toBe(expected);
  expect(readGivenPassword(password).ok).toBe(!expected);
});

test.each(['correct horse battery', 'a good password', 'kX9#tq', '19470815 and a bit', 'abcdefgi'])(
  '%s is not',
  (password) => {
    expect(isCommonPassword(password)).toBe(false);
  },
);

const refusalOf = (read: typeof readOwnPassword, password: string) => {
  const reading = read(password);
  return reading.ok ? undefined : reading.message;
};

test('a person chooses at least eight characters; six come with an account', () => {
  expect(refusalOf(readOwnPassword, 'kX9#tqz')).toBe('Password must be at least 8 characters');
  expect(refusalOf(readOwnPassword, 'kX9#tqzw')).toBeUndefined();
  expect(refusalOf(readGivenPassword, 'kX9#t')).toBe('Password must be at least 6 characters');
  expect(refusalOf(readGivenPassword, 'kX9#tq')).toBeUndefined();
  expect(refusalOf(readGivenPassword, ' x y4 ')).toBeUndefined();
  expect(refusalOf(readGivenPassword, 'x'.repeat(201))).toBe(
    'Password cannot exceed 200 characters',
  );
  expect(refusalOf(readGivenPassword, '123456')).toMatch(/too common/);
});

test('long ones are looked through quickly', () => {
  expect(isCommonPassword('ab'.repeat(5000))).toBe(true);
  expect(isCommonPassword(`${'ab'.repeat(5000)}c`)).toBe(false);
});
