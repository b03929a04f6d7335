import { NativeSelect, TextInput } from '@mantine/core';
import { RemoveButton } from '~/kit/ui/elements/RemoveButton';
import { Panel } from '~/kit/ui/elements/Panel';
import type { CsvColumn } from '../formats.rules';
import { withFixed } from '../mapping-edits.rules';
import type { MappingProps } from './map-columns.client';
import classes from './MapColumns.module.css';

/** Fields that have the same value in each row of the file. */
export function FixedValues({ format, mapping, onChange }: MappingProps) {
  const fixed = format.columns.flatMap((column) => {
    const text = mapping.fields[column.name]?.fixed;
    return text === undefined ? [] : [{ column, text }];
  });
  const free = format.columns.filter(
    ({ name }) => name !== format.key && !(name in mapping.fields),
  );
  return (
    <>
      {fixed.length > 0 ? (
        <ul className={classes.columns}>
          {fixed.map(({ column, text }) => (
            <Panel as="li" key={column.name} className={classes.fixed}>
              <FixedValue
                column={column}
                text={text}
                onChange={(value) => onChange(withFixed(mapping, column.name, value))}
              />
              <RemoveButton
                label={`Remove the fixed value of ${column.field.label}`}
                onRemove={() => onChange(withFixed(mapping, column.name, null))}
              />
            </Panel>
          ))}
        </ul>
      ) : null}
      <NativeSelect
        label="Set a field in all rows"
        value=""
        data={[
          { value: '', label: 'Choose a field' },
          ...free.map(({ name, field }) => ({ value: name, label: field.label })),
        ]}
        onChange={(event) => {
          const { value } = event.currentTarget;
          if (value !== '') onChange(withFixed(mapping, value, ''));
        }}
      />
    </>
  );
}

interface ValueProps {
  column: CsvColumn;
  text: string;
  onChange: (text: string) => void;
}

const flags = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

function FixedValue({ column: { field }, text, onChange }: ValueProps) {
  const label = `${field.label}, in all rows`;
  const choices = field.kind === 'flag' ? flags : field.choices;
  if (!choices) {
    return (
      <TextInput
        label={label}
        value={text}
        maxLength={1000}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  const data = choices.map((choice) => ({ value: choice.value, label: choice.label }));
  return (
    <NativeSelect
      label={label}
      value={text}
      data={[{ value: '', label: 'Choose a value' }, ...data]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
