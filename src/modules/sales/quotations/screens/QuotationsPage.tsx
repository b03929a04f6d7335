import { useEffect, useMemo } from 'react';
import { withChoices } from '~/kit/shared/filters/kind-filters';
import { formatMoney } from '~/kit/shared/money/money';
import { formatNumber } from '~/kit/shared/money/numbers';
import { StatCards } from '~/kit/ui/elements/StatCards';
import { actionsKey, type Sort } from '~/kit/ui/grid/tableColumn';
import { loadAhead, loaderOf } from '~/kit/ui/hooks/ahead';
import { ownFile } from '~/kit/ui/hooks/ownFile';
import { filteredCount, useRecordList } from '~/kit/ui/list/useRecordList';
import { ListPage } from '~/modules/records/records/screens/ListPage';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { useFiguresOf } from '~/modules/organization/company/screens/useListFigures';
import { useBulk } from '~/modules/organization/workspaces/screens/workspaces.client';
import { useCustomerChoices } from '~/modules/sales/customers/screens/useCustomerChoices';
import type { Quotation } from '../quotations.fields';
import { quotationFigures, quotationFilters } from '../quotations.filters';
import { quotationLabel } from '../quotations.rules';
import { useQuotationDialogs } from './QuotationActions';
import { useQuotationColumns } from './QuotationColumns';
import { QuotationDialogs } from './QuotationDialogs';
import { type Quotations, useQuotations } from './quotations.client';

const loadBoard = loaderOf(() => import('./QuotationBoard'));
const QuotationBoard = ownFile(async () => (await loadBoard()).QuotationBoard);

const defaultColumns = [
  'quotation_number',
  'customer_name',
  'status',
  'valid_until',
  'total_amount',
  'quotation_date',
  'item_count',
  'reference',
  'created_by_name',
  actionsKey,
];

const sortKeys = [
  'created_at',
  'quotation_number',
  'customer_name',
  'status',
  'total_amount',
  'quotation_date',
  'valid_until',
];

const newestFirst: Sort = { key: 'created_at', direction: 'desc' };
const isSuperseded = ({ status }: Quotation) => status === 'superseded';

/** "Quotations" (docs/product/quotations.md#screen). */
export default function QuotationsPage() {
  const quotations = useQuotations();
  const { today } = useCompany();
  const list = useQuotationList(quotations);
  const bulk = useBulk('quotations', { today, nameOf: quotationLabel });
  const dialogs = useQuotationDialogs(quotations.rows);
  useEffect(() => loadAhead(loadBoard), []);
  return (
    <ListPage
      of="quotations"
      subtitle="Prepare, send and track quotations"
      records={quotations}
      list={list}
      bulk={bulk}
      create={{
        label: 'New Quotation',
        first: 'Create Your First Quotation',
        onClick: dialogs.create,
      }}
      figures={<Figures quotations={quotations} shown={filteredCount(list)} />}
      sortKeys={sortKeys}
      board={
        <QuotationBoard
          coming={<p role="status">Loading quotations...</p>}
          quotations={quotations}
          list={list}
          actions={dialogs.rowActions}
          onOpen={dialogs.view}
        />
      }
      rowActions={dialogs.rowActions}
      emptyHint="A quotation offers items and services to a customer or a lead until a day."
      onOpenRow={dialogs.view}
      isRowMuted={isSuperseded}
    >
      <QuotationDialogs quotations={quotations} dialogs={dialogs} />
    </ListPage>
  );
}

function useQuotationList(quotations: Quotations) {
  const columns = useQuotationColumns(quotations);
  const customers = useCustomerChoices(quotations.rows);
  const filters = useMemo(
    () => withChoices(quotationFilters, { customer_id: customers }),
    [customers],
  );
  const view = {
    name: 'quotations',
    columns,
    defaultColumns,
    filters,
    sort: newestFirst,
    layout: 'list' as const,
  };
  return useRecordList(quotations, view, useCompany());
}

function Figures({ quotations, shown }: { quotations: Quotations; shown: number | null }) {
  const figures = useFiguresOf(quotations.rows, quotationFigures);
  return (
    <StatCards
      state={quotations.state}
      cards={[
        {
          label: 'Total Quotations',
          value: formatNumber(figures.total),
          tooltip: 'Each quotation once, by its newest revision',
          ...(shown === null ? {} : { hint: `(${formatNumber(shown)} shown)` }),
        },
        {
          label: 'Waiting',
          value: formatNumber(figures.waiting),
          tooltip: 'Sent, and not decided yet',
        },
        { label: 'Accepted', value: formatNumber(figures.accepted) },
        {
          label: 'Value Open',
          value: formatMoney(figures.openValue, 'INR'),
          tooltip: 'The totals of sent and accepted quotations',
        },
      ]}
    />
  );
}
