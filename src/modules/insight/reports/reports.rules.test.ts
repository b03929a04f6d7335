import { expect, it } from 'vitest';
import {
  chartOf,
  chartPoints,
  chartTitle,
  chosenPeriodText,
  isPeriod,
  existingChoices,
  periodBefore,
  periodProblem,
  periodText,
  reportPeriod,
  reportText,
  totalLabel,
} from './reports.rules';

it.each([
  [1234.5, 'money', '₹1,234.50'],
  [1234, 'count', '1,234'],
  [66.7, 'percent', '66.7%'],
  ['2026-11-21', 'day', '21 Nov 2026'],
  [2.5, 'quantity', '2.5'],
  ['2026-11', 'month', 'November 2026'],
  ['Bolt', 'text', 'Bolt'],
  [null, 'money', ''],
] as const)('writes %s as %s: %s', (value, kind, text) => {
  expect(reportText(value, { kind })).toBe(text);
});

const settings = { tax_mode: 'single', financial_year_start_month: 7 } as const;

it.each([
  ['between', {}, '2026-07-01', '2026-11-26'],
  ['between', { to: '2026-06-30' }, '2025-07-01', '2026-06-30'],
  ['between', { from: '2027-01-01', to: '' }, '2027-01-01', '2026-11-26'],
  ['as of', {}, '2026-11-26', '2026-11-26'],
  ['now', { from: '2020-01-01', as_of: '2026-01-31' }, '2026-11-26', '2026-11-26'],
  ['as of', { as_of: '2026-01-31', from: '2020-01-01' }, '2026-01-31', '2026-01-31'],
] as const)('covers %s %j: from %s to %s', (period, choice, from, to) => {
  expect(reportPeriod(period, choice, { today: '2026-11-26', settings })).toEqual({ from, to });
});

it('leaves days and groups that do not exist out of an address', () => {
  const report = { groups: [{ value: 'month', label: 'Month' }] };
  const typed = { from: '2026-13-45', to: '2026-11-26', as_of: '0202-01-01', group: 'rubbish' };
  expect(existingChoices(report, typed)).toEqual({ to: '2026-11-26' });
  expect(existingChoices(report, { group: 'month', compare: 'yes' })).toEqual({
    group: 'month',
    compare: 'yes',
  });
});

it('refuses a period that ends before it starts', () => {
  expect(periodProblem({ from: '2026-11-02', to: '2026-11-01' })).toMatch(/cannot be after/);
  expect(periodProblem({ from: '2026-11-01', to: '2026-11-01' })).toBeNull();
});

it('compares with as many days before', () => {
  const period = { from: '2026-04-01', to: '2026-04-30' };
  expect(periodBefore(period)).toEqual({ from: '2026-03-02', to: '2026-03-31' });
  const long = { from: '1950-01-01', to: '2026-11-27' };
  expect(periodBefore(long)).toEqual({ from: '1900-01-01', to: '1949-12-31' });
  expect(isPeriod(period)).toBe(true);
  expect(isPeriod({ from: 'May', to: '2026-04-30' })).toBe(false);
});

it('names a day or a period', () => {
  expect(periodText({ from: '2026-11-01', to: '2026-11-01' })).toMatch(/^As of /);
  expect(periodText({ from: '2026-04-01', to: '2026-11-01' })).toMatch(/ to /);
});

const text = { key: 'name', label: 'Source', kind: 'text' } as const;
const month = { key: 'name', label: 'Month', kind: 'month' } as const;
const count = (key: string) => ({ key, label: key, kind: 'count' }) as const;
const outcomes = { x: 'name', y: 'leads', parts: ['open', 'lost'], funnel: 'stage' };

