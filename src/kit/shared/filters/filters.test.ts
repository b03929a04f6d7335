import fc from 'fast-check';
import { describe, expect, expectTypeOf, test } from 'vitest';
import type { Day } from '~/kit/shared/time/days';
import {
  activeFilters,
  bandFilter,
  chipsOf,
  choiceFilter,
  choicesOf,
  dateRangeFilter,
  type Filter,
  pointerFilter,
  predicateOf,
  searchFilter,
  textFilter,
  within,
} from './filters';

interface Lead {
  company_name: string;
  contact_person: string;
  industry: string | null;
  status: string;
  assigned_to: number | null;
  annual_revenue: number | null;
  created_on: Day;
}

const lead = (changes: Partial<Lead> = {}): Lead => ({
  company_name: 'Acme Forgings',
  contact_person: 'Zoë Müller',
  industry: 'Automotive',
  status: 'active',
  assigned_to: 7,
  annual_revenue: 750_000,
  created_on: '2026-11-21',
  ...changes,
});

const status = {
  label: 'Status',
  choices: [
    { value: 'active', label: 'Active' },
    { value: 'lost', label: 'Lost' },
  ],
};

interface Options {
  today: Day;
}

const revenue = (row: Lead) => row.annual_revenue;
const filters: Filter<Lead, Options>[] = [
  searchFilter(['company_name', 'contact_person', 'industry']),
  textFilter('industry', { label: 'Industry' }),
  choiceFilter('status', status),
  choiceFilter('assigned_to', { label: 'Assigned to' }, { none: 'Unassigned' }),
  bandFilter<Lead>({
    key: 'revenue',
    label: 'Revenue',
    bands: [
      { value: 'high', label: 'High', test: within(revenue, { from: 1_000_000 }) },
      {
        value: 'medium',
        label: 'Medium',
        test: within(revenue, { from: 500_000, below: 1_000_000 }),
      },
      { value: 'none', label: 'None', test: (row) => !row.annual_revenue },
    ],
  }),
  dateRangeFilter({ key: 'created', label: 'Created', day: (row) => row.created_on }),
];

const options = { today: '2026-11-21' };
const finds = (values: Record<string, string>, row: Lead) =>
  predicateOf(filters, values, options)?.(row) ?? true;

