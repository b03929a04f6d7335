import { NativeSelect } from '@mantine/core';
import { shortened } from '~/kit/shared/fields/cut-text';
import { columnNamed } from '../formats.rules';
import { plainText } from '../texts.rules';
import type { RowError } from '../imports.fields';
import { fieldOf, unknownValues, withValue } from '../mapping-edits.rules';
import type { FileColumn, MappingProps } from './map-columns.client';
import classes from './MapColumns.module.css';

interface Props extends MappingProps {
  column: FileColumn;
  refused: readonly RowError[];
}

const refuse = ':refuse';
const longest = 60;

/** For a column that goes to a choice: the choice for each text that does not name one. */
export function ValueChoices({ column: { heading, texts }, refused, ...given }: Props) {
  const { format, mapping, onChange } = given;
  const field = fieldOf(mapping, heading);
  const column = columnNamed(format, field);
  const source = mapping.fields[field ?? ''];
  if (field === null || !column?.field.choices || !source || source.part) return null;
  const late = refused.flatMap((each) => (each.field === field ? [each.value ?? ''] : []));
  const unknown = unknownValues(column, source, [...texts, ...late]);
  if (unknown.length === 0) return null;
  const { label, choices, required } = column.field;
  const existing = new Map(
    Object.entries(source.values ?? {}).map(([text, value]) => [plainText(text), value]),
  );
  const data = [
    { value: refuse, label: 'Refuse the row' },
    ...(required && column.initial === undefined ? [] : [{ value: '', label: 'Leave empty' }]),
    ...choices.map((choice) => ({ value: choice.value, label: choice.label })),
  ];
  return (
    <fieldset className={classes.values}>
      <legend>{`Unknown values of ${label}`}</legend>
      {unknown.map((text) => (
        <NativeSelect
          key={text}
          label={shortened(text, longest)}
          value={existing.get(plainText(text)) ?? refuse}
          data={data}
          onChange={(event) => {
            const { value } = event.currentTarget;
            onChange(withValue(mapping, field, { text, value: value === refuse ? null : value }));
          }}
        />
      ))}
    </fieldset>
  );
}
