import { describe, expect, it } from 'vitest';
import * as field from '~/kit/shared/fields/fields';
import { choice, days, filtersOf, search } from '~/kit/shared/filters/kind-filters';
import { viewStateSchema } from './views.fields';
import {
  canChange,
  canMakeAnother,
  changesOf,
  lookIn,
  missingParts,
  stateOf,
  unavailableFilters,
} from './views.rules';

describe('the state of a view', () => {
  it.each([
    {},
    { filters: { status: 'qualified', search: 'Śakti & Sons, "Pune"' } },
    { columns: ['company_name', 'gone_since'], sort: { key: 'company_name', direction: 'asc' } },
    { layout: 'board', sort: null },
    { filters: { stage: 7, is_active: true, status: ['active', 'lost'], owner: null } },
    { sort: '-created_at', layout: 'kanban' },
    { sort: { field: 'created_at', direction: 'desc' } },
  ])('may be %j', (state) => {
    expect(viewStateSchema.parse(state)).toEqual(state);
  });

  it.each([
    [{ filters: { status: { is: 'active' } } }, 'filters.status'],
    [{ filters: { '': 'x' } }, 'filters.'],
    [{ filters: { search: 'x'.repeat(501) } }, 'filters.search'],
    [{ columns: 'company_name' }, 'columns'],
    [{ columns: [7] }, 'columns.0'],
    [{ sort: 7 }, 'sort'],
    [{ sort: { key: { name: 1 } } }, 'sort'],
    [{ layout: 'calendar' }, 'layout'],
    [{ width: 3 }, ''],
    [
      { filters: Object.fromEntries([...'abcdefghijklmnopq'].map((k) => [k, 'ä'.repeat(300)])) },
      '',
    ],
    [[], ''],
  ])('is refused as %j', (state, path) => {
    const { error } = viewStateSchema.safeParse(state);
    expect(error?.issues.map((issue) => issue.path.join('.'))).toEqual([path]);
  });
});

it.each([
  [0, true],
  [99, true],
  [100, false],
])('with %i views, another: %s', (count, ok) => {
  expect(canMakeAnother(count).ok).toBe(ok);
});

it.each([
  [{ id: 7, role: 'user' }, true],
  [{ id: 8, role: 'user' }, false],
  [{ id: 8, role: 'admin' }, true],
])('a view of person 7 is changed by %j: %s', (person, ok) => {
  expect(canChange({ created_by: 7 }, person).ok).toBe(ok);
});

const view = {
  name: 'Hot',
  is_shared: true,
  state: { filters: { status: 'active', score: 'high' }, columns: ['id', 'name'] },
};

it.each([
  [{}, []],
  [{ name: 'Hot', is_shared: true }, []],
  [{ state: { columns: ['id', 'name'], filters: { score: 'high', status: 'active' } } }, []],
  [{ state: { ...view.state, columns: ['name', 'id'] } }, ['state']],
  [{ name: 'hot' }, ['name']],
  [{ is_shared: false, is_default: true }, ['is_shared']],
])('of the change %j, different is %j', (patch, names) => {
  expect(Object.keys(changesOf(view, patch))).toEqual(names);
});

interface Row {
  name: string;
  city: string;
  created: string;
}
const fields = {
  stage: field.choice({ label: 'Stage', choices: [{ value: '7', label: 'New' }] }),
  owner: field.choice({ label: 'Owner', choices: [] }),
  city: field.text({ label: 'City', max: 50 }),
};
const available = {
  columns: ['name', 'email'],
  filters: filtersOf<Row>(fields, {
    search: search(['name']),
    stage: choice({ none: 'No stage' }),
    owner: choice({ none: 'Nobody' }),
    city: choice(),
    created: days('created', 'Created'),
  }),
  filterKeys: ['search', 'stage', 'owner', 'city', 'created', 'in_name'],
  isLoaded: true,
};
const missing = (parts: string) => `This view uses items that no longer exist: ${parts}.`;

it.each([
  [{}, null],
  [{ filters: { search: 'x', stage: '7', city: 'Goa', owner: '3' }, columns: ['email'] }, null],
  [{ filters: { stage: 'none', in_name: 'x' } }, null],
  [{ filters: { created: '2026-11-01..2026-11-30' } }, null],
  [{ filters: { created: '2026-11' } }, missing('“2026-11” as Created')],
  [{ columns: ['name', 'margin'] }, missing('the column “margin”')],
  [{ filters: { region: 'South' } }, missing('the filter “region”')],
  [{ filters: { 'custom.grade': 'EN8' }, columns: ['name', 'custom.grade'] }, null],
  [
    { filters: { stage: '8', region: 'South' }, columns: ['margin'] },
    missing('the column “margin”, the filter “region”, “8” as Stage'),
  ],
])('of %j is gone: %s', (state, message) => {
  expect(missingParts(state, available)).toBe(message);
});

it.each([
  [{}, null],
  [{ search: 'x', region: 'South' }, null],
  [{ 'custom.model': 'VMC', in_name: 'x' }, null],
  [{ 'custom.model': 'VMC', 'custom.grade': 'EN8' }, '1 filter is no longer available'],
  [{ 'custom.due': '..', 'custom.grade': 'EN8' }, '2 filters are no longer available'],
])('of the filters %j the list says %j', (filters, message) => {
  expect(unavailableFilters(filters, ['search', 'in_name', 'custom.model'])).toBe(message);
});

it('says nothing of choices while they are loading', () => {
  expect(missingParts({ filters: { stage: '8' } }, { ...available, isLoaded: false })).toBeNull();
});

it.each([
  [{}, {}],
  [{ sort: null, layout: null, columns: ['name'] }, { columns: ['name'] }],
  [
    { filters: { stage: 7, on: true, status: ['active', 'lost'], owner: null } },
    { filters: { stage: '7', on: 'true', status: 'active,lost', owner: '' } },
  ],
  [
    { sort: '-name', layout: 'kanban' },
    { sort: { key: 'name', direction: 'desc' }, layout: 'board' },
  ],
  [
    { sort: 'name', layout: 'list' },
    { sort: { key: 'name', direction: 'asc' }, layout: 'list' },
  ],
  [{ sort: { field: 'name', direction: 'desc' } }, { sort: { key: 'name', direction: 'desc' } }],
] as const)('of %j a list reads %j', (state, look) => {
  expect(lookIn(viewStateSchema.parse(state))).toEqual(look);
});

it('keeps the layout where there are two', () => {
  const look = { filters: {}, columns: ['name'], sort: { key: 'name', direction: 'asc' as const } };
  expect(stateOf({ ...look, layout: null })).toEqual(look);
  expect(stateOf({ ...look, layout: 'board' })).toEqual({ ...look, layout: 'board' });
});
