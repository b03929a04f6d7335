import { useMemo } from 'react';
import { fieldText } from '~/kit/shared/fields/field-text';
import { readHeading } from '../heading.rules';
import type { Mapping } from '../mapping.rules';
import { rowCheck } from '../rows.rules';
import type { ImportResponse } from '../imports.fields';
import type { FileHead } from './file-heads.client';
import type { ImportScreen } from './import-screens.client';
import type { ImportProps } from './imports.client';
import { RowsTable } from './RowsTable';
import classes from './ImportDialog.module.css';

const mostShown = 8;
const mostRead = 20;

/** The first rows as they will be; refused rows are listed separately, with their reasons. */
export function PreviewRows({ screen, work }: ImportProps) {
  const { head, mapping, response } = work.state;
  const shown = useMemo(
    () => (head ? previewOf(screen, head, mapping, response) : null),
    [screen, head, mapping, response],
  );
  if (!shown || shown.rows.length === 0) return null;
  return (
    <section className={classes.part} aria-label="First rows">
      <h4 className={classes.heading}>The first rows as they will be</h4>
      <RowsTable
        label="First rows, table"
        headings={['Row', ...shown.columns.map(({ field }) => field.label)]}
        rows={shown.rows}
      />
    </section>
  );
}

function previewOf(
  { format }: ImportScreen,
  head: FileHead,
  mapping: Mapping | null,
  response: ImportResponse | null,
) {
  const refused = new Set(response?.errors.map(({ row }) => row));
  const heading = readHeading(head.header, format, mapping, { isSheet: head.detected === null });
  const check = rowCheck(heading);
  const { columns } = heading;
  const rows = head.rows.slice(0, mostRead).flatMap((row) => {
    const checked = check(row);
    if (refused.has(row.line) || checked === null || Array.isArray(checked)) return [];
    const { line, values } = checked;
    const cells = columns.map(({ name, field }) => fieldText(field, values[name], 'UTC') || '–');
    return [{ key: line, cells: [line, ...cells] }];
  });
  return { columns, rows: rows.slice(0, mostShown) };
}
