import { useEffect, useMemo } from 'react';
import { withChoices } from '~/kit/shared/filters/kind-filters';
import { actionsKey, type Sort } from '~/kit/ui/columns/tableColumn';
import { loadAhead, loaderOf } from '~/kit/ui/hooks/ahead';
import { ownFile } from '~/kit/ui/hooks/ownFile';
import { useRecordList } from '~/kit/ui/list/useRecordList';
import { type FigureCards, ListFigures } from '~/modules/records/records/screens/ListFigures';
import { ListPage } from '~/modules/records/records/screens/ListPage';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { useBulk } from '~/modules/organization/workspaces/screens/rights.client';
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

const cards: FigureCards<keyof typeof quotationFigures> = [
  {
    of: 'total',
    label: 'Total Quotations',
    tooltip: 'Each quotation once, by its newest revision',
  },
  { of: 'waiting', label: 'Waiting', tooltip: 'Sent, and not decided yet' },
  { of: 'accepted', label: 'Accepted' },
  {
    of: 'openValue',
    isMoney: true,
    label: 'Value Open',
    tooltip: 'The totals of sent and accepted quotations',
  },
];

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
      figures={<ListFigures list={list} records={quotations} of={quotationFigures} cards={cards} />}
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
