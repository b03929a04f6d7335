import { useMemo } from 'react';
import { fieldText } from '~/kit/shared/fields/field-text';
import { Panel } from '~/kit/ui/elements/Panel';
import { rowCheck } from '../csv-files.rules';
import { type CsvColumn, type Mapping, readHeading } from '../headings.rules';
import type { ImportAnswer } from '../imports.fields';
import type { FileHead } from './file-heads.client';
import type { ImportScreen } from './import-screens.client';
import type { ImportState } from './import-sending.client';
import classes from './ImportDialog.module.css';

const mostShown = 8;

interface Props {
  screen: ImportScreen;
  state: ImportState;
}

/** The first rows as they will be; those that are refused stand apart, with their reasons. */
export function PreviewRows({ screen, state: { head, mapping, answer } }: Props) {
  const shown = useMemo(
    () => (head ? previewOf(screen, head, mapping ?? {}, answer) : null),
    [screen, head, mapping, answer],
  );
  if (!shown || shown.rows.length === 0) return null;
  return (
    <section aria-label="First rows">
      <h4 className={classes.heading}>Preview of the first rows</h4>
      <Panel
        className={classes.refusedScroll}
        as="div"
        tabIndex={0}
        role="group"
        aria-label="First rows, table"
      >
        <table>
          <thead>
            <tr>
              <th scope="col">Row</th>
              {shown.columns.map(({ name, field }) => (
                <th scope="col" key={name}>
                  {field.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.rows.map(({ line, cells }) => (
              <tr key={line}>
                <td>{line}</td>
                {cells.map((cell, at) => (
                  <td key={shown.columns[at]?.name}>{cell === '' ? '–' : cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Panel>
    </section>
  );
}

function previewOf(
  { format }: ImportScreen,
  head: FileHead,
  mapping: Mapping,
  answer: ImportAnswer | null,
) {
  const refused = new Set(answer?.errors.map(({ row }) => row));
  const heading = readHeading(head.header, format, mapping);
  const check = rowCheck(heading, format);
  const columns = heading.columns.flatMap(
    ({ name }) => format.columns.find((column) => column.name === name) ?? [],
  );
  const rows = head.rows.flatMap((row) => {
    const checked = check(row);
    if (refused.has(row.line) || Array.isArray(checked)) return [];
    return [
      { line: row.line, cells: checked.values.map((value, at) => textOf(columns[at], value)) },
    ];
  });
  return { columns, rows: rows.slice(0, mostShown) };
}

function textOf(column: CsvColumn | undefined, value: unknown): string {
  return column ? fieldText(column.field, value, 'UTC') : '';
}
