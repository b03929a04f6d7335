import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { Panel } from '~/kit/ui/elements/Panel';
import { SoftText } from '~/kit/ui/theme/SoftText';
import type { RowError } from '../imports.fields';
import { columnNamed } from '../formats.rules';
import { fieldOf, withAlternative, withColumn, withSource } from '../mapping-edits.rules';
import { canJoin } from '../mapping.rules';
import type { ValueLists } from './import-screens.client';
import {
  type FileColumn,
  fieldChoices,
  joinedColumns,
  type MappingProps,
} from './map-columns.client';
import { SplitColumn } from './SplitColumn';
import { ValueChoices } from './ValueChoices';
import classes from './MapColumns.module.css';

interface Props extends MappingProps {
  column: FileColumn;
  /** The problems that the preview has found. */
  refused: readonly RowError[];
  lists: ValueLists;
  /** Makes a field for the column; for administrators. */
  onNewField: ((column: FileColumn) => void) | null;
}

const toOwn = ':own';
const toSplit = ':split';

export function MappedColumn({ column, refused, lists, onNewField, ...given }: Props) {
  const { format, mapping, onChange } = given;
  const { heading, samples } = column;
  const field = fieldOf(mapping, heading);
  const [isChosen, setChosen] = useState(false);
  const hasParts = Object.values(mapping.fields).some(
    ({ part, columns }) => part && columns?.includes(heading),
  );
  const choose = (value: string) => {
    if (value === toOwn) return onNewField?.(column);
    const chosen = columnNamed(format, value);
    if (chosen) return onChange(withAlternative(mapping, heading, chosen));
    if (value !== toSplit) return onChange(withColumn(mapping, heading, null));
    setChosen(true);
    const { columns = [] } = mapping.fields[field ?? ''] ?? {};
    // A part would take the place of the columns that it was joined with.
    if (columns.length > 1) onChange(withColumn(mapping, heading, null));
  };
  return (
    <Panel as="li" className={classes.column}>
      <SoftText as="div" small className={classes.samples}>
        {samples === '' ? 'No values in the first rows' : samples}
      </SoftText>
      {isChosen || hasParts ? (
        <SplitColumn column={column} onEnd={() => setChosen(false)} {...given} />
      ) : (
        <NativeSelect
          label={heading}
          value={field ?? ''}
          data={[
            { value: '', label: 'Leave out' },
            ...fieldChoices(format, mapping, [field]),
            { value: toSplit, label: 'Split into two fields' },
            ...(onNewField ? [{ value: toOwn, label: 'New custom field…' }] : []),
          ]}
          onChange={(event) => choose(event.currentTarget.value)}
        />
      )}
      <Separator heading={heading} {...given} />
      <ValueChoices column={column} refused={refused} lists={lists} {...given} />
    </Panel>
  );
}

const separators = [
  { value: ' ', label: 'a space' },
  { value: ', ', label: 'a comma' },
  { value: ' - ', label: 'a hyphen' },
  { value: '\n', label: 'a line break' },
  { value: '', label: 'nothing' },
];

const firstFilled = ':first';

/** With the first of joined columns: the choice of the text between them. */
function Separator({ heading, format, mapping, onChange }: MappingProps & { heading: string }) {
  const field = fieldOf(mapping, heading);
  const joined = joinedColumns(mapping, heading);
  const column = columnNamed(format, field);
  if (!column || !joined) return null;
  const { pick, separator = ' ' } = mapping.fields[column.name] ?? {};
  const alone = { value: firstFilled, label: 'no other: the first filled one counts' };
  return (
    <NativeSelect
      className={classes.detail}
      label={`${joined.join(' + ')}: joined with`}
      value={pick ? firstFilled : separator}
      data={canJoin(column.field) ? [alone, ...separators] : [alone]}
      onChange={(event) => {
        const { value } = event.currentTarget;
        const isFirst = value === firstFilled;
        const joining = isFirst
          ? { pick: 'first_filled' as const }
          : { pick: undefined, separator: value };
        onChange(withSource(mapping, column.name, joining));
      }}
    />
  );
}
