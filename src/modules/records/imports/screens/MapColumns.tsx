import { NativeSelect } from '@mantine/core';
import { useMemo } from 'react';
import { shortened } from '~/kit/shared/fields/cut-text';
import { SoftText } from '~/kit/ui/elements/SoftText';
import { mostHeadingRows } from '../heading-row.rules';
import type { FileHead } from './file-heads.client';
import { FixedValues } from './FixedValues';
import type { ImportProps } from './imports.client';
import { columnsOf } from './map-columns.client';
import { MappedColumn } from './MappedColumn';
import { EncodingChoice, MappingOptions } from './MappingOptions';
import classes from './MapColumns.module.css';

/** Each column of the file with its first values and the field that it goes to (docs/product/imports.md#dialog). */
export function MapColumns({ screen: { format }, work }: ImportProps) {
  const { head, mapping, refused } = work.state;
  const columns = useMemo(() => (head ? columnsOf(head) : []), [head]);
  if (!head || !mapping) return null;
  const shared = { format, mapping, onChange: work.setMapping };
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
      <EncodingChoice head={head} onChoose={work.chooseEncoding} />
      <ul className={classes.columns}>
        {columns.map((column) => (
          <MappedColumn key={column.at} column={column} refused={refused} {...shared} />
        ))}
      </ul>
      <FixedValues {...shared} />
      <MappingOptions head={head} {...shared} />
    </>
  );
}

const longestRow = 40;

/** The first rows by their line and their cells. */
function headingChoices({ all }: FileHead) {
  return all.slice(0, mostHeadingRows).map(({ line, cells }, at) => {
    const texts = cells.filter((cell) => cell.trim() !== '').join(', ');
    return { value: String(at), label: shortened(`Line ${line}: ${texts}`, longestRow) };
  });
}
