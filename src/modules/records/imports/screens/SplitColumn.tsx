import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { fieldOf, withColumn, withSplit } from '../mapping-edits.rules';
import { type FileColumn, fieldChoices, type MappingProps } from './map-columns.client';
import classes from './MapColumns.module.css';

const cuts = [
  { value: ',', label: 'the first comma' },
  { value: ' ', label: 'the first space' },
  { value: '-', label: 'the first hyphen' },
  { value: '/', label: 'the first slash' },
  { value: ';', label: 'the first semicolon' },
  { value: ':', label: 'the first colon' },
  { value: '\n', label: 'the first line break' },
];

interface Props extends MappingProps {
  column: FileColumn;
  onEnd: () => void;
}

/** A column that is cut in two, with the field of each part. */
export function SplitColumn({ column, onEnd, format, mapping, onChange }: Props) {
  const { heading, texts } = column;
  const part = Object.values(mapping.fields).find(
    (source) => source.part && source.columns?.includes(heading),
  );
  const [cut, setCut] = useState(() => part?.separator ?? likelyCut(texts));
  const first = fieldOf(mapping, heading);
  const now = { first, rest: fieldOf(mapping, heading, true), separator: cut };
  const change = (patch: Partial<typeof now>) =>
    onChange(withSplit(mapping, heading, { ...now, ...patch }));
  const data = [
    { value: '', label: 'Leave out' },
    ...fieldChoices(format, mapping, [now.first, now.rest]).map((choice) => ({
      ...choice,
      // A part is not joined with another column.
      disabled: choice.disabled || (choice.value in mapping.fields && !isOwn(now, choice.value)),
    })),
  ];
  const end = () => {
    onChange(withColumn(mapping, heading, now.first));
    onEnd();
  };
  return (
    <>
      <NativeSelect
        label={`${heading}, first part`}
        value={now.first ?? ''}
        data={data.filter(({ value }) => value === '' || value !== now.rest)}
        onChange={(event) => change({ first: event.currentTarget.value || null })}
      />
      <div className={classes.split}>
        <NativeSelect
          label="Cut at"
          value={cut}
          data={cuts}
          onChange={(event) => {
            setCut(event.currentTarget.value);
            change({ separator: event.currentTarget.value });
          }}
        />
        <NativeSelect
          label={`${heading}, the rest`}
          value={now.rest ?? ''}
          data={data.filter(({ value }) => value === '' || value !== now.first)}
          onChange={(event) => change({ rest: event.currentTarget.value || null })}
        />
        <Button variant="default" onClick={end}>
          Do Not Split
        </Button>
      </div>
    </>
  );
}

function isOwn({ first, rest }: { first: string | null; rest: string | null }, name: string) {
  return first === name || rest === name;
}

/** The first cut that most of the values have. */
function likelyCut(texts: readonly string[]): string {
  const found = cuts.find(
    ({ value }) => texts.filter((text) => text.includes(value)).length * 2 > texts.length,
  );
  return found?.value ?? ',';
}
