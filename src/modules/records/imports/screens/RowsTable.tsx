import { Panel } from '~/kit/ui/elements/Panel';
import { TableHead } from '~/kit/ui/elements/TableHead';
import classes from './ImportDialog.module.css';

interface Props {
  label: string;
  headings: readonly string[];
  rows: readonly { key: string | number; cells: readonly (string | number)[] }[];
}

/** Rows of a file, which scroll within the dialog. */
export function RowsTable({ label, headings, rows }: Props) {
  return (
    <Panel className={classes.rows} as="div" tabIndex={0} role="group" aria-label={label}>
      <table>
        <TableHead titles={headings} />
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, at) => (
                <td key={headings[at]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
