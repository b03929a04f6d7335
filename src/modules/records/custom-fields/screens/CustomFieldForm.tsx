import { NativeSelect, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import * as field from '~/kit/shared/fields/fields';
import { fieldText } from '~/kit/shared/fields/field-text';
import { parseTyped } from '~/kit/shared/fields/typed-values';
import { DateInput } from '~/kit/ui/inputs/DateInput';
import type { FieldInputProps } from '~/kit/ui/form/FieldInput';
import { pasteLine } from '~/kit/ui/hooks/pasteLine';
import { yesNo } from '~/kit/ui/columns/tableColumn';
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
      inputs={inputsOf(type, choices)}
      follow={(name, typed) => {
        if (name !== 'type') return {};
        const next = typed['type'] as CustomType;
        setType(next);
        return isWritten(type) && isWritten(next) ? {} : { default: '' };
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
        const value = defaultOf(created, typedDefault);
        const withDefault = value === null ? {} : { default: value };
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

/** Whether a default of the type is written; others are chosen. */
function isWritten(type: CustomType): boolean {
  return type !== 'choice' && type !== 'flag' && type !== 'date';
}

/** The default as its input has it. */
function defaultText(own: CustomField): string | null {
  if (own.default === null) return null;
  return isWritten(own.type) ? fieldText(fieldOf(own), own.default, 'UTC') : String(own.default);
}

/** The choices that can be the default; a new one gets its value from its label. */
function offeredOf(choices: readonly CustomChoice[]) {
  return choices
    .filter(({ label, is_active }) => is_active && label.trim() !== '')
    .map(({ value, label }) => ({ value: value || label.trim(), label }));
}

const inputsOf = (type: CustomType, choices: readonly CustomChoice[]) => ({
  default: (input: FieldInputProps) => <DefaultInput {...input} {...{ type, choices }} />,
});

interface DefaultProps extends FieldInputProps {
  type: CustomType;
  choices: readonly CustomChoice[];
}

function DefaultInput({ type, choices, required: _never, onChange, ...input }: DefaultProps) {
  if (type === 'date') return <DateInput {...input} onChange={onChange} />;
  if (isWritten(type))
    return (
      <TextInput
        {...input}
        autoComplete="off"
        onPaste={pasteLine}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  const offered = type === 'flag' ? yesNo : offeredOf(choices);
  const isOffered = offered.some(({ value }) => value === input.value);
  return (
    <NativeSelect
      {...input}
      value={isOffered ? input.value : ''}
      data={[{ value: '', label: 'None' }, ...offered]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** The default as it is sent; a text that is none is refused by the server, which says why. */
function defaultOf(own: CustomField, typed: string | null | undefined): CustomField['default'] {
  const text = typed?.trim() ?? '';
  if (text === '') return null;
  if (own.type === 'flag') return text === 'true';
  if (own.type === 'choice')
    return offeredOf(own.choices).some(({ value }) => value === text) ? text : null;
  const value = parseTyped(fieldOf(own), text);
  return typeof value === 'number' && Number.isNaN(value)
    ? text
    : (value as CustomField['default']);
}
