import fc from 'fast-check';
import { describe, expect, expectTypeOf, test } from 'vitest';
import type { Day } from '~/kit/shared/time/days';
import {
  activeFilters,
  chipsOf,
  choicesOf,
  type Filter,
  predicateOf,
  searchFilter,
} from './filters';
import { bands, choice, days, filtersOf, link, type Moment, search, textIn } from './kind-filters';
import { meets } from './row-tests';
import * as field from '~/kit/shared/fields/fields';

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

const fields = {
  industry: field.text({ label: 'Industry', max: 50 }),
  status: field.choice({
    label: 'Status',
    choices: [
      { value: 'active', label: 'Active' },
      { value: 'lost', label: 'Lost' },
    ],
  }),
  assigned_to: field.link({ label: 'Assigned to', to: 'users' }),
};

const filters = filtersOf<Lead>(fields, {
  search: search(['company_name', 'contact_person', 'industry']),
  industry: textIn(),
  status: choice(),
  assigned_to: link({ none: 'Unassigned' }),
  revenue: bands('Revenue', {
    high: ['High', { annual_revenue: { from: 1_000_000 } }],
    medium: ['Medium', { annual_revenue: { from: 500_000, below: 1_000_000 } }],
    none: ['None', { annual_revenue: [null, 0] }],
  }),
  created: days('created_on', 'Created'),
});

const options: Moment = { today: '2026-11-21', timeZone: 'Asia/Kolkata' };
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
    const all = filtersOf<{ industry: string | null }>(fields, { industry: choice() });
    const rows = ['Steel', 'Auto', null, 'Steel', 'Axle 10', 'Axle 9'].map((industry) => ({
      industry,
    }));
    expect(all.flatMap((each) => choicesOf(each, rows)).map(({ label }) => label)).toEqual([
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
        const found = bounds
          .slice(1)
          .filter((below, index) =>
            meets({ number }, { number: { from: bounds[index] ?? 0, below } }),
          );
        expect(found.length).toBe(number === Infinity ? 0 : 1);
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
    const due = filtersOf<{ due: Day | null }>({}, { due: days('due', 'Due') });
    const predicate = predicateOf(due, { due: 'year' }, options);
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
    interface Row {
      made_by: number | null;
      made_by_name: string;
    }
    const maker = filtersOf<Row>(
      { made_by: field.link({ label: 'Made By', to: 'users' }) },
      { made_by: link({ name: 'made_by_name' }) },
    );
    const rows: Row[] = [
      { made_by: 2, made_by_name: 'Zoë' },
      { made_by: 12, made_by_name: 'Asha' },
      { made_by: 2, made_by_name: 'Zoë' },
      { made_by: null, made_by_name: 'System' },
    ];
    expect(maker.flatMap((each) => choicesOf(each, rows))).toEqual([
      { value: '12', label: 'Asha' },
      { value: '2', label: 'Zoë' },
    ]);
    const found = rows.filter((row) => predicateOf(maker, { made_by: '2' }, options)?.(row));
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
