import type { ReactNode } from 'react';
import { Panel } from '~/kit/ui/elements/Panel';
import { TableHead } from '~/kit/ui/elements/TableHead';
import classes from './ImportDialog.module.css';

interface Props {
  label: string;
  headings: readonly string[];
  /** Table rows. */
  children: ReactNode;
}

/** Rows of a file, which scroll within the dialog. */
export function RowsTable({ label, headings, children }: Props) {
  return (
    <Panel className={classes.rows} as="div" tabIndex={0} role="group" aria-label={label}>
      <table>
        <TableHead titles={headings} />
        <tbody>{children}</tbody>
      </table>
    </Panel>
  );
}
