import { NativeSelect } from '@mantine/core';
import { shortened } from '~/kit/shared/fields/cut-text';
import type { RowError } from '../imports.fields';
import { columnNamed } from '../formats.rules';
import { fieldOf, unknownValues, withSource, withValue } from '../mapping-edits.rules';
import { plainText } from '../texts.rules';
import type { ValueLists } from './import-screens.client';
import type { FileColumn, MappingProps } from './map-columns.client';
import classes from './MapColumns.module.css';

interface Props extends MappingProps {
  column: FileColumn;
  refused: readonly RowError[];
  lists: ValueLists;
}

const others = ':others';
const longest = 60;
const flags = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

/** What becomes of values that a field does not take: for each of a list its value, for others whether the row is refused. */
export function ValueChoices({ column: { heading, texts }, refused, lists, ...given }: Props) {
  const { format, mapping, onChange } = given;
  const field = fieldOf(mapping, heading);
  const column = columnNamed(format, field);
  const source = mapping.fields[field ?? ''];
  if (!column || !source || source.part || source.columns?.[0] !== heading) return null;
  const { name, field: rule } = column;
  const { names = [], isOpen = false } = lists[name] ?? {};
  const listed = rule.kind === 'flag' ? flags : rule.choices;
  const choices = listed ?? names.map((each) => ({ value: each, label: each }));
  const late = refused.flatMap((each) => (each.field === name ? [each.value ?? ''] : []));
  const unknown =
    choices.length > 0 ? unknownValues({ ...column, names }, source, [...texts, ...late]) : [];
  if (unknown.length === 0 && late.length === 0 && !source.invalid) return null;
  const existing = new Map(
    Object.entries(source.values ?? {}).map(([text, value]) => [plainText(text), value]),
  );
  const rest = isOpen ? 'Create it' : source.invalid ? 'Leave the cell empty' : 'Refuse the row';
  const data = [
    { value: others, label: rest },
    ...(source.invalid ? [] : [{ value: '', label: 'Leave the cell empty' }]),
    ...choices.map(({ value, label }) => ({ value, label })),
  ];
  return (
    <fieldset className={classes.values}>
      <legend>{`Unknown values of ${rule.label}`}</legend>
      {unknown.map((text) => (
        <NativeSelect
          key={text}
          label={shortened(text, longest)}
          value={existing.get(plainText(text)) ?? others}
          data={data}
          onChange={(event) => {
            const { value } = event.currentTarget;
            onChange(withValue(mapping, name, { text, value: value === others ? null : value }));
          }}
        />
      ))}
      <NativeSelect
        label={`Values that ${rule.label} does not take`}
        value={source.invalid ?? ''}
        data={[
          { value: '', label: 'Refuse the row' },
          { value: 'empty', label: 'Leave the cell empty' },
        ]}
        onChange={(event) => {
          const invalid = event.currentTarget.value === 'empty' ? ('empty' as const) : undefined;
          onChange(withSource(mapping, name, { invalid }));
        }}
      />
    </fieldset>
  );
}
