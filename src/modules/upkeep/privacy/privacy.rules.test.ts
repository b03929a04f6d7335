import { describe, expect, it } from 'vitest';
import {
  confirmationPhrase,
  consentsInForce,
  isConfirmed,
  parseRetention,
  retentionLines,
  textLines,
  namesAny,
} from './privacy.rules';

it('a type with no record counts as denied, and the four come in one order', () => {
  const timestamp = '2026-11-21T08:00:00.000Z';
  const record = { consent_type: 'analytics', granted: true, timestamp } as const;
  expect(consentsInForce([record])).toEqual([
    { consent_type: 'data_processing', granted: false, timestamp: null },
    { consent_type: 'marketing', granted: false, timestamp: null },
    record,
    { consent_type: 'cookies', granted: false, timestamp: null },
  ]);
});

it.each([
  [confirmationPhrase, true],
  [`${confirmationPhrase}.`, false],
  [` ${confirmationPhrase}`, false],
  [confirmationPhrase.toUpperCase(), false],
  ['', false],
])('%j confirms: %j', (typed, ok) => {
  expect(isConfirmed(typed).ok).toBe(ok);
});

describe('retention periods', () => {
  it('come back from their lines as they were', () => {
    const periods = { 'Account and profile': 'While in use', Invoices: '8 years: by law' };
    expect(parseRetention(retentionLines(periods))).toEqual(periods);
  });

  it.each([
    ['Invoices', null],
    ['Invoices:', null],
    [': 8 years', null],
    ['Invoices: 8 years\n\n  Leads :3 years ', { Invoices: '8 years', Leads: '3 years' }],
  ])('reads %j', (lines, periods) => {
    expect(parseRetention(lines)).toEqual(periods);
  });
});

it('takes the lines that say something', () => {
  expect(textLines(' one \n\n two\n')).toEqual(['one', 'two']);
});

const base64 = (text: string) => Buffer.from(text).toString('base64').replace(/.{76}/g, '$&\r\n');

it.each([
  ['in clear', 'To: asha@example.com\r\n\r\nBy Asha Rao', true],
  ['in other letters', 'BY ASHA RAO', true],
  ['broken by quoted-printable', 'By As=\r\nha Rao', true],
  ['as quoted-printable', 'By As=68a=20Rao', true],
  ['in a subject', 'Subject: =?UTF-8?Q?By_Asha_Rao?=', true],
  ['in a subject of two words', 'Subject: =?UTF-8?Q?By_As?=\r\n =?UTF-8?Q?ha_Rao?=', true],
  ['in a subject as base64', `Subject: =?UTF-8?B?${base64('By Asha Rao')}?=`, true],
  ['in a text as base64', `\r\n\r\n${base64(`${'x'.repeat(90)} Asha Rao`)}\r\n`, true],
  ['nowhere', 'By Ashok Rao\r\n=zz\r\nAAAA\r\n', false],
])('a mail names someone %s', (_where, mail, isNamed) => {
  expect(namesAny(mail, ['Asha Rao'])).toBe(isNamed);
});

it.each(['Hello', 'Hello=', 'Thanks', 'Regards==', '=?utf-8?b?QXNoY?='])(
  'reads on past %j, which only looks like base64',
  (line) => {
    expect(namesAny(`${line}\r\n\r\nSent by Asha Rao`, ['Asha Rao'])).toBe(true);
  },
);

it('finds names that are not written in ASCII', () => {
  const mail = Buffer.from('Subject: =?UTF-8?Q?=C3=89lo=C3=AFse_Br=C3=A1s?=').toString('latin1');
  expect(namesAny(mail, ['Élo\u00efse Brás'])).toBe(true);
  expect(namesAny(Buffer.from('By Éloïse Brás').toString('latin1'), ['éloïse brás'])).toBe(true);
  expect(namesAny('anything', ['', ' '])).toBe(false);
});
