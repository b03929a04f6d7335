import { NativeSelect } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { columnsFromFields } from '~/kit/ui/columns/columns';
import { DataTable } from '~/kit/ui/grid/DataTable';
import type { Column, RowAction, Sort } from '~/kit/ui/columns/tableColumn';
import { useTableView } from '~/kit/ui/columns/useTableView';
import { type Invoice, invoiceFields } from '~/modules/billing/invoices/invoices.fields';
import { useCompany, useSettings } from '~/modules/organization/company/screens/settings.client';
import {
  type BillingPeriod,
  billingPeriods,
  daysOfPeriod,
  descriptionOf,
  isBillingPeriod,
} from '../billing.rules';
import { useIssuedInvoices } from './billing.client';
import { DownloadAll, downloadInvoice } from './InvoiceDownloads';
import classes from './BillingPage.module.css';

const idOf = (invoice: Invoice) => invoice.id;

const columns: readonly Column<Invoice>[] = [
  ...columnsFromFields(invoiceFields, {
    timeZone: 'UTC',
    today: '',
    keys: ['invoice_number', 'total_amount', 'status', 'invoice_date', 'due_date'],
    overrides: {
      invoice_number: { title: 'Invoice', width: 168 },
      total_amount: { title: 'Amount' },
      invoice_date: { title: 'Date' },
    },
  }),
  {
    key: 'description',
    title: 'Description',
    width: 280,
    text: descriptionOf,
    sortValue: descriptionOf,
  },
];

const rowActions: readonly RowAction<Invoice>[] = [
  {
    key: 'download',
    label: () => 'Download',
    icon: <IconDownload size={16} />,
    onClick: (invoice) => void downloadInvoice(invoice),
  },
];

export function BillingInvoices() {
  const list = useIssuedInvoices();
  const { today } = useCompany();
  const { financial_year_start_month: firstMonth } = useSettings();
  const [period, setPeriod] = useState<BillingPeriod>('all');
  const [sort, setSort] = useState<Sort | undefined>(undefined);
  const days = useMemo(
    () => daysOfPeriod(period, { today, firstMonth }),
    [period, today, firstMonth],
  );
  const predicate = useMemo(
    () =>
      days ? ({ invoice_date: day }: Invoice) => day >= days.from && day <= days.to : undefined,
    [days],
  );
  const { rows } = useTableView(list.rows, columns, { predicate, sort });
  return (
    <>
      <div className={classes.tools}>
        <NativeSelect
          aria-label="Period"
          data={[...billingPeriods]}
          value={period}
          onChange={({ currentTarget: { value } }) => {
            if (isBillingPeriod(value)) setPeriod(value);
          }}
        />
        <DownloadAll count={rows.length} days={days} />
      </div>
      <DataTable
        label="Invoices"
        rows={rows}
        columns={columns}
        rowId={idOf}
        sort={sort}
        onSort={setSort}
        rowActions={rowActions}
        state={list.state}
        loadingText="Loading invoices..."
        failedText="Failed to load invoices"
        onRetry={list.retry}
        emptyText="No invoices found"
        emptyHint={
          period === 'all'
            ? 'An invoice appears here once it is issued.'
            : 'No invoice was issued in this period.'
        }
      />
    </>
  );
}
