import { Button } from '@mantine/core';
import { lazyPart } from '~/kit/ui/hooks/lazyPart';
import { IconHash, IconRefresh } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { actionsKey, type Sort } from '~/kit/ui/columns/tableColumn';
import type { BulkNoteProps } from '~/kit/ui/bulk/bulk';
import { useRecordList } from '~/kit/ui/list/useRecordList';
import { ComputedFigures, type FigureCards } from '~/modules/records/records/screens/ListFigures';
import { ListPage } from '~/modules/records/records/screens/ListPage';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { useBulk } from '~/modules/organization/workspaces/screens/rights.client';
import { useCompany, useSettings } from '~/modules/organization/company/screens/settings.client';
import { useListFigures } from '~/modules/organization/company/screens/useListFigures';
import { useSession } from '~/modules/organization/users/sessions/screens/session.client';
import { ImportButton } from '~/modules/records/imports/screens/ImportButton';
import { type Invoice, manyInvoiceFields } from '../invoices.fields';
import type { LongChoices } from '~/modules/sales/documents/lines/long-choices.fields';
import { longChoicesOf, longLists } from '~/modules/sales/documents/lines/long-choices.rules';
import { withChoices } from '~/kit/shared/filters/kind-filters';
import { invoiceFigures, invoiceFilters } from '../invoices.filters';
import { useInvoiceColumns } from './InvoiceColumns';
import { useInvoiceDialogs } from './InvoiceActions';
import { InvoiceDialogs, type PaymentParts } from './InvoiceDialogs';
import type { PortalParts } from './InvoiceDetails';
import { type Invoices, useInvoices } from './invoices.client';

const defaultColumns = [
  'invoice_number',
  'customer_name',
  'invoice_date',
  'due_date',
  'total_amount',
  'balance_due',
  'status',
  actionsKey,
];
const sortKeys = [
  'invoice_date',
  'due_date',
  'invoice_number',
  'customer_name',
  'total_amount',
  'balance_due',
  'status',
  'created_at',
];
const newestFirst: Sort = { key: 'invoice_date', direction: 'desc' };
const nameOf = (invoice: Invoice) => invoice.invoice_number ?? `draft ${invoice.id}`;
const isCancelled = (invoice: Invoice) => invoice.status === 'cancelled';

const note = lazyPart<BulkNoteProps>(() => import('./CancelManyNote'));

interface Props {
  payments: PaymentParts;
  portals: PortalParts;
}

const cards: FigureCards<keyof typeof invoiceFigures> = [
  { of: 'total', label: 'Total Invoices' },
  { of: 'paid', label: 'Paid Invoices', tone: 'good' },
  {
    of: 'overdue',
    label: 'Overdue',
    tooltip: 'Past their due date and neither paid nor cancelled',
    tone: 'bad',
  },
  {
    of: 'revenue',
    isMoney: true,
    label: 'Total Revenue',
    tooltip: 'The totals of issued invoices that are not cancelled, without opening invoices',
  },
];

/**
 * "Invoice Management" (docs/product/invoices.md#screen). `payments` and `portals` are passed in because those modules
 * depend on this one.
 */
export function InvoicesPage({ payments, portals }: Props) {
  const invoices = useInvoices();
  const { today } = useCompany();
  const figures = useListFigures(invoices, '/invoices/figures', invoiceFigures);
  const dialogs = useInvoiceDialogs(invoices);
  const list = useInvoiceList(invoices, longChoicesOf(figures.data), dialogs.cancel);
  const bulk = useBulk('invoices', { today, nameOf, fields: manyInvoiceFields, note });
  return (
    <ListPage
      of="invoices"
      title="Invoice Management"
      subtitle="Track and manage customer invoices and payments"
      records={invoices}
      list={list}
      bulk={bulk}
      menu={
        <>
          <OpeningImportButton />
          <NumbersLink />
          <RefreshButton invoices={invoices} />
        </>
      }
      create={{
        label: 'New Invoice',
        first: 'Create Your First Invoice',
        onClick: dialogs.create,
      }}
      figures={<ComputedFigures list={list} figures={figures} cards={cards} />}
      sortKeys={sortKeys}
      rowActions={dialogs.rowActions}
      emptyHint="Create an invoice from an order or from scratch."
      onOpenRow={dialogs.view}
      isRowMuted={isCancelled}
    >
      <InvoiceDialogs invoices={invoices} dialogs={dialogs} payments={payments} portals={portals} />
    </ListPage>
  );
}

function useInvoiceList(
  invoices: Invoices,
  long: LongChoices | null,
  onCancel: (invoice: Invoice) => void,
) {
  const columns = useInvoiceColumns(invoices, onCancel);
  const isGst = useSettings().tax_mode === 'gst';
  const filters = useMemo(() => {
    const all = withChoices(invoiceFilters, longLists(long));
    return isGst ? all : all.filter(({ key }) => key !== 'place_of_supply');
  }, [long, isGst]);
  const view = { name: 'invoices', columns, defaultColumns, filters, sort: newestFirst };
  return useRecordList(invoices, view, useCompany());
}

const OpeningInvoiceImport = lazyPart(() => import('./OpeningInvoiceImport'));

function OpeningImportButton() {
  const mayIssue = useMay('invoices.issue').ok;
  if (!mayIssue) return null;
  return (
    <ImportButton subject="invoices" label="Import Opening Invoices" work={OpeningInvoiceImport} />
  );
}

function NumbersLink() {
  const { role } = useSession();
  if (role !== 'admin') return null;
  return (
    <Button
      component={Link}
      to="/invoices/numbers"
      variant="default"
      leftSection={<IconHash size={16} aria-hidden />}
    >
      Number Series
    </Button>
  );
}

function RefreshButton({ invoices }: { invoices: Invoices }) {
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} aria-hidden />}
      onClick={invoices.retry}
    >
      Refresh
    </Button>
  );
}
