import { expect, it } from 'vitest';
import { dateFindings } from './date-findings.rules';

const last = { number: 'INV-26-27-00007', date: '2026-11-12' };

it.each([
  ['2026-11-12', { isFiled: false, last }, []],
  ['2026-11-11', { isFiled: false, last: null }, []],
  ['2026-11-11', { isFiled: false, last }, ['INV-26-27-00007']],
  ['2026-10-31', { isFiled: true, last: null }, ['October 2026']],
  ['2026-10-31', { isFiled: true, last }, ['October 2026', 'INV-26-27-00007']],
])('the date %s with %j is warned of by %j', (date, basis, names) => {
  const findings = dateFindings(date, basis);
  expect(findings.map(({ severity, field }) => [severity, field])).toEqual(
    names.map(() => ['warning', 'date']),
  );
  for (const [index, name] of names.entries()) expect(findings[index]?.message).toContain(name);
});
