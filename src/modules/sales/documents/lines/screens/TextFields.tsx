import { Textarea } from '@mantine/core';
import { memo } from 'react';
import type { Field } from '~/kit/shared/fields/fields';
import { FormField, FormGrid } from '~/kit/ui/form/FormParts';
import classes from './TextFields.module.css';

interface Form<Name extends string> {
  typed: Readonly<Record<Name, string>>;
  change: (values: Partial<Record<Name, string>>) => void;
  errorOf: (name: string) => string | true | null;
  leave: (name: string) => void;
}

interface Props<Name extends string> {
  form: Form<Name>;
  fields: Readonly<Record<Name, Pick<Field, 'label'>>>;
  names: readonly Name[];
  /** Where the form says more than the column's heading. */
  labels?: Partial<Record<Name, string>>;
  locked?: readonly Name[];
}

/** The texts of a document, below its sums. */
export function TextFields<Name extends string>(props: Props<Name>) {
  const { form, fields, names, labels, locked } = props;
  const { change, leave } = form;
  return (
    <FormGrid className={classes.texts}>
      {names.map((name) => (
        <TextField
          key={name}
          name={name}
          label={labels?.[name] ?? fields[name].label}
          value={form.typed[name]}
          error={form.errorOf(name)}
          readOnly={locked?.includes(name) ?? false}
          change={change as (values: Record<string, string>) => void}
          leave={leave}
        />
      ))}
    </FormGrid>
  );
}

interface FieldProps {
  name: string;
  label: string;
  value: string;
  error: string | true | null;
  readOnly: boolean;
  change: (values: Record<string, string>) => void;
  leave: (name: string) => void;
}

/** Drawn only when it changes: it measures its height whenever it is drawn. */
const TextField = memo(function TextField({ name, label, change, leave, ...shown }: FieldProps) {
  return (
    <FormField>
      <Textarea
        {...shown}
        autosize
        minRows={2}
        maxRows={8}
        label={label}
        onBlur={() => leave(name)}
        onChange={(event) => change({ [name]: event.currentTarget.value })}
      />
    </FormField>
  );
});
