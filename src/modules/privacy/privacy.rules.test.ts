import { describe, expect, it } from 'vitest';
import {
  confirmationSentence,
  consentsInForce,
  isConfirmed,
  parseRetention,
  retentionLines,
  textLines,
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
  [confirmationSentence, true],
  [`${confirmationSentence}.`, false],
  [` ${confirmationSentence}`, false],
  [confirmationSentence.toUpperCase(), false],
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
