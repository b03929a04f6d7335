import { useMemo, useState } from 'react';
import * as field from '~/kit/shared/fields/fields';
import { fieldText } from '~/kit/shared/fields/field-text';
import { parseCell } from '~/kit/shared/csv/csv';
import { parseTyped } from '~/kit/shared/fields/typed-values';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import {
  type CustomChoice,
  type CustomField,
  customFieldFields,
  type CustomFieldPatch,
  type CustomKind,
  type CustomType,
  customTypes,
  printedKinds,
} from '../custom-fields.fields';
import { fieldOf } from '../custom-fields.rules';
import type { CustomFields } from './custom-fields.client';
import { ChoiceEditor } from './ChoiceEditor';

interface NewField {
  label: string;
  type: CustomType;
  decimals?: number;
  /** The labels of its choices, should it become one. */
  choices?: readonly string[];
}

interface Props {
  fields: CustomFields;
  kind: CustomKind;
  subject: CustomField | 'new';
  /** What a new one begins with. */
  preset?: NewField;
  onCreated?: (field: CustomField) => void;
  onClose: () => void;
}

const limit = (label: string) =>
  field.quantity({ label, min: -999_999_999_999, max: 999_999_999_999 });

const formFields = {
  ...customFieldFields,
  min: limit('Minimum'),
  max: limit('Maximum'),
  default: field.text({ label: 'Default', max: 2000 }),
};

type Name =
  | 'label'
  | 'type'
  | 'help'
  | 'max_length'
  | 'decimals'
  | 'min'
  | 'max'
  | 'default'
  | 'required'
  | 'is_printed';

/** The inputs that a field of a type has. */
function namesFor(type: CustomType, kind: CustomKind): readonly Name[] {
  const own: Partial<Record<CustomType, readonly Name[]>> = {
    text: ['max_length'],
    long_text: ['max_length'],
    number: ['decimals', 'min', 'max'],
    money: ['min', 'max'],
  };
  const printed: readonly Name[] = printedKinds.includes(kind) ? ['is_printed'] : [];
  return ['label', 'type', ...(own[type] ?? []), 'default', 'help', 'required', ...printed];
}

/** "Add Field" and "Edit Field" (docs/product/custom-fields.md#screen). */
export function CustomFieldForm({ fields, kind, subject, preset, onCreated, onClose }: Props) {
  const existing = subject === 'new' ? null : subject;
  const [{ choices: named = [], ...first }] = useState<Partial<NewField>>(preset ?? {});
  const [type, setType] = useState<CustomType>(existing?.type ?? first.type ?? 'text');
  const [before] = useState<readonly CustomChoice[]>(existing?.choices ?? named.map(choiceNamed));
  const [choices, setChoices] = useState(before);
  const sections = useMemo(() => [{ title: '', names: namesFor(type, kind) }], [type, kind]);
  const types = existing
    ? customTypes.filter(({ value }) => ['text', 'long_text', existing.type].includes(value))
    : customTypes;
  const initial = existing
    ? { ...existing, default: defaultText(existing) }
    : { type: 'text' as const, required: false, is_printed: false, ...first };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={existing ? 'Edit Field' : 'Add Field'}
      size="lg"
      fields={formFields}
      sections={sections}
      initial={initial}
      subject={first.label}
      choices={{ type: types }}
      follow={(name, typed) => {
        if (name === 'type') setType(typed['type'] as CustomType);
        return {};
      }}
      isChangedBeside={choices !== before}
      submitLabel={existing ? 'Save Field' : 'Create Field'}
      failed={{ refused: `Failed to ${existing ? 'update' : 'create'} custom field` }}
      onSubmit={async ({ default: typedDefault, ...values }, _key, save) => {
        const own = {
          ...values,
          ...(type === 'choice' ? { choices: choices.map(sentChoice) } : {}),
        } as CustomFieldPatch;
        if (existing) {
          const body = { ...own, default: defaultOf({ ...existing, choices, type }, typedDefault) };
          await save(body, (sent) => fields.update(existing.id, sent));
          return 'Custom field updated successfully';
        }
        const created = { ...blank, ...own, kind, choices } as CustomField;
        const withDefault = typedDefault ? { default: defaultOf(created, typedDefault) } : {};
        const stored = await fields.create({ ...own, kind, ...withDefault });
        onCreated?.(stored);
        return 'Custom field created successfully';
      }}
    >
      {type === 'choice' ? <ChoiceEditor choices={choices} onChange={setChoices} /> : null}
    </FormDialog>
  );
}

function choiceNamed(label: string): CustomChoice {
  return { value: '', label, color: null, is_active: true };
}

/** A new choice gets its value from its label. */
function sentChoice({ value, ...choice }: CustomChoice) {
  return value === '' ? choice : { value, ...choice };
}

const blank = { required: false, min: null, max: null, decimals: null, max_length: null };

function defaultText(own: CustomField): string | null {
  if (own.default === null) return null;
  return own.type === 'choice' || own.type === 'date'
    ? String(own.default)
    : fieldText(fieldOf(own), own.default, 'UTC');
}

/** The default as it is sent; a text that is none is refused by the server, which says why. */
function defaultOf(own: CustomField, typed: string | null | undefined): CustomField['default'] {
  const text = typed?.trim() ?? '';
  if (text === '') return null;
  if (own.type === 'choice') return text;
  const value = (own.type === 'flag' ? parseCell : parseTyped)(fieldOf(own), text);
  return typeof value === 'number' && Number.isNaN(value)
    ? text
    : (value as CustomField['default']);
}
