import { valueOf } from '~/kit/shared/fields/custom';
import type { Fields } from '~/kit/shared/fields/fields';
import { withOwnFilters } from '~/kit/shared/filters/own-filters';
import type { CustomField, CustomKind } from '~/modules/records/custom-fields/custom-fields.fields';
import { fieldsFrom } from '~/modules/records/custom-fields/custom-fields.rules';
import { customKinds } from '~/modules/records/custom-fields/custom-fields.fields';
import { labelOf, type LongKind } from './long-lists.builders';

const grades = [
  { value: 'EN8', label: 'Mild Åkers 8' },
  { value: 'b', label: 'Brass 100%' },
  { value: 'Ni', label: 'EN8 plated' },
  { value: 'SS 304', label: 'SS 304' },
].map((each) => ({ ...each, color: null, is_active: each.value !== 'Ni' }));

/** Fields that every kind of records has that can have some. */
const definitions = [
  { key: 'heat', label: 'Heat', type: 'text' },
  { key: 'grade', label: 'Grade', type: 'choice', choices: grades },
  { key: 'weight', label: 'Weight', type: 'number', decimals: 1 },
  { key: 'urgent', label: 'Urgent', type: 'flag' },
  { key: 'due', label: 'Due', type: 'date' },
] as const;

export const ownBodies = (kind: CustomKind) => definitions.map((each) => ({ kind, ...each }));

const own: Fields = fieldsFrom(definitions as unknown as readonly CustomField[]);

const kindOf = ({ path }: LongKind) =>
  customKinds.find((kind) => path === `/${kind.replaceAll('_', '-')}`);

/** A statement that gives every record some of the values. */
function fillOwn(kind: CustomKind): string {
  return `update ${kind} set custom = jsonb_strip_nulls(jsonb_build_object(
    'heat', (array['H-1', 'H-10', 'h-2', 'Énergie 304', null])[1 + id % 5],
    'grade', (array['EN8', 'b', 'Ni', 'SS 304', null, null])[1 + id % 6],
    'weight', (array[0, -1.5, 304, 2.5, null])[1 + id % 5],
    'urgent', (array[true, false, null])[1 + id % 3],
    'due', (array['2026-11-30', '2026-12-01', null])[1 + id % 3]))`;
}

const values = {
  'custom.heat': ['h-1', 'ENERGIE', 'x', '%'],
  'custom.grade': ['EN8', 'b,Ni', 'SS 304', 'x', 'toString'],
  'custom.weight': ['0..', '..0', '-2..3', '304', '5..1'],
  'custom.urgent': ['true', 'false', 'true,false', 'x'],
  'custom.due': ['2026-12-01..', '..2026-11-30', '2026-11-30', '2026-12-02..2026-12-01'],
};
const terms = ['en8', 'mild akers', 'brass', '100%', 'ni', 'b', 'plated', '304', 'true', 'h-1 en8'];

/** The same list with own fields, where its records can have some. */
export function withOwn(kind: LongKind): LongKind & { own: CustomKind | null } {
  const name = kindOf(kind);
  if (!name) return { ...kind, own: null };
  const rank = labelOf(grades);
  const sortOf = (field: string) => (row: object) => {
    const value = valueOf(row, field) as string | null;
    return field === 'custom.grade' ? rank(value) : value;
  };
  const sorts: LongKind['sorts'] = Object.fromEntries(
    Object.keys(values).map((field) => [field, sortOf(field)]),
  );
  return {
    ...kind,
    own: name,
    fill: `${kind.fill}; ${fillOwn(name)}`,
    filters: withOwnFilters(kind.filters, own),
    values: { ...kind.values, ...values },
    terms: [...kind.terms, ...terms],
    sorts: { ...kind.sorts, ...sorts },
  };
}
