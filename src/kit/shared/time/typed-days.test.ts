import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, formatDay } from './days';
import { readTypedDay, typedDayProblem, typedDayText } from './typed-days';

const today = '2026-11-28';

test.each([
  ['2026-12-31', '2026-12-31'],
  ['2026-1-5', '2026-01-05'],
  ['2026/12/31', '2026-12-31'],
  ['31 Dec 2026', '2026-12-31'],
  ['31 december 2026', '2026-12-31'],
  ['31dec26', '2026-12-31'],
  ['31-Dec-2026', '2026-12-31'],
  ['30 Sept 2026', '2026-09-30'],
  ['30 Sep', '2026-09-30'],
  ['Nov 28, 2026', '2026-11-28'],
  ['28/11', '2026-11-28'],
  ['28/11/26', '2026-11-28'],
  ['28/11/2026', '2026-11-28'],
  ['28.11.2026', '2026-11-28'],
  ['28. 11. 2026', '2026-11-28'],
  ['28 11 2026', '2026-11-28'],
  ['1.2.', '2026-02-01'],
  ['28 Nov', '2026-11-28'],
  ['28\u00a0Nov\u00a02026', '2026-11-28'],
  ['1/1/69', '2069-01-01'],
  ['1/1/70', '1970-01-01'],
  ['29 Feb 2028', '2028-02-29'],
  [' Today ', '2026-11-28'],
  ['tomorrow', '2026-11-29'],
  ['yesterday', '2026-11-27'],
  ['+7', '2026-12-05'],
  ['-28', '2026-10-31'],
  ['+ 7', '2026-12-05'],
  ['+0', '2026-11-28'],
  ['1/1/1900', '1900-01-01'],
  ['31/12/9999', '9999-12-31'],
])('%s is %s', (typed, day) => {
  expect(readTypedDay(typed, today)).toBe(day);
});

test.each([
  '',
  '2',
  '28',
  '2026',
  '2026-1',
  '2026-13-01',
  '2026-02-30',
  '30 Feb',
  '29 Feb',
  '29 Feb 2027',
  '31/4',
  // The day is before the month: as an American date it would be read wrong, or only sometimes.
  '11/28/2026',
  '28/11/202',
  '28/11/20266',
  '31/12/1899',
  '28 N',
  '28 No',
  '28 Novem 20x6',
  '28 Novx 2026',
  '28 Nov 2026 5',
  '028/11',
  '+9999999',
  '+999999999',
  '-50000',
  'next week',
  '28\\11',
  '२८/११',
])('%s is not a day', (typed) => {
  expect(readTypedDay(typed, today)).toBe(null);
});

const days = fc.integer({ min: 0, max: 2_958_000 }).map((number) => addDays('1900-01-01', number));

test('any day is read as it is shown and as it is stored', () => {
  fc.assert(
    fc.property(days, days, (day, now) => {
      const [year, month, date] = day.split('-');
      const forms = [day, typedDayText(day), formatDay(day), `${date}/${month}/${year}`];
      expect(forms.map((text) => readTypedDay(text, now))).toEqual([day, day, day, day]);
    }),
  );
});

test('any text gives a day of the calendar, or none', () => {
  const ofObjects = fc.constantFrom('__proto__', 'constructor', 'tostring');
  const texts = fc.oneof(ofObjects, fc.string(), fc.stringMatching(/^[\d/. a-z+-]{0,12}$/));
  fc.assert(
    fc.property(texts, days, (text, now) => {
      const day = readTypedDay(text, now);
      if (day !== null) expect(readTypedDay(typedDayText(day), now)).toBe(day);
    }),
  );
});

test.each([
  ['', null],
  ['2026-11-28', null],
  ['30 Feb', 'Enter a date, such as 28 Nov 2026 or 28/11/2026'],
  ['2026-11-19', 'Enter 20 Nov 2026 or a later date'],
  ['2026-12-01', 'Enter 30 Nov 2026 or an earlier date'],
])('the problem of %s is %s', (value, problem) => {
  expect(typedDayProblem(value, { min: '2026-11-20', max: '2026-11-30' })).toBe(problem);
});
