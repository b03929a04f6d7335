import { Checkbox, NativeSelect } from '@mantine/core';
import { useMemo } from 'react';
import { shortened } from '~/kit/shared/fields/cut-text';
import { SoftText } from '~/kit/ui/elements/SoftText';
import { programOf, programText } from '../formats.rules';
import { headingRow, mostHeadingRows } from '../heading-row.rules';
import type { FileHead } from './file-heads.client';
import { FixedValues } from './FixedValues';
import type { ImportProps } from './imports.client';
import { columnsOf, hasRepeats } from './map-columns.client';
import { MappedColumn } from './MappedColumn';
import { EncodingChoice, MappingOptions } from './MappingOptions';
import classes from './MapColumns.module.css';

/** Each column of the file with its first values and the field that it goes to (docs/product/imports.md#dialog). */
export function MapColumns({ screen, work }: ImportProps) {
  const { format, useLists = useNoLists } = screen;
  const lists = useLists();
  const { head, mapping, refused } = work.state;
  const columns = useMemo(() => (head ? columnsOf(head) : []), [head]);
  if (!head || !mapping) return null;
  const shared = { format, mapping, onChange: work.setMapping };
  const program = programText(programOf(head.header.cells, format));
  return (
    <>
      {program === null ? null : <p className={classes.program}>{program}.</p>}
      <SoftText>
        Choose a field for each column. Your choices are remembered for files with the same columns.
      </SoftText>
      {head.sheet !== null && head.sheets.length > 1 ? (
        <NativeSelect
          label="Sheet"
          value={head.sheet}
          data={[...head.sheets]}
          onChange={(event) => work.chooseSheet(event.currentTarget.value)}
        />
      ) : null}
      <NativeSelect
        label="Row of headings"
        value={head.at}
        data={headingChoices(head)}
        onChange={(event) => work.chooseHeading(Number(event.currentTarget.value))}
      />
      <EncodingChoice head={head} onChoose={work.chooseEncoding} />
      <ul className={classes.columns}>
        {columns.map((column) => (
          <MappedColumn
            key={column.at}
            column={column}
            refused={refused}
            lists={lists}
            {...shared}
          />
        ))}
      </ul>
      <FixedValues lists={lists} {...shared} />
      <MappingOptions head={head} {...shared} />
      <CompanyChoice screen={screen} work={work} />
    </>
  );
}

/** Whether one record is made of the rows of a company; only for a file that has such rows. */
function CompanyChoice({ screen: { format, onePerCompany }, work }: ImportProps) {
  const { head, mapping, ...state } = work.state;
  const isOffered = useMemo(() => {
    if (!onePerCompany || !head || !mapping) return false;
    return hasRepeats(head, format, { mapping, field: onePerCompany.field });
  }, [onePerCompany, head, format, mapping]);
  if (!onePerCompany || !(isOffered || state.hasRepeats || state.onePerCompany)) return null;
  return (
    <Checkbox
      label={onePerCompany.label}
      checked={state.onePerCompany}
      onChange={(event) => work.setOnePerCompany(event.currentTarget.checked)}
    />
  );
}

const noLists = {};

function useNoLists() {
  return noLists;
}

const longestRow = 40;

/** The first rows by their line and their cells; two rows where the lower one continues the headings. */
function headingChoices({ all }: FileHead) {
  return all.slice(0, mostHeadingRows).map(({ line }, at) => {
    const { header, next } = headingRow(all, at) ?? {};
    const texts = header?.cells.filter((cell) => cell.trim() !== '').join(', ');
    const lines = next === at + 2 ? `Lines ${line} and ${line + 1}` : `Line ${line}`;
    return { value: String(at), label: shortened(`${lines}: ${texts}`, longestRow) };
  });
}
