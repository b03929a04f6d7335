import { formatMoney } from '~/kit/shared/money/money';
import { formatNumber } from '~/kit/shared/money/numbers';
import { StatCards } from '~/kit/ui/elements/StatCards';
import { ColumnChooser } from '~/kit/ui/grid/ColumnChooser';
import { columnsForMany } from '~/kit/ui/grid/columns';
import { actionsKey, type Sort } from '~/kit/ui/grid/tableColumn';
import { filteredCount, useRecordList } from '~/kit/ui/list/useRecordList';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { useFiguresOf } from '~/modules/organization/company/screens/useListFigures';
import { useBulk } from '~/modules/organization/workspaces/screens/workspaces.client';
import { ListPage } from '~/modules/records/records/screens/ListPage';
import { type Bill, billFields, openNames } from '../bills.fields';
import { billFigures, billFilters } from '../bills.filters';
import { useBillDialogs, type WithExtras } from './BillActions';
import { useBillColumns } from './BillColumns';
import { BillDialogs } from './BillDialogs';
import { type Bills, useBills } from './bills.client';
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

/** "Bills" (docs/product/bills.md#screen). */
export function BillsPage({ extras }: WithExtras) {
  const bills = useBills();
  const columns = useBillColumns();
  const company = useCompany();
  const dialogs = useBillDialogs(bills.rows, extras);
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
      menu={
        <>
          <TdsSettings />
          <ColumnChooser choice={list.choice} />
        </>
      }
      create={{ label: 'New Bill', first: 'Enter Your First Bill', onClick: dialogs.create }}
      figures={<Figures bills={bills} shown={filteredCount(list)} />}
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

function Figures({ bills, shown }: { bills: Bills; shown: number | null }) {
  const figures = useFiguresOf(bills.rows, billFigures);
  return (
    <StatCards
      state={bills.state}
      cards={[
        {
          label: 'Total Bills',
          value: formatNumber(figures.total),
          ...(shown === null ? {} : { hint: `(${formatNumber(shown)} shown)` }),
        },
        {
          label: 'Unpaid',
          value: formatMoney(figures.unpaid, 'INR'),
          tooltip: 'The balances of booked bills',
        },
        {
          label: 'Overdue',
          value: formatMoney(figures.overdue, 'INR'),
          tooltip: 'The balances of bills past their due date',
        },
        {
          label: 'TDS This Month',
          value: formatMoney(figures.tdsThisMonth, 'INR'),
          tooltip: 'Withheld from bills dated this month',
        },
      ]}
    />
  );
}
