import { describe, expect, it } from 'vitest';
import { fieldError } from '~/kit/shared/fields/typed-values';
import { userFields } from './users.fields';
import {
  cookieIn,
  deviceName,
  displayName,
  isRefusalLogged,
  lockedMessage,
  passwordChangeErrors,
  refreshUse,
  secondsLocked,
} from './users.rules';

const now = new Date('2026-11-05T10:00:00.000Z');

function ago(seconds: number): string {
  return new Date(now.getTime() - seconds * 1000).toISOString();
}

describe('lock-out', () => {
  it.each([
    ['too few failures', null, 0],
    ['the failure that fills the measure just happened', ago(0), 900],
    ['it happened ten minutes ago', ago(600), 300],
    ['a part of a second is left', ago(899.5), 1],
    ['it is exactly fifteen minutes old', ago(900), 0],
    ['it is older', ago(5000), 0],
  ])('%s', (_case, decisive, seconds) => {
    expect(secondsLocked(decisive, now)).toBe(seconds);
  });

  it.each([
    [900, 'Too many failed sign-ins. Please try again in 15 minutes.'],
    [61, 'Too many failed sign-ins. Please try again in 2 minutes.'],
    [60, 'Too many failed sign-ins. Please try again in 1 minute.'],
    [1, 'Too many failed sign-ins. Please try again in 1 minute.'],
  ])('%i seconds are shown in whole minutes', (seconds, message) => {
    expect(lockedMessage(seconds, 'failed sign-ins')).toBe(message);
  });
});

describe('a refresh token', () => {
  it.each([
    ['never used', 60, null, 'first'],
    ['used again at the same instant', 60, 0, 'twin'],
    ['used again after ten seconds', 60, 10, 'twin'],
    ['used again after more than ten seconds', 60, 10.001, 'theft'],
    ['expired this instant', 0, null, 'expired'],
    ['expired and used before', -1, 100, 'expired'],
  ])('%s', (_case, remaining, rotated, use) => {
    const token = {
      expires_at: ago(-remaining),
      rotated_at: rotated === null ? null : ago(rotated),
    };
    expect(refreshUse(token, now)).toBe(use);
  });
});

describe('a change of the user’s own password', () => {
  const good = { currentPassword: 'old', newPassword: 'a new one', confirm: 'a new one' };

  it.each([
    [{}, {}],
    [{ currentPassword: '' }, { currentPassword: 'Current password is required' }],
    [{ confirm: 'new two' }, { confirm: 'Passwords do not match' }],
    [
      { newPassword: '12345', confirm: '12345' },
      { newPassword: 'Password must be at least 8 characters' },
    ],
    [{ newPassword: '', confirm: '' }, { newPassword: 'New password is required' }],
    [
      { newPassword: '12345', confirm: '' },
      { newPassword: 'Password must be at least 8 characters', confirm: 'Passwords do not match' },
    ],
  ])('with %j', (typed, errors) => {
    expect(passwordChangeErrors({ ...good, ...typed })).toEqual(errors);
  });
});

describe('names', () => {
  it('shows both names', () => {
    expect(displayName({ first_name: 'Asha', last_name: 'Rao' })).toBe('Asha Rao');
  });

  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Mobile Safari/537.36',
      'Chrome on Android',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    ['curl/8.5.0', 'curl'],
    ['<script>', 'Unknown device'],
    [undefined, 'Unknown device'],
  ])('%s', (agent, device) => {
    expect(deviceName(agent)).toBe(device);
  });
});

describe('a Cookie header', () => {
  it('gives the value of the requested cookie', () => {
    expect(cookieIn('a=1; access=abc; refresh=def', 'access')).toBe('abc');
    expect(cookieIn('xaccess=no;access=a=b', 'access')).toBe('a=b');
    expect(cookieIn('', 'access')).toBeUndefined();
  });
});

describe('what is typed about a user', () => {
  it.each([
    ['first_name', '', 'First name is required'],
    ['first_name', 'A', 'First name must be at least 2 characters'],
    ['first_name', 'x'.repeat(51), 'First name cannot exceed 50 characters'],
    ['last_name', ' ', 'Last name is required'],
    ['last_name', 'B', 'Last name must be at least 2 characters'],
    ['last_name', 'x'.repeat(51), 'Last name cannot exceed 50 characters'],
    ['username', 'ab', 'Username must be at least 3 characters'],
    ['email', '', 'Email is required'],
    ['email', 'asha', 'Please enter a valid email address'],
    ['email', 'asha@example.com', null],
  ] as const)('%s %j', (name, value, message) => {
    expect(fieldError(userFields[name], value, 'form')).toBe(message);
  });
});

it('logs a hundred refused names of an hour, and of ten million no more than seventeen others', () => {
  const logged = (from: number, to: number) => {
    let count = 0;
    for (let nth = from; nth <= to; nth += 1) if (isRefusalLogged(nth)) count += 1;
    return count;
  };
  expect(logged(1, 100)).toBe(100);
  expect(logged(101, 10_000_000)).toBe(17);
});
