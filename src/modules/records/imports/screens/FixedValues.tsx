import { NativeSelect, TextInput } from '@mantine/core';
import { RemoveButton } from '~/kit/ui/elements/RemoveButton';
import { Panel } from '~/kit/ui/elements/Panel';
import type { CsvColumn } from '../formats.rules';
import { withFixed, withValue } from '../mapping-edits.rules';
import type { ValueLists } from './import-screens.client';
import type { MappingProps } from './map-columns.client';
import classes from './MapColumns.module.css';

interface Props extends MappingProps {
  lists: ValueLists;
}

/** Fields that have the same value in each row of the file, or in each row where their cells are empty. */
export function FixedValues({ format, mapping, onChange, lists }: Props) {
  const change = (name: string, text: string | null) => {
    const hasColumns = mapping.fields[name]?.columns !== undefined;
    const next = hasColumns
      ? withValue(mapping, name, { text: '', value: text })
      : withFixed(mapping, name, text);
    onChange(next);
  };
  const fixed = format.columns.flatMap((column) => {
    const { fixed: always, values } = mapping.fields[column.name] ?? {};
    const text = always ?? values?.[''];
    return text === undefined ? [] : [{ column, text, where: whereOf(mapping, column) }];
  });
  const free = format.columns.filter(
    ({ name }) => name !== format.key && !fixed.some(({ column }) => column.name === name),
  );
  return (
    <>
      {fixed.length > 0 ? (
        <ul className={classes.columns}>
          {fixed.map(({ column, text, where }) => (
            <Panel as="li" key={column.name} className={classes.fixed}>
              <FixedValue
                column={column}
                label={`${column.field.label}, ${where}`}
                text={text}
                names={lists[column.name]}
                onChange={(value) => change(column.name, value)}
              />
              <RemoveButton
                label={`Remove the fixed value of ${column.field.label}`}
                onRemove={() => change(column.name, null)}
              />
            </Panel>
          ))}
        </ul>
      ) : null}
      <NativeSelect
        label="Set a field in all rows or in empty cells"
        value=""
        data={[
          { value: '', label: 'Choose a field' },
          ...free.map((column) => {
            const { name, field } = column;
            const isMapped = mapping.fields[name] !== undefined;
            const where = isMapped ? `, ${whereOf(mapping, column)}` : '';
            return { value: name, label: `${field.label}${where}` };
          }),
        ]}
        onChange={(event) => {
          const { value } = event.currentTarget;
          if (value !== '') change(value, '');
        }}
      />
    </>
  );
}

function whereOf({ fields }: MappingProps['mapping'], { name }: CsvColumn): string {
  return fields[name]?.columns ? 'where empty' : 'in all rows';
}

interface ValueProps {
  column: CsvColumn;
  label: string;
  text: string;
  names: ValueLists[string] | undefined;
  onChange: (text: string) => void;
}

const flags = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

function FixedValue({ column: { field }, label, text, names, onChange }: ValueProps) {
  // A value that is not in an open list is created.
  const listed = names?.isOpen
    ? undefined
    : names?.names.map((name) => ({ value: name, label: name }));
  const choices = field.kind === 'flag' ? flags : (field.choices ?? listed);
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