it.each([
  ['source', [text, count('leads'), count('open'), count('lost')], 'stacked', ['open', 'lost']],
  ['stage', [text, count('leads')], 'funnel', ['leads']],
  ['reason', [text, count('leads')], 'bar', ['leads']],
  ['month', [month, count('leads')], 'line', ['leads']],
] as const)('draws the group %s of columns %j as %s', (group, columns, kind, ys) => {
  const totals = { leads: 3, open: 3, lost: 0 };
  expect(chartOf(outcomes, { group, columns, totals })).toEqual({
    kind,
    x: 'name',
    y: 'leads',
    ys,
  });
});

it('draws the whole where all parts are zero, such as CGST without GST', () => {
  const columns = [text, count('leads'), count('open'), count('lost')];
  const totals = { leads: 3, open: 0, lost: 0 };
  const chart = { kind: 'bar', x: 'name', y: 'leads', ys: ['leads'] };
  expect(chartOf(outcomes, { group: 'source', columns, totals })).toEqual(chart);
});

it('draws every month of stacked parts, not the first twelve', () => {
  const rows = Array.from({ length: 18 }, (_, n) => ({ name: `2026-${n}`, open: n, lost: 1 }));
  const chart = { kind: 'stacked' as const, x: 'name', y: 'leads', ys: ['open', 'lost'] };
  const columns = [month, count('open'), count('lost')];
  expect(chartPoints({ chart, columns, rows }, null)).toHaveLength(18);
});

it('names a total once', () => {
  expect(totalLabel({ label: 'Total Tax' })).toBe('Total Tax');
  expect(totalLabel({ label: 'Sales' })).toBe('Total Sales');
});

it('draws the first bars of many, with the amounts of the period before by name', () => {
  const rows = Array.from({ length: 20 }, (_, n) => ({ name: `C${n}`, leads: n, link: `/c/${n}` }));
  const before = [
    { name: 'C1', leads: 7 },
    { name: 'Gone', leads: 9 },
  ];
  const chart = { kind: 'bar' as const, x: 'name', y: 'leads', ys: ['leads'] };
  const points = chartPoints({ chart, columns: [text, count('leads')], rows }, before);
  expect(points).toHaveLength(12);
  expect(points.slice(0, 2)).toEqual([
    { name: 'C0', link: '/c/0', amounts: { leads: 0 }, before: 0 },
    { name: 'C1', link: '/c/1', amounts: { leads: 1 }, before: 7 },
  ]);
});

it('draws months of the period before by their place', () => {
  const rows = [
    { name: '2026-04', leads: 3 },
    { name: '2026-05', leads: null },
  ];
  const before = [{ name: '2026-02', leads: 5 }];
  const chart = { kind: 'line' as const, x: 'name', y: 'leads', ys: ['leads'] };
  expect(chartPoints({ chart, columns: [month, count('leads')], rows }, before)).toEqual([
    { name: 'April 2026', link: null, amounts: { leads: 3 }, before: 5 },
    { name: 'May 2026', link: null, amounts: { leads: 0 }, before: 0 },
  ]);
});

it.each([
  [3, 'leads by Source'],
  [20, 'leads by Source: first 12 of 20'],
])('names the chart of %i rows: %s', (length, title) => {
  const rows = Array.from({ length }, (_, n) => ({ name: `C${n}`, leads: n }));
  const chart = { kind: 'bar' as const, x: 'name', y: 'leads', ys: ['leads'] };
  expect(chartTitle({ chart, columns: [text, count('leads')], rows })).toBe(title);
});

it.each([
  ['between', {}, 'Start of the financial year to today'],
  ['between', { from: '2026-11-01' }, '1 Nov 2026 to today'],
  ['between', { from: '2026-11-01', to: '2026-11-07' }, '1 Nov 2026 to 7 Nov 2026'],
  ['as of', {}, 'As of today'],
  ['as of', { as_of: '2026-11-07' }, 'As of 7 Nov 2026'],
  ['now', { from: '2026-11-01' }, 'As of now'],
] as const)('names what is chosen of %s %j: %s', (period, chosen, message) => {
  expect(chosenPeriodText(period, chosen)).toBe(message);
});
