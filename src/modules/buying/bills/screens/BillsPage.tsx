import { columnsForMany } from '~/kit/ui/columns/columns';
import { actionsKey, type Sort } from '~/kit/ui/columns/tableColumn';
import { useRecordList } from '~/kit/ui/list/useRecordList';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { useBulk } from '~/modules/organization/workspaces/screens/rights.client';
import { type FigureCards, ListFigures } from '~/modules/records/records/screens/ListFigures';
import type { WithExtras } from '~/modules/records/records/screens/Extras';
import { ListPage } from '~/modules/records/records/screens/ListPage';
import { type Bill, billFields, openNames } from '../bills.fields';
import { billFigures, billFilters } from '../bills.filters';
import { useBillDialogs } from './BillActions';
import { useBillColumns } from './BillColumns';
import { BillDialogs } from './BillDialogs';
import { useBills } from './bills.client';
import { TdsSettings } from './TdsSettings';

const defaultColumns = [
  'voucher_number',
  'vendor_name',
  'bill_number',
  'bill_date',
  'due_date',
  'total_amount',
  'balance_due',
  'status',
  actionsKey,
];
const sortKeys = [
  'created_at',
  'voucher_number',
  'vendor_name',
  'bill_date',
  'due_date',
  'total_amount',
  'balance_due',
  'status',
];
const changed = columnsForMany<typeof billFields, Bill>(billFields, openNames);
const newestFirst: Sort = { key: 'created_at', direction: 'desc' };
const numberOf = ({ voucher_number }: Bill) => voucher_number;
const isCancelled = ({ status }: Bill) => status === 'cancelled';

const cards: FigureCards<keyof typeof billFigures> = [
  { of: 'total', label: 'Total Bills' },
  { of: 'unpaid', isMoney: true, label: 'Unpaid', tooltip: 'The balances of booked bills' },
  {
    of: 'overdue',
    isMoney: true,
    label: 'Overdue',
    tooltip: 'The balances of bills past their due date',
  },
  {
    of: 'tdsThisMonth',
    isMoney: true,
    label: 'TDS This Month',
    tooltip: 'Withheld from bills dated this month',
  },
];

/** "Bills" (docs/product/bills.md#screen). */
export function BillsPage(above: WithExtras<Bill>) {
  const bills = useBills();
  const columns = useBillColumns();
  const company = useCompany();
  const dialogs = useBillDialogs(bills.rows, above);
  const view = { name: 'bills', columns, defaultColumns, filters: billFilters, sort: newestFirst };
  const list = useRecordList(bills, view, company);
  const bulk = useBulk('bills', { today: company.today, nameOf: numberOf, columns: changed });
  return (
    <ListPage
      of="bills"
      subtitle="Check and book vendor bills"
      records={bills}
      list={list}
      bulk={bulk}
      menu={<TdsSettings />}
      create={{ label: 'New Bill', first: 'Enter Your First Bill', onClick: dialogs.create }}
      figures={<ListFigures list={list} records={bills} of={billFigures} cards={cards} />}
      sortKeys={sortKeys}
      rowActions={dialogs.rowActions}
      emptyHint="A bill is compared with its order and receipts before it is booked."
      onOpenRow={dialogs.view}
      isRowMuted={isCancelled}
    >
      <BillDialogs bills={bills} dialogs={dialogs} />
    </ListPage>
  );
}
