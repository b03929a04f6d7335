import { describe, expect, it } from 'vitest';
import { figuresOf } from '~/kit/shared/filters/figures';
import { predicateOf } from '~/kit/shared/filters/filters';
import type { Invitation } from './invitations.fields';
import { invitationFigures, invitationFilters } from './invitations.filters';
import { canResend, canRevoke, expiryFrom, invitationMail } from './invitations.rules';

const now = '2026-11-20T10:00:00.000Z';
const daysAgo = (days: number) => new Date(Date.parse(now) - days * 86_400_000).toISOString();

const invitation = (values: Partial<Invitation> = {}): Invitation => ({
  id: 1,
  first_name: 'Meera',
  last_name: 'Kulkarni',
  email: 'meera@example.com',
  role: 'user',
  role_id: null,
  message: null,
  status: 'pending',
  invited_by_name: 'Site Administrator',
  expires_at: daysAgo(-14),
  accepted_at: null,
  created_at: now,
  updated_at: now,
  ...values,
});

it('lives fourteen days', () => {
  expect(expiryFrom(now)).toBe('2026-12-04T10:00:00.000Z');
});

it.each([
  ['pending', true, true],
  ['expired', true, false],
  ['accepted', false, false],
] as const)('a %s one can be sent again: %s, revoked: %s', (status, again, back) => {
  expect([canResend({ status }).ok, canRevoke({ status }).ok]).toEqual([again, back]);
});

it('the cards count', () => {
  const all = (['pending', 'pending', 'accepted', 'expired'] as const).map((status) =>
    invitation({ status }),
  );
  const at = { today: '2026-11-20', timeZone: 'Asia/Kolkata' };
  expect(figuresOf(invitationFigures, all, at)).toEqual({
    total: 4,
    pending: 2,
    accepted: 1,
    expired: 1,
  });
});

describe('the mail', () => {
  const letter = {
    first_name: 'मीरा',
    last_name: 'कुलकर्णी',
    role: 'admin',
    message: null,
    invitedBy: 'Site Administrator',
    link: 'https://crm.example/invite/abc',
    until: '2026-12-04',
  };

  it('has the subject and the documented default message, the link and its end', () => {
    const mail = invitationMail(letter);
    expect(mail.subject).toBe('Invitation to join Manufacturing CRM');
    expect(mail.text).toBe(`Hello मीरा कुलकर्णी,

You have been invited to join our Manufacturing CRM system. Please use the link below to set up your account.

https://crm.example/invite/abc

You are invited as: Administrator. The link works once, until 4 Dec 2026.

Site Administrator

If you did not expect this invitation, you can ignore this email.
`);
  });

  it.each([
    ['See you on Monday', true],
    ['   ', false],
    ['', false],
  ])('its own message, %j, takes the place of the default: %s', (message, own) => {
    const { text } = invitationMail({ ...letter, message });
    expect(text.includes('You have been invited')).toBe(!own);
    if (own) expect(text).toContain(message);
  });
});

describe('the filters', () => {
  const accepted = (days: number): Partial<Invitation> => ({
    status: 'accepted',
    created_at: daysAgo(days),
    accepted_at: now,
  });

  it.each([
    ['expiry', 'soon', { expires_at: daysAgo(-3) }, true],
    ['expiry', 'soon', { expires_at: daysAgo(-3.01) }, false],
    ['expiry', 'soon', { expires_at: daysAgo(1), status: 'expired' }, false],
    ['expiry', 'valid', { expires_at: daysAgo(-3.01) }, true],
    ['expiry', 'valid', { expires_at: daysAgo(-9), status: 'accepted' }, false],
    ['response_time', 'recent', { created_at: daysAgo(1) }, true],
    ['response_time', 'recent', { created_at: daysAgo(1.01) }, false],
    ['response_time', 'moderate', { created_at: daysAgo(1.01) }, true],
    ['response_time', 'moderate', { created_at: daysAgo(7) }, true],
    ['response_time', 'overdue', { created_at: daysAgo(7.01) }, true],
    ['response_time', 'overdue', { created_at: daysAgo(9), status: 'expired' }, false],
    ['accepted_speed', 'fast', accepted(1), true],
    ['accepted_speed', 'fast', accepted(1.01), false],
    ['accepted_speed', 'normal', accepted(7), true],
    ['accepted_speed', 'slow', accepted(7.01), true],
    ['accepted_speed', 'fast', {}, false],
    ['status', 'pending', {}, true],
    ['role', 'admin', {}, false],
    ['search', 'meera example.com', {}, true],
    ['search', 'administrator', {}, true],
  ])('%s %s %j: %s', (key, value, values, found) => {
    const test = predicateOf(invitationFilters, { [key]: value }, { now });
    expect(test?.(invitation(values as Partial<Invitation>))).toBe(found);
  });
});
