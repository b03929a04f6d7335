import { UnstyledButton } from '@mantine/core';
import { formatMoney } from '~/kit/shared/money/money';
import { classNames } from '~/kit/ui/theme/classNames';
import { Panel } from '~/kit/ui/elements/Panel';
import { TableHead } from '~/kit/ui/elements/TableHead';
import type { MonthReturn } from '../filed-returns.fields';
import { type Sums, tableNames } from '../gstr1.fields';
import type { Table } from '../gstr1.csv';
import { ReturnRows } from './ReturnRows';
import classes from './ReturnsPage.module.css';

export const returnTables = Object.keys(tableNames) as Table[];

interface Props {
  data: MonthReturn;
  /** Null until one is chosen: the first that has rows. */
  table: Table | null;
  onChoose: (table: Table) => void;
}

/** The month's tables with their sums; the rows of the chosen one follow below. */
export function ReturnTables({ data, table, onChoose }: Props) {
  const filled = returnTables.find((name) => data.tables[name].rows.length > 0);
  const chosen = table ?? filled ?? 'b2b';
  return (
    <>
      <Panel as="div" className={classes.scroll}>
        <table className={classes.overview} aria-label="Tables">
          <TableHead titles={['Table', 'Documents', 'Taxable Value', 'IGST', 'CGST', 'SGST']} />
          <tbody>
            {returnTables.map((name) => (
              <Line
                key={name}
                data={data}
                name={name}
                isChosen={name === chosen}
                onChoose={() => onChoose(name)}
              />
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Documents of the month</th>
              <td>{data.totals.documents}</td>
              <Amounts sums={data.totals} />
            </tr>
          </tfoot>
        </table>
      </Panel>
      <ReturnRows key={`${data.month} ${chosen}`} data={data} name={chosen} />
    </>
  );
}

interface LineProps {
  data: MonthReturn;
  name: Table;
  isChosen: boolean;
  onChoose: () => void;
}

function Line({ data: { tables }, name, isChosen, onChoose }: LineProps) {
  const table = name === 'doc_issue' ? null : tables[name];
  const count = table
    ? table.documents
    : tables.doc_issue.rows.reduce((sum, { total }) => sum + total, 0);
  return (
    <tr data-chosen={isChosen || undefined}>
      <th scope="row">
        <UnstyledButton
          className={classNames(classes.choice)}
          aria-pressed={isChosen}
          onClick={onChoose}
        >
          {tableNames[name]}
        </UnstyledButton>
      </th>
      <td>{count}</td>
      {table ? <Amounts sums={table.sums} /> : <td colSpan={4}>–</td>}
    </tr>
  );
}

function Amounts({ sums }: { sums: Sums }) {
  const { taxable_value, igst_amount, cgst_amount, sgst_amount } = sums;
  return (
    <>
      <td>{formatMoney(taxable_value, 'INR')}</td>
      <td>{formatMoney(igst_amount, 'INR')}</td>
      <td>{formatMoney(cgst_amount, 'INR')}</td>
      <td>{formatMoney(sgst_amount, 'INR')}</td>
    </>
  );
}
