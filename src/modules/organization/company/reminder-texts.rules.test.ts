import { expect, it } from 'vitest';
import { filledText, reminderTextFields } from './reminder-texts.rules';

const { reminder_text_firm: field } = reminderTextFields;

it.each([
  ['Pay {amount} by Friday, {customer}.', 'Pay {amount} by Friday, {customer}.'],
  [' two\nlines ', 'two\nlines'],
  ['', null],
  [null, null],
  ['x'.repeat(1000), 'x'.repeat(1000)],
])('takes the text %j', (typed, value) => {
  expect(field.read(typed, 'form')).toEqual({ ok: true, value });
});

it.each([
  ['{invoice}', '“{invoice}” is not a placeholder'],
  ['{Amount}', '“{Amount}” is not a placeholder'],
  ['{{link}}', '“{” is not a placeholder'],
  ['{{amount}}', '“{ }” is not a placeholder'],
  ['{amount', '“{amount” is not a placeholder'],
  ['amount}', '“}” is not a placeholder'],
  ['x'.repeat(1001), 'cannot exceed 1000 characters'],
  ['a\u0000b', 'Text from 15 days after the due date'],
])('refuses the text %j', (typed, message) => {
  expect(field.read(typed, 'form')).toMatchObject({
    ok: false,
    message: expect.stringContaining(message),
  });
});

it('fills in each placeholder once', () => {
  const values = { customer: '{date}', amount: '₹1.00', date: '$&', company: '<b>' };
  expect(filledText('{customer} {amount} {date} {company} {amount}', values)).toBe(
    '{date} ₹1.00 $& <b> ₹1.00',
  );
});
