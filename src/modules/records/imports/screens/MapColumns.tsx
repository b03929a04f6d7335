import { NativeSelect } from '@mantine/core';
import { Panel } from '~/kit/ui/elements/Panel';
import { SoftText } from '~/kit/ui/elements/SoftText';
import type { CsvFormat } from '../formats.rules';
import { mostHeadingRows } from '../heading-row.rules';
import type { Mapping } from '../mapping.rules';
import { fieldOf, withColumn } from '../mapping-edits.rules';
import type { FileHead } from './file-heads.client';
import type { ImportScreen } from './import-screens.client';
import type { Import } from './imports.client';
import classes from './MapColumns.module.css';

interface Props {
  screen: ImportScreen;
  work: Import;
}

/** Each column of the file with its first values and the field that it goes to (docs/product/imports.md#dialog). */
export function MapColumns({ screen: { format }, work }: Props) {
  const { head, mapping } = work.state;
  if (!head || !mapping) return null;
  return (
    <>
      <SoftText>
        Choose a field for each column. Your choices are remembered for files with the same columns.
      </SoftText>
      <NativeSelect
        label="Row of headings"
        value={head.all.indexOf(head.header)}
        data={headingChoices(head)}
        onChange={(event) => work.chooseHeading(Number(event.currentTarget.value))}
      />
      <ul className={classes.columns}>
        {columnsOf(head).map(({ heading, at, samples }) => (
          <Panel as="li" key={at} className={classes.column}>
            <SoftText as="div" small className={classes.samples}>
              {samples === '' ? 'No values in the first rows' : samples}
            </SoftText>
            {heading === '' ? (
              <SoftText as="div">{`Column ${at + 1} has no name and is ignored`}</SoftText>
            ) : (
              <NativeSelect
                label={heading}
                value={fieldOf(mapping, heading) ?? ''}
                data={choicesOf(format, mapping, heading)}
                onChange={(event) =>
                  work.setMapping(withColumn(mapping, heading, event.currentTarget.value || null))
                }
              />
            )}
          </Panel>
        ))}
      </ul>
    </>
  );
}

/** The first rows by their line, with what stands in them. */
function headingChoices({ all }: FileHead) {
  return all.slice(0, mostHeadingRows).map(({ line, cells }, at) => ({
    value: String(at),
    label: shortened(`Line ${line}: ${cells.filter((cell) => cell.trim() !== '').join(', ')}`, 80),
  }));
}

const mostSamples = 3;

/** A name that stands there twice is one choice. */
function columnsOf({ headings, rows }: FileHead) {
  return headings.flatMap((heading, at) => {
    if (heading !== '' && headings.indexOf(heading) !== at) return [];
    const values = rows.map(({ cells }) => (cells[at] ?? '').trim()).filter((cell) => cell !== '');
    const samples = [...new Set(values)]
      .slice(0, mostSamples)
      .map((value) => shortened(value))
      .join(' · ');
    return [{ heading, at, samples }];
  });
}

const longestSample = 40;

function shortened(text: string, longest = longestSample): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

function choicesOf({ columns, key, isKeyNeeded }: CsvFormat, mapping: Mapping, heading: string) {
  const isTaken = (name: string) => name in mapping.fields && fieldOf(mapping, heading) !== name;
  const isNeeded = (name: string, required: boolean) => required || (isKeyNeeded && name === key);
  return [
    { value: '', label: 'Leave out' },
    ...columns.map(({ name, field, initial }) => ({
      value: name,
      label: `${field.label}${isNeeded(name, field.required && initial === undefined) ? ' *' : ''}`,
      disabled: isTaken(name),
    })),
  ];
}

/** Why nothing can be read with this mapping, or null. */
export function mappingProblem(
  { columns, key, isKeyNeeded }: CsvFormat,
  mapping: Mapping | null,
): string | null {
  const taken = Object.keys(mapping?.fields ?? {});
  if (taken.length === 0) return 'Choose a field for at least one column';
  if (!isKeyNeeded || taken.includes(key)) return null;
  const label = columns.find(({ name }) => name === key)?.field.label ?? key;
  return `Choose the column for ${label}. It identifies each row.`;
}
