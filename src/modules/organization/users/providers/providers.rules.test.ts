import { describe, expect, it } from 'vitest';
import { identityOf, isShownSince, mappedRole, ownPath, usernameOf } from './providers.rules';

describe('the path to continue to', () => {
  it.each([
    ['/', '/'],
    ['/leads?view=list&q=a%20b#row-7', '/leads?view=list&q=a%20b#row-7'],
    ['/invoices/../orders', '/orders'],
    ['/apiary', '/apiary'],
    ['/login', '/'],
    ['/login?refused=off', '/'],
    ['/api/products/export', '/'],
    ['/x/../api/products/export', '/'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['/\t/evil.example', '/'],
    ['/leads\\..\\..', '/'],
    ['https://evil.example', '/'],
    ['javascript:alert(1)', '/'],
    ['leads', '/'],
    ['', '/'],
    [undefined, '/'],
    [`/${'x'.repeat(2000)}`, '/'],
  ])('of %j is %j', (sent, path) => {
    expect(ownPath(sent)).toBe(path);
  });
});

describe('an identity', () => {
  const token = { iss: 'https://id.example', sub: 'abc' };

  it('has an address only where the provider confirms it', () => {
    const address = (claims: object) => identityOf({ ...token, ...claims }, {}, 'groups').email;
    expect(address({ email: 'a@b.example', email_verified: true })).toBe('a@b.example');
    expect(address({ email: 'a@b.example', email_verified: 'true' })).toBe('a@b.example');
    expect(address({ email: 'a@b.example', email_verified: false })).toBeNull();
    expect(address({ email: 'a@b.example' })).toBeNull();
    expect(address({ email: '', email_verified: true })).toBeNull();
    expect(address({ email_verified: true })).toBeNull();
  });

  it.each([
    [{ email: 'a@b.example' }, { email: 'c@d.example', email_verified: true }, 'c@d.example'],
    [{ email: 'a@b.example' }, { email_verified: true }, null],
    [{ email_verified: true }, { email: 'c@d.example' }, null],
    [
      { email: 'a@b.example', email_verified: false },
      { email: 'c@d.example', email_verified: true },
      null,
    ],
    [{}, { email: 'c@d.example', email_verified: true }, 'c@d.example'],
  ])('takes address and confirmation of %j and %j from one of them', (claims, extra, email) => {
    expect(identityOf({ ...token, ...claims }, extra, 'groups').email).toBe(email);
  });

  it('takes from besides the token what the token does not say, and never who it is', () => {
    const extra = { sub: 'other', iss: 'https://evil.example', amr: ['mfa'], groups: ['staff'] };
    expect(identityOf(token, extra, 'groups')).toMatchObject({
      issuer: 'https://id.example',
      subject: 'abc',
      roles: ['staff'],
      isStrong: false,
    });
  });

  it.each([
    [{ given_name: 'Asha', family_name: 'Rao' }, 'Asha', 'Rao'],
    [{ name: 'Asha Devi Rao' }, 'Asha', 'Devi Rao'],
    [{ email: 'asha@b.example' }, 'asha', 'User'],
    [{ given_name: 'A', name: '' }, 'User', 'User'],
    [{ given_name: 'x'.repeat(60), family_name: 7 }, 'x'.repeat(50), 'User'],
  ])('of %j is named', (claims, first_name, last_name) => {
    expect(identityOf({ ...token, ...claims }, {}, 'groups')).toMatchObject({
      first_name,
      last_name,
    });
  });

  it.each([
    [{ groups: ['a', 7, 'b'] }, 'groups', ['a', 'b']],
    [{ groups: 'a' }, 'groups', ['a']],
    [{ realm_access: { roles: ['a'] } }, 'realm_access.roles', ['a']],
    [{ 'https://crm.example/roles': ['a'] }, 'https://crm.example/roles', ['a']],
    [{ groups: null }, 'groups', []],
    [{}, 'constructor.name', []],
  ])('of %j has the values of %s', (claims, name, values) => {
    expect(identityOf({ ...token, ...claims }, {}, name).roles).toEqual(values);
  });

  it.each([
    [{ amr: ['pwd', 'otp'] }, false],
    [{ amr: ['pwd', 'mfa'] }, true],
    [{ amr: 'mfa' }, false],
    [{ acr: 'mfa' }, true],
    [{ acr: 'https://refeds.org/profile/mfa' }, true],
    [{ acr: '1' }, false],
    [{}, false],
  ])('of %j has shown a second factor: %s', (claims, isStrong) => {
    expect(identityOf({ ...token, ...claims }, {}, 'groups').isStrong).toBe(isStrong);
  });
});

it.each([
  [undefined, false],
  ['1800000000', false],
  [1_800_000_000, true],
  [1_799_999_970, true],
  [1_799_999_969, false],
  [0, false],
])('that was shown at %j was shown after the request: %j', (auth_time, isNew) => {
  const identity = identityOf({ iss: 'https://id.example', sub: 'abc', auth_time }, {}, 'groups');
  expect(isShownSince(identity, 1_800_000_000.999)).toBe(isNew);
});

it('maps roles in the order of the mapping, and everyone last', () => {
  const map = [
    ['*', 'Viewer'],
    ['bosses', 'Administrator'],
    ['sellers', 'Sales'],
  ] as const;
  expect(mappedRole(map, ['sellers', 'bosses'])).toBe('Administrator');
  expect(mappedRole(map, ['sellers'])).toBe('Sales');
  expect(mappedRole(map, [])).toBe('Viewer');
  expect(mappedRole(map.slice(1), ['staff', '*'])).toBeNull();
});

it('names a new account by its address, or by what of it fits', () => {
  expect(usernameOf('asha@example.com', 'random-text')).toBe('asha@example.com');
  const long = `${'a'.repeat(50)}@example.com`;
  expect(usernameOf(long, 'random-text')).toBe(`${'a'.repeat(41)}-random-t`);
});
