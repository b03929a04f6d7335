import { IconExternalLink, IconListDetails } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { formatMoney } from '~/kit/shared/money/money';
import { formatDay } from '~/kit/shared/time/days';
import { DataTable } from '~/kit/ui/grid/DataTable';
import type { Column, RowAction } from '~/kit/ui/columns/tableColumn';
import { locationOfDocument } from '../document-locations.rules';
import type { MonthReturn } from '../filed-returns.fields';
import { type ReturnColumn, returnColumns, type RowOf, type Table } from '../gstr1.csv';
import { type ReportedDocument, tableNames } from '../gstr1.fields';
import { ReturnDocuments } from './ReturnDocuments';
import classes from './ReturnsPage.module.css';

type Row = RowOf<Table> & { position: number };

/** The rows of one table; each leads to its document, or to the list of its documents. */
export function ReturnRows({ data, name }: { data: MonthReturn; name: Table }) {
  const navigate = useNavigate();
  const [listed, setListed] = useState<readonly ReportedDocument[] | null>(null);
  const rows = useMemo(
    () => data.tables[name].rows.map((row, position): Row => ({ ...row, position })),
    [data, name],
  );
  const columns = useMemo(() => columnsOf(name), [name]);
  const actions = useMemo(() => {
    const show = (documents: readonly ReportedDocument[]) => {
      const [first] = documents;
      if (first && documents.length === 1) void navigate(locationOfDocument(first));
      else setListed(documents);
    };
    return actionsOf(data, show);
  }, [data, navigate]);
  return (
    <section className={classes.rows} aria-labelledby="return-rows">
      <h2 id="return-rows">{tableNames[name]}</h2>
      <DataTable
        label={tableNames[name]}
        rows={rows}
        columns={columns}
        rowId={({ position }) => position}
        rowActions={name === 'doc_issue' ? [] : actions}
        state="ready"
        loadingText="Loading..."
        emptyText="This table is empty"
      />
      <ReturnDocuments documents={listed} onClose={() => setListed(null)} />
    </section>
  );
}

function actionsOf(
  { documents }: MonthReturn,
  show: (documents: readonly ReportedDocument[]) => void,
): readonly RowAction<Row>[] {
  const of = (row: Row) => {
    const positions = 'document' in row ? [row.document] : 'documents' in row ? row.documents : [];
    return positions.flatMap((position) => documents[position] ?? []);
  };
  return [
    {
      key: 'documents',
      label: (row) => ('number' in row ? `Open ${row.number}` : 'Documents'),
      icon: <IconListDetails size={16} />,
      onClick: (row) => show(of(row)),
      isOffered: (row) => !('number' in row),
    },
    {
      key: 'open',
      label: (row) => ('number' in row ? `Open ${row.number}` : 'Open'),
      icon: <IconExternalLink size={16} />,
      onClick: (row) => show(of(row)),
      isOffered: (row) => 'number' in row,
    },
  ];
}

const widths: Readonly<Record<string, number>> = {
  Buyer: 240,
  GSTIN: 180,
  Section: 80,
  'Rate (%)': 90,
};

function columnsOf(name: Table): Column<Row>[] {
  // Rows and columns belong to the table that is shown.
  const own = returnColumns[name] as readonly ReturnColumn<never>[];
  return own.map(({ title, of, isMoney, isDay }) => ({
    key: title,
    title,
    width: widths[title] ?? 150,
    ...(isMoney ? { align: 'right', money: true } : {}),
    text: (row) => {
      const value = of(row as never);
      if (isMoney) return formatMoney(Number(value), 'INR');
      return isDay && value ? formatDay(String(value)) : String(value ?? '');
    },
  }));
}
