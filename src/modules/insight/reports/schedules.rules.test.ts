import { expect, it } from 'vitest';
import type { Schedule } from './saved-reports.fields';
import {
  choicesSent,
  isDue,
  lastRunTexts,
  scheduledReportLetter,
  scheduleText,
} from './schedules.rules';

it.each([
  ['weekly', 4, '2026-11-26', true],
  ['weekly', 5, '2026-11-26', false],
  ['weekly', 1, '2026-11-30', true],
  ['weekly', 7, '2026-11-29', true],
  ['monthly', 26, '2026-11-26', true],
  ['monthly', 4, '2026-11-26', false],
  ['monthly', 28, '2027-02-28', true],
] as const)('%s on day %i, on %s: %s', (frequency, day, today, due) => {
  expect(isDue({ frequency, day }, today)).toBe(due);
});

const timing = { frequency: 'weekly', day: 4, covers: 'before', format: 'pdf' } as const;
const choices = { group: 'month', from: '2026-04-01', as_of: '2026-04-30' };

it.each([
  ['weekly', '2026-11-26', { from: '2026-11-19', to: '2026-11-25', as_of: '2026-11-25' }],
  ['monthly', '2026-11-05', { from: '2026-10-01', to: '2026-10-31', as_of: '2026-10-31' }],
  ['monthly', '2027-01-28', { from: '2026-12-01', to: '2026-12-31', as_of: '2026-12-31' }],
  ['monthly', '2028-03-01', { from: '2028-02-01', to: '2028-02-29', as_of: '2028-02-29' }],
] as const)('sent %s on %s, it covers %j', (frequency, today, days) => {
  const schedule = { ...timing, frequency };
  expect(choicesSent({ choices, schedule }, today)).toEqual({ group: 'month', ...days });
});

it('covers what is saved where that is chosen', () => {
  const schedule = { ...timing, covers: 'saved' } as const;
  expect(choicesSent({ choices, schedule }, '2026-11-26')).toEqual(choices);
});

const to = (name: string, run_day: string | null, failure: string | null = null) =>
  ({ user_id: 1, name, run_day, failure, mail_status: null }) satisfies Schedule['recipients'][0];

it.each([
  [timing, [to('Ravi Kumar', null)], 'Weekly on Thursday as PDF to Ravi Kumar'],
  [
    { ...timing, frequency: 'monthly', format: 'xlsx' } as const,
    [to('Ravi', null), to('Asha', null)],
    'Monthly on day 4 as Excel to 2 users',
  ],
])('describes %j: %s', (schedule, recipients, text) => {
  expect(scheduleText({ ...schedule, recipients })).toBe(text);
});

it('shows whom the last one was sent to, and whom not', () => {
  const noRight = 'No right to read this report';
  const recipients = [to('A', '2026-11-26'), to('B', '2026-11-19'), to('C', '2026-11-26', noRight)];
  expect(lastRunTexts({ recipients })).toEqual([
    'Last sent 26 Nov 2026 to 1 user',
    'Not sent to C on 26 Nov 2026: No right to read this report',
  ]);
  expect(lastRunTexts({ recipients: [to('A', null)] })).toEqual([]);
});

it('writes names in one line', () => {
  const names = { first_name: 'Ravi\nBcc: x', owner: 'Asha Rao' };
  const letter = scheduledReportLetter(
    { ...names, title: 'Sales', customer: null, period: 'May' },
    'LINK',
  );
  expect(letter.subject).toBe('Sales, May');
  expect(letter.text).toContain('Hello Ravi Bcc: x,\n');
  expect(letter.text).toContain('\nLINK\n');
  const of = { ...names, title: 'Statement', customer: 'Acme\nWorks', period: 'May' };
  const statement = scheduledReportLetter(of, 'LINK');
  expect(statement.subject).toBe('Statement of Acme Works, May');
  expect(statement.text).toContain('\nThe statement of Acme Works, May, is attached.\n');
});
