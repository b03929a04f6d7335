import type { CustomValue, CustomValues } from '~/kit/shared/fields/custom';
import { addDays, dayOf } from '~/kit/shared/time/days';
import type { CustomChoice, CustomField, CustomKind } from './custom-fields.fields';

/** A sample record: how many are before it, when it was made, and its SKU code where it has one. */
interface Sample {
  index: number;
  now: Date;
  sku?: string;
}

type SampleField = Pick<CustomField, 'kind' | 'key' | 'label' | 'type'> &
  Partial<Pick<CustomField, 'help' | 'choices' | 'is_printed'>> & {
    /** The value of a record; null for none. */
    value: (sample: Sample) => CustomValue | null;
  };

type Choices = Readonly<Record<string, string | null>>;
const grades: Choices = {
  EN8: 'blue',
  EN24: 'violet',
  'SS 304': 'teal',
  'SS 316': 'green',
  Brass: 'yellow',
  Nylon: null,
};
const inspections: Choices = {
  'At works': null,
  'Third party': 'orange',
  'By the customer': 'blue',
};
const machines = ['VMC 850', 'VMC 1060', 'HMC 500', 'Turning centre TC 200', 'Press line 160 T'];

/** The grades of the products whose SKU codes start so. */
const gradesOf: readonly [start: string, ...grades: string[]][] = [
  ['FAS-', 'EN8', 'SS 304'],
  ['MAC-', 'EN24', 'SS 316'],
  ['RAW-MS', 'EN8'],
  ['RAW-BR', 'Brass'],
  ['RAW-NY', 'Nylon'],
];

/** The fields of the sample data, those of a kind in their order (docs/product/running.md#sample-data). */
export const sampleFields: readonly SampleField[] = [
  {
    kind: 'leads',
    key: 'machine_model',
    label: 'Machine Model',
    type: 'text',
    help: 'The machine that our parts are for',
    value: ({ index }) => (index % 3 === 1 ? at(machines, index) : null),
  },
  {
    kind: 'leads',
    key: 'required_by',
    label: 'Required By',
    type: 'date',
    value: ({ index, now }) =>
      index % 4 === 1 ? addDays(dayOf(now, 'UTC'), 30 + (index % 60)) : null,
  },
  {
    kind: 'customers',
    key: 'vendor_code',
    label: 'Vendor Code',
    type: 'text',
    help: 'Our number in the books of the customer',
    value: ({ index }) => (index % 3 === 0 ? `V-${10_200 + index * 37}` : null),
  },
  {
    kind: 'products',
    key: 'drawing_number',
    label: 'Drawing Number',
    type: 'text',
    value: ({ index, sku = '' }) => (sku.startsWith('MAC-') ? `DRG-${2400 + index}-A` : null),
  },
  {
    kind: 'products',
    key: 'material_grade',
    label: 'Material Grade',
    type: 'choice',
    choices: choicesOf(grades),
    value: ({ index, sku = '' }) => {
      const [, ...own] = gradesOf.find(([start]) => sku.startsWith(start)) ?? [];
      return own.length === 0 ? null : at(own, index);
    },
  },
  {
    kind: 'orders',
    key: 'inspection',
    label: 'Inspection',
    type: 'choice',
    choices: choicesOf(inspections),
    is_printed: true,
    value: ({ index }) => (index % 5 === 1 ? at(Object.keys(inspections), index) : null),
  },
];

/** The sample fields of a kind. */
export function samplesOf(kind: CustomKind): SampleField[] {
  return sampleFields.filter((each) => each.kind === kind);
}

/** What a sample record of a kind has in the sample fields. */
export function sampleValues(kind: CustomKind, sample: Sample): CustomValues {
  const values = samplesOf(kind).map(({ key, value }) => [key, value(sample)] as const);
  return Object.fromEntries(
    values.flatMap(([key, value]) => (value === null ? [] : [[key, value]])),
  );
}

function choicesOf(colors: Choices): CustomChoice[] {
  return Object.entries(colors).map(([value, color]) => ({
    value,
    label: value,
    color,
    is_active: true,
  }));
}

function at(list: readonly string[], index: number): string {
  return list[index % list.length] ?? '';
}
