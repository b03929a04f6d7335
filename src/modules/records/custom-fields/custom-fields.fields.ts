import { z } from 'zod';
import * as field from '~/kit/shared/fields/fields';
import { rowSchema, seenSchema } from '~/kit/shared/fields/record-schemas';
import { alsoHyphenated, fieldSchema } from '~/kit/shared/fields/field-schemas';

/** The kinds of records that have fields of the company's own (docs/product/custom-fields.md). */
export const customKinds = [
  'leads',
  'customers',
  'products',
  'services',
  'price_lists',
  'quotations',
  'orders',
  'deliveries',
  'invoices',
  'payments',
  'receipts',
] as const;

export type CustomKind = (typeof customKinds)[number];

/** The kinds that are printed. */
export const printedKinds: readonly CustomKind[] = [
  'quotations',
  'orders',
  'deliveries',
  'invoices',
];

export const customTypes = [
  { value: 'text', label: 'Text' },
  { value: 'long_text', label: 'Long Text' },
  { value: 'number', label: 'Number' },
  { value: 'money', label: 'Amount' },
  { value: 'date', label: 'Date' },
  { value: 'choice', label: 'Choice' },
  { value: 'flag', label: 'Yes or No' },
  { value: 'email', label: 'Email' },
  { value: 'phone', label: 'Phone' },
  { value: 'url', label: 'Web Address' },
] as const;

export type CustomType = (typeof customTypes)[number]['value'];

export const choiceColors = [
  'gray',
  'blue',
  'cyan',
  'teal',
  'green',
  'yellow',
  'orange',
  'red',
  'violet',
] as const;

const mostChoices = 100;
const mostLetters = { text: 255, long_text: 2000 } as const;

/** The most characters of a text of a type. */
export function mostLettersOf(type: CustomType): number {
  return type === 'long_text' ? mostLetters.long_text : mostLetters.text;
}

/** What a field of the company's own is (docs/product/custom-fields.md#fields). */
export const customFieldFields = {
  id: field.id,
  kind: field.readOnly(
    field.choice({
      label: 'Kind',
      required: true,
      choices: customKinds.map((value) => ({ value, label: value })),
    }),
  ),
  key: field.readOnly(field.text({ label: 'Key', required: true, max: 40, sortable: true })),
  label: field.text({ label: 'Label', required: true, max: 100, sortable: true }),
  type: field.choice({ label: 'Type', required: true, choices: customTypes, sortable: true }),
  decimals: field.wholeNumber({ label: 'Decimals', max: 3 }),
  max_length: field.wholeNumber({ label: 'Maximum Length', min: 1, max: mostLetters.long_text }),
  required: field.flag({ label: 'Required' }),
  help: field.text({ label: 'Help', max: 255 }),
  position: field.wholeNumber({ label: 'Position', required: true, min: 1, max: 10_000 }),
  is_active: field.flag({ label: 'Active' }),
  is_printed: field.flag({ label: 'Printed' }),
  created_at: field.instant({ label: 'Created' }),
  updated_at: field.instant({ label: 'Last Updated' }),
};

/** A choice; its value never changes. One that is off stays where it is and cannot be newly chosen. */
export interface CustomChoice {
  value: string;
  label: string;
  color: string | null;
  is_active: boolean;
}

export type CustomField = Omit<field.RowOf<typeof customFieldFields>, 'kind' | 'type'> & {
  kind: CustomKind;
  type: CustomType;
  choices: readonly CustomChoice[];
  min: number | null;
  max: number | null;
  default: string | number | boolean | null;
};

const choiceText = (label: string) => fieldSchema(field.text({ label, required: true, max: 100 }));

const choiceSchema = z.strictObject({
  value: choiceText('The value of a choice').optional(),
  label: choiceText('The label of a choice'),
  color: z
    .enum(choiceColors, { error: `The color must be one of ${choiceColors.join(', ')}` })
    .nullish(),
  is_active: z.boolean({ error: 'is_active must be true or false' }).optional(),
});

const limit = z.number({ error: 'A limit must be a number' }).nullish();

const body = {
  label: fieldSchema(customFieldFields.label),
  type: fieldSchema(customFieldFields.type),
  choices: z
    .array(choiceSchema, { error: 'The choices must be a list' })
    .max(mostChoices, { error: `A field can have at most ${mostChoices} choices` })
    .optional(),
  decimals: fieldSchema(customFieldFields.decimals).optional(),
  min: limit,
  max: limit,
  max_length: fieldSchema(customFieldFields.max_length).optional(),
  required: fieldSchema(customFieldFields.required).optional(),
  default: z.union([z.string().max(2000), z.number(), z.boolean()]).nullish(),
  help: fieldSchema(customFieldFields.help).optional(),
  position: fieldSchema(customFieldFields.position).optional(),
  is_active: fieldSchema(customFieldFields.is_active).optional(),
  is_printed: fieldSchema(customFieldFields.is_printed).optional(),
};

export const kindSchema = alsoHyphenated(
  customKinds,
  z.enum(customKinds, { error: `kind must be one of ${customKinds.join(', ')}` }),
);

const key = z.string({ error: 'key must be text' }).regex(/^[a-z][a-z0-9_]{0,39}$/, {
  error: 'The key must be lower-case letters, digits and _, beginning with a letter, 40 at most',
});

export const newCustomFieldSchema = z.strictObject({
  kind: kindSchema,
  key: key.optional(),
  ...body,
});

export const customFieldPatchSchema = z.strictObject({
  ...body,
  kind: z.string().optional(),
  key: z.string().optional(),
  label: body.label.optional(),
  type: body.type.optional(),
  updated_at: seenSchema,
});

export type NewCustomField = z.output<typeof newCustomFieldSchema>;
export type CustomFieldPatch = z.output<typeof customFieldPatchSchema>;

export const customFieldRow = rowSchema(customFieldFields).and(
  z.object({
    choices: z.array(
      z.object({
        value: z.string(),
        label: z.string(),
        color: z.string().nullable(),
        is_active: z.boolean(),
      }),
    ),
    min: z.number().nullable(),
    max: z.number().nullable(),
    default: z.union([z.string(), z.number(), z.boolean()]).nullable(),
  }),
);
