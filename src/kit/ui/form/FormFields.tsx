import type { ReactNode } from 'react';
import type { Fields } from '~/kit/shared/fields/fields';
import { FieldInput, type FieldInputProps, type InputChoice, type InputNote } from './FieldInput';
import { fieldOf, mustFill } from './formValues';
import type { RecordForm } from './useRecordForm';
import { FormGrid, FormSection } from './FormParts';

export interface FormSection<Name extends string = string> {
  title: string;
  names: readonly Name[];
  /** Those that take a whole line. */
  wide?: readonly Name[];
}

export interface FormFieldsProps {
  form: RecordForm;
  fields: Fields;
  sections: readonly FormSection[];
  required?: readonly string[];
  choices?: Readonly<Record<string, readonly InputChoice[] | undefined>>;
  inputs?: Readonly<Record<string, ((props: FieldInputProps) => ReactNode) | undefined>>;
  locked?: Readonly<Record<string, string | undefined>>;
  notes?: Readonly<Record<string, InputNote | undefined>>;
  disabled?: readonly string[];
  /** Others are above it. */
  isFurther?: boolean;
}

export function FormFields({ form, fields, sections, required = [], ...props }: FormFieldsProps) {
  const first = props.isFurther ? undefined : sections[0]?.names[0];
  return sections.map((section) => (
    <FormSection key={section.title}>
      {section.title ? <legend>{section.title}</legend> : null}
      <FormGrid>
        {section.names.map((name) => (
          <FieldInput
            key={name}
            id={form.inputId(name)}
            name={name}
            field={fieldOf(fields, name)}
            value={form.typed[name] ?? ''}
            error={form.errors[name]}
            required={mustFill({ fields, required }, name)}
            choices={props.choices?.[name]}
            render={props.inputs?.[name]}
            locked={props.locked?.[name]}
            disabled={props.disabled?.includes(name)}
            note={props.notes?.[name]?.text}
            isDoubt={props.notes?.[name]?.isDoubt}
            autoFocus={name === first}
            wide={section.wide?.includes(name) ?? false}
            onChange={form.change}
            onBlur={form.leave}
          />
        ))}
      </FormGrid>
    </FormSection>
  ));
}