describe('choices and bands', () => {
  test.each([
    [{ status: 'active' }, true],
    [{ status: 'lost' }, false],
    [{ assigned_to: '7' }, true],
    [{ assigned_to: 'none' }, false],
    [{ industry: 'auto' }, true],
    [{ status: 'active', industry: 'steel' }, false],
    [{ status: 'lost,active' }, true],
    [{ status: 'lost,converted' }, false],
    [{ assigned_to: '7,8' }, false],
    [{ created: '2026-11-01..2026-11-30' }, true],
    [{ created: '2026-10-01..2026-10-31' }, false],
  ])('%j finds the active lead of user 7: %s', (values, found) => {
    expect(finds(values as Record<string, string>, lead())).toBe(found);
  });

  test('a lead of no one is found as unassigned', () => {
    expect(finds({ assigned_to: 'none' }, lead({ assigned_to: null }))).toBe(true);
  });

  test('an empty text is never found by "null"', () => {
    expect(finds({ industry: 'null' }, lead({ industry: null }))).toBe(false);
  });

  test('choices come from the rows where no list is given', () => {
    const industries = choiceFilter('industry', { label: 'Industry' });
    const rows = ['Steel', 'Auto', null, 'Steel', 'Axle 10', 'Axle 9'].map((industry) => ({
      industry,
    }));
    expect(choicesOf(industries, rows).map((each) => each.label)).toEqual([
      'Auto',
      'Axle 9',
      'Axle 10',
      'Steel',
    ]);
  });

  test.each([
    [499_999.99, false],
    [500_000, true],
    [999_999.99, true],
    [1_000_000, false],
    [null, false],
  ])(
    'the lower bound belongs to a band, the upper does not: %s in 500,000-1,000,000 is %s',
    (amount, found) => {
      expect(finds({ revenue: 'medium' }, lead({ annual_revenue: amount }))).toBe(found);
    },
  );

  test('bands that touch hold each number once', () => {
    const cuts = fc.uniqueArray(fc.integer(), { minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(cuts, fc.double({ noNaN: true }), (unordered, number) => {
        const bounds = [-Infinity, ...unordered.sort((a, b) => a - b), Infinity];
        const bands = bounds.slice(1).map((below, index) => {
          return within((row: number) => row, { from: bounds[index] ?? 0, below });
        });
        expect(bands.filter((band) => band(number)).length).toBe(number === Infinity ? 0 : 1);
      }),
    );
  });

  test('a value that is not a band and no date range finds nothing', () => {
    expect(finds({ revenue: 'huge' }, lead())).toBe(false);
    expect(finds({ created: 'decade' }, lead())).toBe(false);
  });
});

describe('date ranges', () => {
  test('a row without a day is in no range', () => {
    const due = dateRangeFilter<{ due: Day | null }, Options>({
      key: 'due',
      label: 'Due',
      day: (row) => row.due,
    });
    const predicate = predicateOf([due], { due: 'year' }, options);
    expect(predicate?.({ due: null })).toBe(false);
    expect(predicate?.({ due: '2026-12-31' })).toBe(true);
  });
});

describe('what is active', () => {
  test('blank values are not active, and nothing active is not a predicate', () => {
    expect(predicateOf(filters, { search: '  ', status: '' }, options)).toBeNull();
    expect(activeFilters(filters, { search: ' ', status: 'lost', unknown: 'x' })).toHaveLength(1);
  });

  test('chips read as label and choice, in the order of the filters', () => {
    const values = { revenue: 'high', status: 'active', search: ' acme ', assigned_to: 'none' };
    expect(chipsOf(filters, values, [])).toEqual([
      { key: 'search', label: 'Search: acme' },
      { key: 'status', label: 'Status: Active' },
      { key: 'assigned_to', label: 'Assigned to: Unassigned' },
      { key: 'revenue', label: 'Revenue: High' },
    ]);
  });

  test('several choices, and days of an address, read as words', () => {
    const values = { status: 'active,lost', created: '2026-11-01..2026-11-30' };
    expect(chipsOf(filters, values, []).map(({ label }) => label)).toEqual([
      'Status: Active, Lost',
      'Created: November 2026',
    ]);
    expect(chipsOf(filters, { status: 'active,gone' }, [])[0]?.label).toBe('Status: active,gone');
  });

  test('people are found by their id, and shown by the name in the rows', () => {
    const maker = pointerFilter('made_by', 'made_by_name', { label: 'Made By' });
    const rows = [
      { made_by: 2, made_by_name: 'Zoë' },
      { made_by: 12, made_by_name: 'Asha' },
      { made_by: 2, made_by_name: 'Zoë' },
      { made_by: null, made_by_name: 'System' },
    ];
    expect(choicesOf(maker, rows)).toEqual([
      { value: '12', label: 'Asha' },
      { value: '2', label: 'Zoë' },
    ]);
    const found = rows.filter((row) => predicateOf([maker], { made_by: '2' }, undefined)?.(row));
    expect(found).toEqual([rows[0], rows[2]]);
  });

  test('a choice that is gone shows as it was stored', () => {
    expect(chipsOf(filters, { status: 'qualified' }, [])[0]?.label).toBe('Status: qualified');
  });

  test('filters without facts need none', () => {
    const plain: Filter<Lead>[] = [searchFilter(['company_name'])];
    expect(predicateOf(plain, { search: 'acme' })?.(lead())).toBe(true);
    expectTypeOf(searchFilter(['missing'])).not.toExtend<Filter<Lead>>();
  });
});
