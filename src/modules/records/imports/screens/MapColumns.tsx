import { Checkbox, NativeSelect } from '@mantine/core';
import { useMemo, useState } from 'react';
import { customName } from '~/kit/shared/fields/custom';
import { useSession } from '~/modules/organization/users/sessions/screens/session.client';
import { customKinds } from '~/modules/records/custom-fields/custom-fields.fields';
import { fieldOf } from '~/modules/records/custom-fields/custom-fields.rules';
import { useCustomFields } from '~/modules/records/custom-fields/screens/custom-fields.client';
import { CustomFieldForm } from '~/modules/records/custom-fields/screens/CustomFieldForm';
import { withAlternative } from '../mapping-edits.rules';
import { shortened } from '~/kit/shared/fields/cut-text';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { programOf, programText } from '../formats.rules';
import { headingRow, mostHeadingRows } from '../heading-row.rules';
import { likelyField } from '../new-field.rules';
import type { FileHead } from './file-heads.client';
import { FixedValues } from './FixedValues';
import type { ImportProps } from './imports.client';
import { columnsOf, type FileColumn, hasRepeats } from './map-columns.client';
import { MappedColumn } from './MappedColumn';
import { EncodingChoice, MappingOptions } from './MappingOptions';
import classes from './MapColumns.module.css';

/** Each column of the file with its first values and the field that it goes to (docs/product/imports.md#dialog). */
export function MapColumns({ screen, work }: ImportProps) {
  const { format, useLists = useNoLists } = screen;
  const lists = useLists();
  const { head, mapping, refused } = work.state;
  const columns = useMemo(() => (head ? columnsOf(head) : []), [head]);
  const own = useNewField(screen, work);
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
            onNewField={own.begin}
            {...shared}
          />
        ))}
      </ul>
      <FixedValues lists={lists} {...shared} />
      <MappingOptions head={head} {...shared} />
      <CompanyChoice screen={screen} work={work} />
      {own.form}
    </>
  );
}

/** A field of the company's own for a column of the file, made while its columns are mapped. */
function useNewField({ subject }: ImportProps['screen'], work: ImportProps['work']) {
  const fields = useCustomFields();
  const isAdmin = useSession().role === 'admin';
  const [column, setColumn] = useState<FileColumn | null>(null);
  const preset = useMemo(() => column && likelyField(column), [column]);
  const kind = customKinds.find((each) => each === subject);
  if (!isAdmin || kind === undefined || kind === 'invoices') return { begin: null, form: null };
  const { mapping } = work.state;
  const form =
    column && preset && mapping ? (
      <CustomFieldForm
        fields={fields}
        kind={kind}
        subject="new"
        preset={preset}
        onCreated={(created) => {
          const field = { name: customName(created.key), field: fieldOf(created) };
          work.setMapping(withAlternative(mapping, column.heading, field));
        }}
        onClose={() => setColumn(null)}
      />
    ) : null;
  return { begin: setColumn, form };
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
