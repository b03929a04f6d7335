import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type AddressLook, isBare, isSameLook, queryText, readLook, writeLook } from './list-look';

const filters = ['search', 'status', 'industry'];
const bare: AddressLook = { filters: {}, sort: null, columns: null, layout: null, saved: null };

it.each<[string, Partial<AddressLook>]>([
  ['', {}],
  ['?view=7&new=1&utm=x', {}],
  ['?status=qualified&search=', { filters: { status: 'qualified' } }],
  ['?search=007', { filters: { search: '007' } }],
  ['?search=Shakti+%26+Sons', { filters: { search: 'Shakti & Sons' } }],
  ['?sort=company_name', { sort: { key: 'company_name', direction: 'asc' } }],
  ['?sort=created_at&direction=desc', { sort: { key: 'created_at', direction: 'desc' } }],
  ['?sort=name&direction=sideways', { sort: { key: 'name', direction: 'asc' } }],
  ['?direction=desc', {}],
  ['?columns=name,email', { columns: ['name', 'email'] }],
  ['?layout=board', { layout: 'board' }],
  ['?layout=calendar', {}],
  ['?saved=12', { saved: 12 }],
  ['?saved=1.5', {}],
  ['?saved=none', {}],
  ['?custom.gone=x&custom.empty=&status=new', { filters: { status: 'new', 'custom.gone': 'x' } }],
])('%s says %j', (search, look) => {
  expect(readLook(search, filters)).toEqual({ ...bare, ...look });
});

it('a look is read back as it was written, and other parameters stay', () => {
  const text = fc.string({ unit: 'binary', minLength: 1 });
  const look = fc.record<AddressLook>({
    filters: fc.record({ search: text, status: text }, { requiredKeys: [] }),
    sort: fc.option(fc.record({ key: text, direction: fc.constantFrom('asc', 'desc') })),
    columns: fc.option(fc.array(fc.stringMatching(/^[a-z_]{1,9}$/), { minLength: 1 })),
    layout: fc.option(fc.constantFrom('list', 'board')),
    saved: fc.option(fc.integer({ min: 1 })),
  });
  fc.assert(
    fc.property(look, look, (before, after) => {
      const params = new URLSearchParams('view=7');
      writeLook(params, before, filters);
      writeLook(params, after, filters);
      const search = queryText(params);
      expect(readLook(search, filters)).toEqual(after);
      expect(new URLSearchParams(search).get('view')).toBe('7');
    }),
  );
});

it('drops a filter by a field that is off with the others', () => {
  const params = new URLSearchParams('view=7&custom.gone=x&status=new');
  writeLook(params, bare, filters);
  expect(params.toString()).toBe('view=7');
});

it('is readable', () => {
  const params = new URLSearchParams();
  const columns = ['company_name', 'email'];
  writeLook(params, { ...bare, filters: { search: 'Asha: Pune & "Goa"' }, columns }, filters);
  expect(queryText(params)).toBe('?search=Asha:+Pune+%26+%22Goa%22&columns=company_name,email');
  expect(queryText([])).toBe('');
});

it.each<[Partial<AddressLook>, boolean]>([
  [{}, true],
  [{ saved: 3 }, true],
  [{ layout: 'list' }, false],
  [{ filters: { status: 'lost' }, saved: 3 }, false],
])('%j is bare: %s', (look, expected) => {
  expect(isBare({ ...bare, ...look })).toBe(expected);
});

const look = {
  filters: { status: 'lost', search: 'a' },
  sort: { key: 'name', direction: 'asc' as const },
  columns: ['name', 'email'],
  layout: null,
};

it.each([
  [{ filters: { search: 'a', status: 'lost', industry: '' } }, true],
  [{ filters: { search: 'a' } }, false],
  [{ columns: ['email', 'name'] }, false],
  [{ layout: 'list' as const }, false],
  [{ sort: { direction: 'asc' as const, key: 'name' } }, true],
])('a look with %j instead is the same: %s', (part, expected) => {
  expect(isSameLook(look, { ...look, ...part })).toBe(expected);
});
