import type { Fields } from '~/kit/shared/fields/fields';
import { ownTitle, useOwnFields } from '~/kit/ui/data/own-fields';
import { FieldInput } from '~/kit/ui/form/FieldInput';
import { FormGrid, FormSection } from '~/kit/ui/form/FormParts';

interface Form {
  typed: object;
  change: (values: never) => void;
  errorOf: (name: string) => string | true | null;
  leave: (name: string) => void;
}

/** The inputs of a document's own fields, last in its form (docs/product/custom-fields.md#screen). */
export function OwnInputs({ form, fields }: { form: Form; fields: Fields }) {
  const own = Object.entries(useOwnFields(fields));
  if (own.length === 0) return null;
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
