import type { Fields } from '~/kit/shared/fields/fields';
import { fixedOwn } from '~/kit/shared/fields/typed-own';
import { ownTitle, useOwnFields } from '~/kit/ui/calls/own-fields';
import { FieldInput } from '~/kit/ui/form/FieldInput';
import { FormGrid, FormSection } from '~/kit/ui/form/FormParts';

interface Form {
  typed: object;
  change: (values: never) => void;
  errorOf: (name: string) => string | true | null;
  leave: (name: string) => void;
}

interface Props {
  form: Form;
  fields: Fields;
  /** Those that it printed are fixed. */
  issued?: object | null;
}

/** The inputs of a document's own fields, last in its form (docs/product/custom-fields.md#screen). */
export function OwnInputs({ form, fields, issued = null }: Props) {
  const all = useOwnFields(fields);
  const own = Object.entries(all);
  if (own.length === 0) return null;
  const fixed = fixedOwn(all, issued);
  const { change, leave, errorOf } = form;
  const typed = form.typed as Readonly<Record<string, string | undefined>>;
  return (
    <FormSection>
      <legend>{ownTitle}</legend>
      <FormGrid>
        {own.map(([name, field]) => (
          <FieldInput
            key={name}
            id={`own-${name}`}
            name={name}
            field={field}
            value={typed[name] ?? ''}
            error={errorOf(name)}
            disabled={fixed.includes(name)}
            required={field.required && field.kind !== 'flag'}
            autoFocus={false}
            wide={false}
            onChange={(_, text) => change({ [name]: text } as never)}
            onBlur={() => leave(name)}
          />
        ))}
      </FormGrid>
    </FormSection>
  );
}
